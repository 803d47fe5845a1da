"""Zones from raster to smooth shapes with common borders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt
from shapely.geometry import LineString, MultiPolygon, box

from tools.mapmaker.provinces import polygons
from tools.mapmaker.rasters import Labels
from tools.mapmaker.waters import Waters

Array = NDArray[np.float64]


def under_land(labels: Labels) -> Labels:
    """The labels spread under the land, so that zones need not follow coasts."""
    _, (y, x) = distance_transform_edt(labels == 0, return_indices=True)
    spread: Labels = labels[y, x]
    return spread


def shapes(waters: Waters, scale: float, tolerance: float = 1.3) -> dict[str, Any]:
    """The shape of each zone, in cells times scale; together they cover the raster."""
    labels = under_land(waters.labels)
    height, width = labels.shape
    arcs = [_smooth(np.asarray(a.coords), tolerance) for a in _arcs(labels)]
    outline = box(0, 0, width, height).boundary
    lines = shapely.union_all([LineString(a) for a in arcs if len(a) > 1] + [outline], grid_size=1e-3)
    faces = shapely.get_parts(shapely.polygonize(list(shapely.get_parts(lines))))
    found: dict[int, list[Any]] = {}
    for face in faces:
        point = face.representative_point()
        index = int(labels[min(int(point.y), height - 1), min(int(point.x), width - 1)])
        found.setdefault(index, []).append(face)
    result = {}
    for index, name in enumerate(waters.names):
        joined = shapely.union_all(found.get(index + 1, []))
        result[name] = MultiPolygon(polygons(shapely.transform(joined, lambda xy: np.rint(xy * scale))))
    return result


def _arcs(labels: Labels) -> Sequence[Any]:
    """The border lines between different labels, from junction to junction."""
    edges = []
    down, right = labels[:-1] != labels[1:], labels[:, :-1] != labels[:, 1:]
    for y, x in zip(*np.nonzero(down)):
        edges.append(((x, y + 1), (x + 1, y + 1)))
    for y, x in zip(*np.nonzero(right)):
        edges.append(((x + 1, y), (x + 1, y + 1)))
    merged = shapely.line_merge(shapely.multilinestrings([LineString(e) for e in edges]))
    return list(shapely.get_parts(merged))


def _smooth(line: Array, tolerance: float) -> Array:
    """Douglas-Peucker, then corners cut twice; the ends stay (a closed line stays closed)."""
    simple = np.asarray(LineString(line).simplify(tolerance).coords)
    for _ in range(2):
        if len(simple) < 3:
            break
        a, b = simple[:-1], simple[1:]
        cut = np.empty((2 * len(a), 2))
        cut[0::2], cut[1::2] = 0.75 * a + 0.25 * b, 0.25 * a + 0.75 * b
        cut[0], cut[-1] = simple[0], simple[-1]
        simple = cut
    return np.asarray(LineString(simple).simplify(0.12).coords)
