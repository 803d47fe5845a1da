"""Marks on the board: dotted links, canals, barriers, and signs at the edges where the board goes on."""

from __future__ import annotations

import itertools
import math

from PIL import Image, ImageDraw

from render.map.atlas import Atlas, Barrier, Edge, Link
from render.map.camera import Camera
from render.map.names import short_name, zone_name
from render.map.room import Block, Room
from render.style import theme
from render.style.theme import RGB

Spot = tuple[float, float]
_LINK: RGB = (58, 44, 34)
_CANAL: RGB = (30, 92, 140)
_WALL: RGB = (122, 26, 26)


def draw(layer: Image.Image, plan: Atlas, camera: Camera, room: Room, with_text: bool) -> None:
    """Draw all marks that the camera sees, and take their room."""
    pen = ImageDraw.Draw(layer)
    for barrier in plan.barriers:
        _barrier(pen, barrier, camera)
    for link in plan.links:
        if any(camera.shows(end, -40) for end in link.ends):
            _link(pen, link, camera, room)
    if with_text:
        for edge in plan.edges:
            _edge(pen, plan, edge, camera, room)


def _steps(start: Spot, end: Spot, pitch: float) -> list[Spot]:
    length = math.dist(start, end)
    count = max(1, round(length / pitch))
    return [
        (start[0] + (end[0] - start[0]) * i / count, start[1] + (end[1] - start[1]) * i / count)
        for i in range(count + 1)
    ]


def _dot(pen: ImageDraw.ImageDraw, spot: Spot, radius: float, colour: RGB) -> None:
    x, y = spot
    pen.ellipse([x - radius, y - radius, x + radius, y + radius], fill=(*colour, 255))


def _link(pen: ImageDraw.ImageDraw, link: Link, camera: Camera, room: Room) -> None:
    start, end = (camera.spot(s) for s in link.ends)
    ui = camera.ui
    colour = _CANAL if link.canal else _LINK
    if link.canal:
        pen.line([start, end], fill=(240, 248, 250, 255), width=camera.pixels(9))
        pen.line([start, end], fill=(*colour, 255), width=camera.pixels(5))
    else:
        dots = _steps(start, end, 8 * ui)
        for spot in dots:
            _dot(pen, spot, 3.4 * ui, (250, 244, 228))
        for spot in dots:
            _dot(pen, spot, 2.2 * ui, colour)
    for spot in (start, end):
        _dot(pen, spot, 5.4 * ui, (250, 244, 228))
        _dot(pen, spot, 3.8 * ui, colour)


def _barrier(pen: ImageDraw.ImageDraw, barrier: Barrier, camera: Camera) -> None:
    """A wall: a thick dark line with short teeth across it."""
    for line in barrier.lines:
        if not any(camera.shows(p, -30) for p in line):
            continue
        points = camera.line(line)
        pen.line(points, fill=(250, 240, 226, 235), width=camera.pixels(6), joint="curve")
        pen.line(points, fill=(*_WALL, 255), width=camera.pixels(3), joint="curve")
        _teeth(pen, points, camera)


def _teeth(pen: ImageDraw.ImageDraw, points: list[Spot], camera: Camera) -> None:
    pitch, size = 9 * camera.ui, 4.2 * camera.ui
    carried = pitch / 2
    for a, b in itertools.pairwise(points):
        length = math.dist(a, b)
        while length > 0 and carried <= length:
            t = carried / length
            x, y = a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
            nx, ny = -(b[1] - a[1]) / length * size, (b[0] - a[0]) / length * size
            pen.line([(x - nx, y - ny), (x + nx, y + ny)], fill=(*_WALL, 255), width=camera.pixels(2))
            carried += pitch
        carried -= length


def _edge(pen: ImageDraw.ImageDraw, plan: Atlas, edge: Edge, camera: Camera, room: Room) -> None:
    """A small tag at the edge that names the place beyond, with an arrow outwards."""
    at_left = edge.side == "left"
    at_edge = camera.box[0] <= 1 if at_left else camera.box[2] >= plan.width - 1
    y = camera.spot((0, edge.y))[1]
    if not at_edge or not 0 <= y <= camera.height:
        return
    ui = camera.ui
    label = zone_name(plan, edge.beyond) if edge.beyond in plan.sea else short_name(plan, edge.beyond)
    font = theme.font("semibold", round(18 * ui))
    wide = font.getlength(label) + 22 * ui
    high = 22 * ui
    block = _free_spot(room, camera, wide, high, y, at_left)
    if not block:
        return
    room.take(block)
    middle = room.centre(block)[1]
    left = 0.0 if at_left else camera.width - wide
    pen.rounded_rectangle(
        [left, middle - high / 2, left + wide, middle + high / 2],
        4 * ui,
        fill=(248, 242, 226, 225),
        outline=(70, 58, 42, 255),
        width=camera.pixels(1.4),
    )
    tip, back = (left + 4 * ui, left + 13 * ui) if at_left else (left + wide - 4 * ui, left + wide - 13 * ui)
    pen.polygon([(tip, middle), (back, middle - 6 * ui), (back, middle + 6 * ui)], fill=(*_LINK, 255))
    text_x = left + (wide + 11 * ui) / 2 if at_left else left + (wide - 11 * ui) / 2
    pen.text((text_x, middle), label, font=font, fill=(*theme.INK, 255), anchor="mm")


def _free_spot(room: Room, camera: Camera, wide: float, high: float, y: float, at_left: bool) -> Block | None:
    """The free block at the edge that is nearest to a height."""
    cw, ch = room.size(wide, high)
    x = 0 if at_left else room.width - 1 - cw
    row = int(y / room.cell - ch / 2)
    for offset in sorted(range(-30, 31), key=abs):
        block = Block(x, row + offset, cw, ch)
        if room.free(block):
            return block
    return None
