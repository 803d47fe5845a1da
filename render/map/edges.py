"""Signs at the edges of the picture where the board goes on: a tag that names the place beyond, with an arrow."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import ImageDraw

from render.map.camera import Camera
from render.map.names import short_name, zone_name
from render.map.room import Block, Room
from render.map.shapes import Atlas, Edge
from render.style import theme

_HIGH = 22
_SEARCH = 30
"""How far from its own spot a tag may move along the edge, in cells."""


@dataclass(frozen=True)
class _Tag:
    """A tag's upper left corner and size in pixels."""

    left: float
    top: float
    wide: float
    high: float


def draw(pen: ImageDraw.ImageDraw, plan: Atlas, camera: Camera, room: Room) -> None:
    """Draw the signs of all edges that the camera sees, and take their room."""
    for edge in plan.edges:
        if _seen(plan, edge, camera):
            _draw(pen, plan, edge, camera, room)


def _seen(plan: Atlas, edge: Edge, camera: Camera) -> bool:
    left, _, right, bottom = camera.box
    x, y = camera.spot((edge.at, edge.at))
    if edge.side == "bottom":
        return bottom >= plan.height - 1 and 0 <= x <= camera.width
    at_edge = left <= 1 if edge.side == "left" else right >= plan.width - 1
    return at_edge and 0 <= y <= camera.height


def _draw(pen: ImageDraw.ImageDraw, plan: Atlas, edge: Edge, camera: Camera, room: Room) -> None:
    ui = camera.ui
    label = zone_name(plan, edge.beyond) if edge.beyond in plan.sea else short_name(plan, edge.beyond)
    font = theme.font("semibold", round(18 * ui))
    tag = _placed(edge, camera, room, font.getlength(label) + _HIGH * ui, _HIGH * ui)
    if not tag:
        return
    box = [tag.left, tag.top, tag.left + tag.wide, tag.top + tag.high]
    pen.rounded_rectangle(box, 4 * ui, fill=(248, 242, 226, 225), outline=(70, 58, 42, 255), width=camera.pixels(1.4))
    pen.polygon(_arrow(edge.side, tag, ui), fill=(58, 44, 34, 255))
    aside = -5.5 if edge.side == "right" else 5.5
    spot = (tag.left + tag.wide / 2 + aside * ui, tag.top + tag.high / 2)
    pen.text(spot, label, font=font, fill=(*theme.INK, 255), anchor="mm")


def _arrow(side: str, tag: _Tag, ui: float) -> list[tuple[float, float]]:
    """A triangle at the end of the tag that is next to the edge, or at its left end at the bottom."""
    middle = tag.top + tag.high / 2
    if side == "bottom":
        x = tag.left + 10 * ui
        return [(x, middle + 6 * ui), (x - 6 * ui, middle - 4 * ui), (x + 6 * ui, middle - 4 * ui)]
    sign, end = (1, tag.left) if side == "left" else (-1, tag.left + tag.wide)
    back = end + sign * 13 * ui
    return [(end + sign * 4 * ui, middle), (back, middle - 6 * ui), (back, middle + 6 * ui)]


def _placed(edge: Edge, camera: Camera, room: Room, wide: float, high: float) -> _Tag | None:
    """The free spot along the edge that is nearest to where the way leads across it."""
    across, down = room.size(wide, high)
    x, y = camera.spot((edge.at, edge.at))
    for offset in sorted(range(-_SEARCH, _SEARCH + 1), key=abs):
        if edge.side == "bottom":
            block = Block(int(x / room.cell - across / 2) + offset, room.height - 1 - down, across, down)
        else:
            column = 0 if edge.side == "left" else room.width - 1 - across
            block = Block(column, int(y / room.cell - down / 2) + offset, across, down)
        if room.free(block):
            room.take(block)
            return _tag(edge.side, camera, room.centre(block), wide, high)
    return None


def _tag(side: str, camera: Camera, centre: tuple[float, float], wide: float, high: float) -> _Tag:
    x, y = centre
    if side == "bottom":
        return _Tag(x - wide / 2, camera.height - high, wide, high)
    return _Tag(0.0 if side == "left" else camera.width - wide, y - high / 2, wide, high)
