"""Marks on the board: dotted links, canals, barriers."""

from __future__ import annotations

import itertools
import math

from PIL import Image, ImageDraw

from render.map import edges
from render.map.camera import Camera
from render.map.room import Room
from render.map.shapes import Atlas, Barrier, Link
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
        edges.draw(pen, plan, camera, room)


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
