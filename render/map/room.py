"""Room on a picture: which cells belong to which place, and which are taken already.

Everything that stands on the map (names, badges, counters) takes its cells here first, so nothing can
overlap. Cells are small squares. A row of cells is one integer, a bit a cell (bit 0 at the left), so that
"where does a block of this size fit" is answered for all cells of a row at once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from PIL import Image, ImageDraw

from render.map.camera import Camera
from render.map.shapes import Atlas, Polygon

REACH = 60
"""Farthest that a block is looked for, in cells."""
_FLAT = 1.15
"""Going up or down counts for more than going sideways: rows of counters look tidier."""
_DIGITS = bytes([48]) + b"1" * 255
Rows = Sequence[int]
Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Block:
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Mask:
    """Which cells count: an integer a row. count: how many cells do; top, bottom: the first row with any, and the one behind
    the last."""

    rows: tuple[int, ...]
    count: int
    top: int
    bottom: int

    @classmethod
    def of(cls, rows: Sequence[int]) -> Mask:
        """The mask with these rows."""
        used = [y for y, row in enumerate(rows) if row]
        top, bottom = (used[0], used[-1] + 1) if used else (0, 0)
        return cls(tuple(rows), sum(row.bit_count() for row in rows), top, bottom)


class Room:
    """The cells of one picture."""

    def __init__(self, atlas: Atlas, camera: Camera) -> None:
        self.cell = max(3, round(6 * camera.ui))
        self.width = camera.width // self.cell + 1
        self.height = camera.height // self.cell + 1
        self.camera = camera
        self.taken = [0] * self.height
        self._full = (1 << (self.width - 1)) - 1
        self._codes: dict[str, tuple[str, int]] = {}
        self._masks: dict[str, Mask] = {}
        visible = [r for r in (*atlas.land.values(), *atlas.sea.values()) if camera.sees(r.box)]
        self._land = self._raster([(r.name, r.polygons) for r in visible if r.name in atlas.land], "land")
        sea = [(r.name, r.polygons) for r in visible if r.name in atlas.sea]
        self._sea = self._raster(sea, "sea", cut=self._cut(atlas))

    def _cut(self, atlas: Atlas) -> list[Polygon]:
        land = [p for r in atlas.land.values() if self.camera.sees(r.box) for p in r.polygons]
        return [*land, *atlas.rest, *atlas.lakes]

    def _raster(self, shapes: list[tuple[str, tuple[Polygon, ...]]], kind: str, cut: Iterable[Polygon] = ()) -> bytes:
        image = Image.new("L", (self.width, self.height), 0)
        pen = ImageDraw.Draw(image)
        factor = 1 / self.cell
        for code, (name, polygons) in enumerate(shapes, start=1):
            self._codes[name] = (kind, code)
            for polygon in polygons:
                pen.polygon([(x - 0.5, y - 0.5) for x, y in self.camera.line(polygon[0], factor)], fill=code)
                for hole in polygon[1:]:
                    pen.polygon([(x - 0.5, y - 0.5) for x, y in self.camera.line(hole, factor)], fill=0)
        for polygon in cut:
            pen.polygon([(x - 0.5, y - 0.5) for x, y in self.camera.line(polygon[0], factor)], fill=0)
        return image.tobytes()

    def _mask(self, cells: bytes) -> Mask:
        """A mask of the cells that are not 0."""
        digits = cells.translate(_DIGITS)
        width = self.width
        return Mask.of([int(digits[y * width : (y + 1) * width][::-1], 2) for y in range(self.height)])

    def mask(self, place: str) -> Mask:
        """The cells of a place."""
        if place not in self._masks:
            kind, code = self._codes[place]
            table = bytearray(256)
            table[code] = 1
            self._masks[place] = self._mask((self._land if kind == "land" else self._sea).translate(bytes(table)))
        return self._masks[place]

    def water(self) -> Mask:
        """The cells of all sea zones."""
        if "" not in self._masks:
            self._masks[""] = self._mask(self._sea)
        return self._masks[""]

    def everywhere(self) -> Mask:
        """All cells."""
        return Mask.of((self._full,) * self.height)

    def either(self, a: Mask, b: Mask) -> Mask:
        """The cells of two masks."""
        return Mask.of([p | q for p, q in zip(a.rows, b.rows)])

    def size(self, width: float, height: float) -> tuple[int, int]:
        """A size in pixels as cells, rounded up."""
        return max(1, math.ceil(width / self.cell)), max(1, math.ceil(height / self.cell))

    def centre(self, block: Block) -> Spot:
        """The middle of a block in pixels."""
        return (block.x + block.width / 2) * self.cell, (block.y + block.height / 2) * self.cell

    def free(self, block: Block) -> bool:
        """Whether a block lies in the picture and nothing stands on it."""
        if block.x < 0 or block.y < 0 or block.x + block.width > self.width - 1:
            return False
        if block.y + block.height > self.height - 1:
            return False
        bits = ((1 << block.width) - 1) << block.x
        return not any(row & bits for row in self.taken[block.y : block.y + block.height])

    def take(self, block: Block) -> None:
        """Mark a block as taken."""
        left, right = max(0, block.x), min(self.width, block.x + block.width)
        if right > left:
            bits = ((1 << (right - left)) - 1) << left
            for y in range(max(0, block.y), min(self.height, block.y + block.height)):
                self.taken[y] |= bits

    def place(
        self,
        mask: Mask,
        width: float,
        height: float,
        near: Spot,
        spills: tuple[float, ...] = (0.0,),
        reach: int = REACH,
    ) -> Block | None:
        """Take the nearest free block of a size in pixels, with as little spill as need be; None if there is
        none. spills: parts of the block that may lie outside the mask, tried in turn."""
        for spill in spills:
            block = self.nearest(mask, width, height, near, spill, reach)
            if block:
                self.take(block)
                return block
        return None

    def nearest(
        self, mask: Mask, width: float, height: float, near: Spot, spill: float = 0.0, reach: int = REACH
    ) -> Block | None:
        """The free block of a size in pixels that is nearest to a point, not taken yet.

        spill: part of the block that may lie outside the mask; its middle never does.
        """
        wide, high = self.size(width, height)
        most = int(spill * wide * high)
        if mask.count < wide * high - most:
            return None
        cx, cy = int(near[0] / self.cell - wide / 2 + 0.5), int(near[1] / self.cell - high / 2 + 0.5)
        above, below = (high // 2, high - high // 2 - 1) if most else (0, 0)
        top, bottom = max(0, cy - reach, mask.top - above), min(self.height - 1, cy + reach + high, mask.bottom + below)
        if bottom - top < high:
            return None
        free = [self._full & ~row for row in self.taken[top:bottom]]
        inside = mask.rows[top:bottom]
        if not most:
            fits = _fits([a & b for a, b in zip(free, inside)], wide, high)
            found = _closest(fits, cx, cy - top, reach)
        else:
            middle = [row >> (wide // 2) for row in inside[high // 2 :]]
            fits = [a & b for a, b in zip(_fits(free, wide, high), middle)]
            found = _least_spilling(fits, inside, (wide, high), (cx, cy - top), most, reach)
        return Block(found[0], found[1] + top, wide, high) if found else None

    def copy(self) -> Room:
        """A room with the same cells and its own taken marks."""
        other = object.__new__(Room)
        other.__dict__.update(self.__dict__)
        other.taken = list(self.taken)
        return other


def _fits(rows: Rows, wide: int, high: int) -> list[int]:
    """The cells at which a block may have its upper left corner: all its cells are set."""
    across = list(rows)
    have = 1
    while have < wide:
        step = min(have, wide - have)
        across = [row & (row >> step) for row in across]
        have += step
    have = 1
    while have < high:
        step = min(have, high - have)
        across = [a & b for a, b in zip(across, across[step:])]
        have += step
    return across


def _closest(rows: Rows, cx: int, cy: int, reach: int) -> tuple[int, int] | None:
    """The set cell nearest to a cell."""
    best, found = float(reach * reach) * 2.4, None
    for y in sorted(range(len(rows)), key=lambda y: abs(y - cy)):
        up = ((y - cy) * _FLAT) ** 2
        if up >= best:
            break
        for x in _beside(rows[y], cx):
            far = (x - cx) ** 2 + up
            if abs(x - cx) <= reach and far < best:
                best, found = far, (x, y)
    return found


def _beside(row: int, x: int) -> list[int]:
    """The set bits of a row next to a position, on both sides."""
    found = []
    x = max(0, x)
    right = row >> x
    if right:
        found.append(x + (right & -right).bit_length() - 1)
    left = row & ((1 << x) - 1)
    if left:
        found.append(left.bit_length() - 1)
    return found


def _least_spilling(
    rows: Rows, inside: Rows, size: tuple[int, int], near: tuple[int, int], most: int, reach: int
) -> tuple[int, int] | None:
    """The nearest set cell whose block has at most so many cells outside."""
    wide, high = size
    bits = (1 << wide) - 1
    for x, y in _nearest_first(rows, near, reach):
        within = sum(((row >> x) & bits).bit_count() for row in inside[y : y + high])
        if wide * high - within <= most:
            return x, y
    return None


def _nearest_first(rows: Rows, near: tuple[int, int], reach: int) -> Iterator[tuple[int, int]]:
    """The set cells not farther to the sides than they may be, nearest first, those as near by row and column: looked for
    outwards in each row, only as far as somebody asks."""
    cx, cy = near
    left, right = max(0, cx - reach), max(0, cx + reach + 1)
    before, window = (1 << max(0, cx)) - 1, (1 << right) - (1 << left)
    edge: list[tuple[float, int, int, int, bool]] = []

    def look(y: int, rest: int, onward: bool) -> None:
        """The next cell of a row to one side."""
        if rest:
            x = (rest & -rest if onward else rest).bit_length() - 1
            heappush(edge, ((x - cx) ** 2 + ((y - cy) * _FLAT) ** 2, y, x, rest ^ (1 << x), onward))

    for y in sorted(range(len(rows)), key=lambda y: abs(y - cy)):
        while edge and edge[0][0] < ((y - cy) * _FLAT) ** 2:
            _, here, x, rest, onward = heappop(edge)
            yield x, here
            look(here, rest, onward)
        look(y, rows[y] & window & ~before, True)
        look(y, rows[y] & window & before, False)
    while edge:
        _, here, x, rest, onward = heappop(edge)
        yield x, here
        look(here, rest, onward)
