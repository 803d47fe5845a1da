"""Room on a picture: which cells belong to which place, and which are taken already.

Everything that stands on the map (names, badges, counters) takes its cells here first, so nothing can
overlap. Cells are small squares; rows are bytes, so that whole stretches are tested at once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from render.atlas import Atlas, Polygon
from render.camera import Camera

_REACH = 60
"""Farthest that a block is looked for, in cells."""


@dataclass(frozen=True, slots=True)
class Block:
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Mask:
    """Which cells count: one byte a cell, 1 or 0. count: how many are 1."""

    cells: bytes
    count: int


@lru_cache(maxsize=4)
def _ring(reach: int) -> tuple[tuple[int, int], ...]:
    """Offsets by distance, nearest first; beyond 16 cells only every other one."""
    span = range(-reach, reach + 1)
    near = ((dx, dy) for dy in span for dx in span)
    kept = [(dx, dy) for dx, dy in near if max(abs(dx), abs(dy)) <= 16 or (dx % 2 == 0 and dy % 2 == 0)]
    return tuple(sorted(kept, key=lambda p: (p[0] ** 2 + (p[1] * 1.15) ** 2, p[1], p[0])))


class Room:
    """The cells of one picture."""

    def __init__(self, atlas: Atlas, camera: Camera) -> None:
        self.cell = max(3, round(6 * camera.ui))
        self.width = camera.width // self.cell + 1
        self.height = camera.height // self.cell + 1
        self.camera = camera
        self.taken = bytearray(self.width * self.height)
        self._codes: dict[str, tuple[str, int]] = {}
        self._masks: dict[str, Mask] = {}
        visible = [r for r in (*atlas.land.values(), *atlas.sea.values()) if camera.sees(r.box)]
        self._land = self._raster([(r.name, r.polygons) for r in visible if r.name in atlas.land], "land")
        sea = [(r.name, r.polygons) for r in visible if r.name in atlas.sea]
        self._sea = self._raster(sea, "sea", cut=self._cut(atlas))

    def _cut(self, atlas: Atlas) -> list[Polygon]:
        land = [p for r in atlas.land.values() if self.camera.sees(r.box) for p in r.polygons]
        return [*land, *atlas.rest]

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

    def knows(self, place: str) -> bool:
        """Whether any of a place may be in the picture."""
        return place in self._codes

    def mask(self, place: str) -> Mask:
        """The cells of a place."""
        if place not in self._masks:
            kind, code = self._codes[place]
            table = bytearray(256)
            table[code] = 1
            cells = (self._land if kind == "land" else self._sea).translate(bytes(table))
            self._masks[place] = Mask(cells, cells.count(1))
        return self._masks[place]

    def water(self) -> Mask:
        """The cells of all sea zones."""
        cells = self._sea.translate(bytes([0]) + b"\1" * 255)
        return Mask(cells, cells.count(1))

    def everywhere(self) -> Mask:
        """All cells."""
        size = self.width * self.height
        return Mask(b"\1" * size, size)

    def either(self, a: Mask, b: Mask) -> Mask:
        """The cells of two masks."""
        joined = int.from_bytes(a.cells, "big") | int.from_bytes(b.cells, "big")
        cells = joined.to_bytes(len(a.cells), "big")
        return Mask(cells, cells.count(1))

    def size(self, width: float, height: float) -> tuple[int, int]:
        """A size in pixels as cells, rounded up."""
        return max(1, math.ceil(width / self.cell)), max(1, math.ceil(height / self.cell))

    def centre(self, block: Block) -> tuple[float, float]:
        """The middle of a block in pixels."""
        return (block.x + block.width / 2) * self.cell, (block.y + block.height / 2) * self.cell

    def free(self, block: Block) -> bool:
        """Whether a block lies in the picture and nothing stands on it."""
        if block.x < 0 or block.y < 0 or block.x + block.width > self.width - 1:
            return False
        if block.y + block.height > self.height - 1:
            return False
        find, width, wide = self.taken.find, self.width, block.width
        first = block.y * width + block.x
        for o in range(first, first + block.height * width, width):  # noqa: SIM110 (twice as fast as all())
            if find(1, o, o + wide) >= 0:
                return False
        return True

    def outside(self, cells: bytes, block: Block, most: int) -> int:
        """How many cells of a block are 0 in a mask's cells; counting stops above `most`."""
        width, bad = self.width, 0
        first = block.y * width + block.x
        for o in range(first, first + block.height * width, width):
            bad += block.width - cells.count(1, o, o + block.width)
            if bad > most:
                return bad
        return bad

    def take(self, block: Block) -> None:
        """Mark a block as taken."""
        for y in range(max(0, block.y), min(self.height, block.y + block.height)):
            x0, x1 = max(0, block.x), min(self.width, block.x + block.width)
            if x1 > x0:
                self.taken[y * self.width + x0 : y * self.width + x1] = b"\1" * (x1 - x0)

    def spots(
        self,
        mask: Mask,
        width: float,
        height: float,
        near: tuple[float, float],
        spill: float = 0.0,
        reach: int = _REACH,
    ) -> Iterator[Block]:
        """Free blocks of a size in pixels inside a mask, nearest to a point first.

        spill: part of a block that may lie outside the mask; its middle never does. A block is tested when
        it is asked for, so a caller that takes each one gets blocks that don't overlap.
        """
        wide, high = self.size(width, height)
        cx, cy = int(near[0] / self.cell - wide / 2 + 0.5), int(near[1] / self.cell - high / 2 + 0.5)
        most, cells = int(spill * wide * high), mask.cells
        if mask.count < wide * high - most:
            return
        middle = (high // 2) * self.width + wide // 2
        far_x, far_y = self.width - 1 - wide, self.height - 1 - high
        for dx, dy in _ring(reach):
            x, y = cx + dx, cy + dy
            if not (0 <= x <= far_x and 0 <= y <= far_y) or not cells[y * self.width + x + middle]:
                continue
            block = Block(x, y, wide, high)
            if self.free(block) and self.outside(cells, block, most) <= most:
                yield block

    def place(
        self,
        mask: Mask,
        width: float,
        height: float,
        near: tuple[float, float],
        spills: tuple[float, ...] = (0.0,),
        reach: int = _REACH,
    ) -> Block | None:
        """Take the nearest free block, with as little spill as need be; None if there is none."""
        for spill in spills:
            for block in self.spots(mask, width, height, near, spill, reach):
                self.take(block)
                return block
        return None

    def copy(self) -> Room:
        """A room with the same cells and its own taken marks."""
        other = object.__new__(Room)
        other.__dict__.update(self.__dict__)
        other.taken = bytearray(self.taken)
        return other
