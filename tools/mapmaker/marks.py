"""Marks for what the drawing cannot show: links, barriers, and where the map goes on across its edge."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import shapely
from shapely.geometry import LineString
from shapely.ops import nearest_points

from tools.mapmaker.contacts import Pair, Report
from tools.mapmaker.rasters import Labels
from tools.mapmaker.table import Table

Spot = tuple[int, int]
_OPPOSITE = {"left": "right", "right": "left", "bottom": "bottom"}
"""Where a way across an edge comes back; off the lower edge it leads around outside the picture."""


@dataclass
class Marks:
    """All marks on the file's grid.

    links: pair -> the two ends of a dotted line. canals: name and pair -> the two ends. barriers: pair ->
    lines to draw a wall along. edges: (place, place beyond, side, how far down or along that edge).
    """

    links: dict[Pair, tuple[Spot, Spot]] = field(default_factory=dict)
    canals: dict[tuple[str, Pair], tuple[Spot, Spot]] = field(default_factory=dict)
    barriers: dict[Pair, list[list[Spot]]] = field(default_factory=dict)
    edges: list[tuple[str, str, str, int]] = field(default_factory=list)


def make(
    table: Table, report: Report, ids: Labels, names: Sequence[str], shapes: Mapping[str, Any], scale: float
) -> Marks:
    """Marks for every missing and every extra contact of the report. scale: file units a cell of ids."""
    marks = Marks()
    sides = _sides(ids, names)
    canals = {tuple(sorted(pair)): name for name, pair, _ in table.canals}
    beyond: list[tuple[Pair, str]] = []
    for pair in report.missing:
        a, b = pair
        side = _across(sides, a, b)
        if pair in canals:
            marks.canals[canals[pair], pair] = _ends(shapes[a], shapes[b], inward=60)
        elif side:
            beyond.append((pair, side))
        else:
            marks.links[pair] = _ends(shapes[a], shapes[b], inward=36)
    marks.edges = _edges(beyond, sides, scale)
    for pair in report.extra:
        a, b = (names.index(n) + 1 for n in pair)
        marks.barriers[pair] = _border(ids, a, b, scale)
    return marks


def _sides(ids: Labels, names: Sequence[str]) -> dict[str, dict[str, tuple[int, int]]]:
    """For each edge the cells along it between which a region touches it."""
    sides: dict[str, dict[str, tuple[int, int]]] = {}
    for side, line in (("left", ids[:, 1]), ("right", ids[:, -2]), ("bottom", ids[-2])):
        sides[side] = {}
        for code in filter(None, np.unique(line)):
            cells = np.nonzero(line == code)[0]
            sides[side][names[code - 1]] = (int(cells.min()), int(cells.max()))
    return sides


def _across(sides: dict[str, dict[str, tuple[int, int]]], a: str, b: str) -> str:
    """The edge across which the way leads from the first of two regions to the other, "" if none does."""
    return next((side for side, far in _OPPOSITE.items() if a in sides[side] and b in sides[far]), "")


def _edges(
    beyond: Sequence[tuple[Pair, str]], sides: dict[str, dict[str, tuple[int, int]]], scale: float
) -> list[tuple[str, str, str, int]]:
    wanted: dict[tuple[str, str], list[str]] = defaultdict(list)
    for (a, b), side in beyond:
        wanted[side, a].append(b)
        wanted[_OPPOSITE[side], b].append(a)
    edges = []
    for (side, here), neighbours in sorted(wanted.items()):
        low, high = sides[side][here]
        far = sides[_OPPOSITE[side]]
        for n, there in enumerate(sorted(neighbours, key=lambda name: sum(far[name]))):
            row = low + (high - low) * (n + 0.5) / len(neighbours)
            edges.append((here, there, side, round(row * scale)))
    return edges


def _ends(a: Any, b: Any, inward: float) -> tuple[Spot, Spot]:
    """The nearest points of two shapes, each moved a little into its own shape."""
    p, q = nearest_points(a, b)
    return _inside(a, p, inward), _inside(b, q, inward)


def _inside(shape: Any, point: Any, inward: float) -> Spot:
    core = shape.buffer(-inward)
    spot = nearest_points(core, point)[0] if not core.is_empty else point
    if spot.distance(point) > 4 * inward:
        spot = point
    return round(spot.x), round(spot.y)


def _border(ids: Labels, a: int, b: int, scale: float) -> list[list[Spot]]:
    """The common border of two regions as smooth lines."""
    edges = []
    down = ((ids[:-1] == a) & (ids[1:] == b)) | ((ids[:-1] == b) & (ids[1:] == a))
    right = ((ids[:, :-1] == a) & (ids[:, 1:] == b)) | ((ids[:, :-1] == b) & (ids[:, 1:] == a))
    edges += [((x, y + 1), (x + 1, y + 1)) for y, x in zip(*np.nonzero(down))]
    edges += [((x + 1, y), (x + 1, y + 1)) for y, x in zip(*np.nonzero(right))]
    merged = shapely.line_merge(shapely.multilinestrings([LineString(e) for e in edges]))
    lines = []
    for part in shapely.get_parts(merged):
        if part.length >= 5:
            line = part.simplify(1.2)
            lines.append([(round(x * scale), round(y * scale)) for x, y in line.coords])
    return lines
