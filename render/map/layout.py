"""Where the counters of a position stand: inside their place if it has room, else called out to the water.

Counters never overlap, because each takes free cells of the room. Positions are stable: a place that has
room for its counters uses the same slots whatever happens elsewhere, and counters that were in an
earlier layout keep their blocks.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from render.input.scene import FacilityView, MarkerView, PlaceView, Scene, Stack
from render.map import borders
from render.map.base import Base
from render.map.counters import RATIO
from render.map.room import REACH, Block

Item = Stack | FacilityView | MarkerView
Spot = tuple[float, float]
Key = tuple[str, str, str, str]
SIZE = 50
"""Width of a counter in pixels at ui 1.0."""
_OWN_ROOM = (1.0, 0.86, 0.74)
_SPILLING = ((1.0, 0.12), (0.86, 0.15), (0.74, 0.2), (0.64, 0.25), (0.64, 0.45))
_CALL_OUT = (0.74, 0.6, 0.48)
_CALL_REACH = 44
"""Farthest call-out in cells."""
_GUARD_REACH = 7
"""Farthest that a full sign of a guarded border stands from it, in cells."""
_MOST_SLOTS = 80
_GAP = 3


@dataclass(frozen=True)
class Placed:
    """A counter and the block it stands on."""

    place: str
    item: Item
    width: int
    block: Block


@dataclass(frozen=True)
class CallOut:
    """A plate of counters beside a place that has no room, and where its line begins.

    width: of its counters in pixels; columns: how many stand side by side.
    """

    place: str
    start: Spot
    block: Block
    width: int
    columns: int


@dataclass
class Layout:
    """All counters of a picture. totals: places too crowded even for a call-out, with their unit counts."""

    counters: list[Placed] = field(default_factory=list)
    call_outs: list[CallOut] = field(default_factory=list)
    totals: list[tuple[str, int, Block]] = field(default_factory=list)

    def blocks(self) -> dict[Key, Placed]:
        """Counters by what they are."""
        return {key(p.place, p.item): p for p in self.counters}


def key(place: str, item: Item) -> Key:
    """What makes a counter the same one in a later picture."""
    if isinstance(item, Stack):
        return place, "unit", item.owner, item.type + "/".join(item.tags) + "!" * (item.hits - 1)
    if isinstance(item, FacilityView):
        return place, "facility", "", item.kind
    return place, "marker", item.owner, item.kind + item.toward


def items(view: PlaceView) -> list[Item]:
    """What stands in a place, in the order it is laid out: buildings, its owner's units, guests, markers.

    Markers that guard a border are left out: they stand at the border.
    """
    own = [s for s in view.units if s.owner == view.owner]
    guests = sorted((s for s in view.units if s.owner != view.owner), key=lambda s: s.owner)
    return [*view.facilities, *own, *guests, *(m for m in view.markers if not m.toward)]


class _Planner:
    def __init__(self, base: Base, earlier: Layout | None) -> None:
        self.base, self.ui = base, base.camera.ui
        self.room = base.room.copy()
        self.earlier_calls = {c.place: c for c in earlier.call_outs} if earlier else {}
        blocks = earlier.blocks() if earlier else {}
        self.earlier = {k: placed for k, placed in blocks.items() if placed.place not in self.earlier_calls}
        self.layout = Layout()

    def width(self, scale: float) -> int:
        return round(SIZE * self.ui * scale)

    def near(self, place: str) -> Spot:
        x, y = self.base.names.anchors[place]
        return x, y + 18 * self.ui

    def own_room(self, place: str, things: list[Item]) -> bool:
        """Put everything inside the place, at one of three sizes; an earlier size is kept if it still does."""
        widths = [self.width(scale) for scale in _OWN_ROOM]
        was = [placed.width for item in things if (placed := self.earlier.get(key(place, item)))]
        for width in (*(w for w in was[:1] if w in widths), *widths):
            slots = _slots(self.base, place, width, self.near(place), len(things))
            if len(slots) >= len(things):
                self._assign(place, things, width, slots)
                return True
        return False

    def _assign(self, place: str, things: list[Item], width: int, slots: list[Block]) -> None:
        free = list(slots)
        chosen: dict[int, Block] = {}
        for n, item in enumerate(things):
            was = self.earlier.get(key(place, item))
            if was and was.width == width and was.block in free:
                chosen[n] = was.block
                free.remove(was.block)
        for n, item in enumerate(things):
            block = chosen.get(n) or free.pop(0)
            self.room.take(block)
            self.layout.counters.append(Placed(place, item, width, block))

    def spilling(self, place: str, things: list[Item]) -> bool:
        """Put everything around the place's anchor, partly over its borders."""
        mask = self.room.mask(place)
        for scale, spill in _SPILLING:
            width = self.width(scale)
            before = list(self.room.taken)
            placed: list[Placed] = []
            for item in things:
                block = self._kept(place, item, width) or self.room.place(
                    mask, width + _GAP, width * RATIO + _GAP, self.near(place), (spill,)
                )
                if not block:
                    break
                placed.append(Placed(place, item, width, block))
            if len(placed) == len(things):
                self.layout.counters += placed
                return True
            self.room.taken = before
        return False

    def _kept(self, place: str, item: Item, width: int) -> Block | None:
        was = self.earlier.get(key(place, item))
        if was and was.width == width and self.room.free(was.block):
            self.room.take(was.block)
            return was.block
        return None

    def at_edge(self, place: str) -> bool:
        """Whether a place is only half in the picture: it gets no call-out."""
        x, y = self.base.names.anchors[place]
        camera, plan_, margin = self.base.camera, self.base.atlas, 48 * self.ui
        left, top, right, bottom = camera.box
        return (
            (x < margin and left > 0)
            or (y < margin and top > 0)
            or (x > camera.width - margin and right < plan_.width)
            or (y > camera.height - margin and bottom < plan_.height)
        )

    def call_out(self, place: str, things: list[Item]) -> bool:
        """Put everything on a plate on free water, with a line to the place."""
        was = self.earlier_calls.get(place)
        if was and self._fits_again(was, len(things)):
            self.room.take(was.block)
            self._plate(place, things, was.width, was.block, was.columns)
            return True
        water = self.room.water()
        start = self.base.names.anchors[place]
        for scale in _CALL_OUT:
            width = self.width(scale)
            for columns in _columns(len(things)):
                rows = -(-len(things) // columns)
                cell_w, cell_h = self.cells(width)
                wide, high = columns * cell_w + 1, rows * cell_h + 1
                size = (wide * self.room.cell, high * self.room.cell)
                block = self.room.place(water, *size, start, (0.0,), _CALL_REACH)
                if block:
                    self._plate(place, things, width, block, columns)
                    return True
        return False

    def cells(self, width: int) -> tuple[int, int]:
        """The cells that a counter takes."""
        return self.room.size(width + _GAP, width * RATIO + _GAP)

    def _fits_again(self, was: CallOut, count: int) -> bool:
        rows = was.block.height // self.cells(was.width)[1]
        return count <= rows * was.columns and self.room.free(was.block)

    def _plate(self, place: str, things: list[Item], width: int, block: Block, columns: int) -> None:
        self.layout.call_outs.append(CallOut(place, self.base.names.anchors[place], block, width, columns))
        wide, high = self.cells(width)
        for n, item in enumerate(things):
            x, y = block.x + (n % columns) * wide, block.y + (n // columns) * high
            self.layout.counters.append(Placed(place, item, width, Block(x, y, wide, high)))

    def guards(self, place: str, view: PlaceView) -> None:
        """Put markers that guard a border on it, a little smaller than other counters."""
        anywhere = self.room.everywhere()
        for marker in view.markers:
            if marker.toward in self.base.atlas:
                spot = self.base.camera.spot(borders.middle(self.base.atlas.board, place, marker.toward))
                for width, reach in ((self.width(0.86), _GUARD_REACH), (self.width(0.64), REACH)):
                    size = (width + _GAP, width * RATIO + _GAP)
                    if block := self.room.place(anywhere, *size, spot, reach=reach):
                        self.layout.counters.append(Placed(place, marker, width, block))
                        break

    def total(self, place: str, things: list[Item]) -> None:
        """The last resort: one badge with the number of units, wherever there is room at all."""
        count = sum(t.count if isinstance(t, Stack) else 1 for t in things)
        size = self.width(0.6)
        anywhere = self.room.everywhere()
        block = self.room.place(anywhere, size + _GAP, size * RATIO + _GAP, self.near(place), (0.0,))
        if block:
            self.layout.totals.append((place, count, block))


def _columns(count: int) -> list[int]:
    """Numbers of columns worth trying for a plate, the best first."""
    best = max(1, math.ceil(math.sqrt(count)))
    return sorted(range(1, min(count, 6) + 1), key=lambda c: abs(c - best))[:3]


def _slots(base: Base, place: str, width: int, near: Spot, count: int) -> list[Block]:
    """At least `count` disjoint blocks inside a place if it has so many, nearest to its anchor first."""
    mask = base.room.mask(place)
    if (place, width) not in base.slots:
        base.slots[place, width] = ([], base.room.copy())
    found, scratch = base.slots[place, width]
    while len(found) < min(count, _MOST_SLOTS):
        block = scratch.place(mask, width + _GAP, width * RATIO + _GAP, near)
        if block is None:
            break
        found.append(block)
    return found


def _crowding(base: Base, place: str, things: Iterable[Item]) -> tuple[float, str]:
    """Sort key: cramped places first."""
    region = base.atlas.region(place)
    return region.radius / max(1, len(list(things))), place


def plan(base: Base, scene: Scene, earlier: Layout | None = None) -> Layout:
    """Lay out the counters of a scene. earlier: a layout whose counters keep their blocks if they can."""
    planner = _Planner(base, earlier)
    todo: Mapping[str, list[Item]] = {
        place: found for place, view in scene.places.items() if place in base.names.anchors and (found := items(view))
    }
    order = sorted(todo, key=lambda p: _crowding(base, p, todo[p]))
    rest = [place for place in order if not planner.own_room(place, todo[place])]
    for place in sorted(scene.places):
        if any(m.toward for m in scene.places[place].markers) and place in base.names.anchors:
            planner.guards(place, scene.places[place])
    rest = [place for place in rest if not planner.spilling(place, todo[place])]
    for place in rest:
        if planner.at_edge(place) or not planner.call_out(place, todo[place]):
            planner.total(place, todo[place])
    return planner.layout
