"""The line between two places on the grid, and the signs of what guards it: mines, hedgehogs."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from render.input.scene import MarkerView, Scene
from render.map.atlas import atlas
from render.map.base import Base
from render.map.shapes import Polygon, Region, Spot
from render.style import theme

Line = tuple[Spot, ...]
Pixel = tuple[float, float]
_DASH, _BREAK = 9.0, 7.0
"""Lengths of the dashes along a guarded border and of what is between them, in pixels at ui 1.0."""


@lru_cache(maxsize=512)
def lines(board: str, place: str, other: str) -> tuple[Line, ...]:
    """The parts of a place's outline that are its border with another place, longest first; empty if they only
    meet in a point or not at all."""
    plan = atlas(board)
    mine, theirs = plan.region(place), plan.region(other)
    if place in plan.sea and other in plan.land:
        mine, theirs = theirs, mine
    shore = other in plan.sea or place in plan.sea
    shared = _inland(plan.land.values(), mine) if shore else _corners(theirs)
    runs: list[Line] = []
    for polygon in mine.polygons:
        ring = polygon[0]
        if shore:
            marks = [p not in shared and _inside(theirs, p) for p in ring]
        else:
            marks = [p in shared for p in ring]
        runs += _runs(ring, marks)
    return tuple(sorted(runs, key=_length, reverse=True))


def _corners(region: Region) -> set[Spot]:
    return {p for polygon in region.polygons for p in polygon[0]}


def _inland(regions: Iterable[Region], mine: Region) -> set[Spot]:
    """The corners of a territory that other territories have too."""
    found: set[Spot] = set()
    own = _corners(mine)
    for region in regions:
        if region.name != mine.name and _near(region, mine):
            found |= own & _corners(region)
    return found


def _near(a: Region, b: Region) -> bool:
    return a.box[0] <= b.box[2] and b.box[0] <= a.box[2] and a.box[1] <= b.box[3] and b.box[1] <= a.box[3]


def _inside(region: Region, spot: Spot) -> bool:
    left, top, right, bottom = region.box
    if not (left <= spot[0] <= right and top <= spot[1] <= bottom):
        return False
    return any(_in_polygon(polygon, spot) for polygon in region.polygons)


def _in_polygon(polygon: Polygon, spot: Spot) -> bool:
    """Even or odd: how many sides of all rings lie to the left of a spot."""
    x, y = spot
    inside = False
    for ring in polygon:
        for (ax, ay), (bx, by) in itertools.pairwise((*ring, ring[0])):
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                inside = not inside
    return inside


def _runs(ring: Sequence[Spot], marks: Sequence[bool]) -> list[Line]:
    """The marked stretches of a closed ring that have at least two corners."""
    if all(marks):
        return [(*ring, ring[0])]
    start = marks.index(False)
    turned = [(ring[(start + n) % len(ring)], marks[(start + n) % len(ring)]) for n in range(len(ring))]
    groups = itertools.groupby(turned, key=lambda corner: corner[1])
    found = [tuple(p for p, _ in group) for marked, group in groups if marked]
    return [run for run in found if len(run) > 1]


def _length(line: Line) -> float:
    return sum(math.dist(a, b) for a, b in itertools.pairwise(line))


@lru_cache(maxsize=512)
def middle(board: str, place: str, other: str) -> Pixel:
    """Where a sign of the border between two places stands: half-way along its longest part, or the spot of the
    place's outline that is nearest to the other place."""
    found = lines(board, place, other)
    if found:
        return _along(found[0], _length(found[0]) / 2)
    plan = atlas(board)
    mine, theirs = list(_corners(plan.region(place))), list(_corners(plan.region(other)))
    few = theirs[:: max(1, len(theirs) // 200)]
    return min(mine, key=lambda p: min(math.dist(p, q) for q in few))


def _along(line: Line, far: float) -> Pixel:
    for a, b in itertools.pairwise(line):
        step = math.dist(a, b)
        if far <= step:
            t = far / step if step else 0.0
            return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
        far -= step
    return line[-1]


def paint(picture: Image.Image, base: Base, scene: Scene) -> None:
    """Draw a dashed line along every guarded border, in the colour of who guards it."""
    pen = ImageDraw.Draw(picture, "RGBA")
    for place, view in scene.places.items():
        for marker in view.markers:
            if place in base.atlas and marker.toward in base.atlas:
                _guarded(pen, base, place, marker)


def _guarded(pen: ImageDraw.ImageDraw, base: Base, place: str, marker: MarkerView) -> None:
    ui, camera = base.camera.ui, base.camera
    colour = theme.power_colour(marker.owner)
    rim = theme.on(colour)
    for line in lines(base.atlas.board, place, marker.toward):
        if any(camera.shows(spot, -30) for spot in line):
            dashes = list(_dashes(camera.line(line), _DASH * ui, _BREAK * ui))
            for width, paint in ((8.5, rim), (5.5, colour)):
                for dash in dashes:
                    pen.line(dash, fill=(*paint, 255), width=camera.pixels(width), joint="curve")


def _dashes(line: Sequence[Pixel], dash: float, gap: float) -> Iterator[list[Pixel]]:
    """A line cut into dashes."""
    current: list[Pixel] = [line[0]]
    left, drawing = dash, True
    for a, b in itertools.pairwise(line):
        step, done = math.dist(a, b), 0.0
        while step - done > left:
            done += left
            spot = (a[0] + (b[0] - a[0]) * done / step, a[1] + (b[1] - a[1]) * done / step)
            if drawing:
                yield [*current, spot]
            current, drawing = [spot], not drawing
            left = dash if drawing else gap
        left -= step - done
        current.append(b)
    if drawing and len(current) > 1:
        yield current
