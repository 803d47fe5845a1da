"""Land after the cartogram: scaled to the integer grid of the file, simplified, small islands enlarged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import shapely
from shapely.affinity import scale
from shapely.geometry import LineString, MultiPolygon

from tools.mapmaker.cartogram import Warp
from tools.mapmaker.projection import frame, project
from tools.mapmaker.provinces import polygons
from tools.mapmaker.table import Table

WIDTH = 16384
"""Width of the file's grid; a quarter of a pixel on a map 4096 wide."""
_TOLERANCE = 3.2
_SPECK = 60.0
_STRAIT = 44.0
"""Least width of the water around an enlarged island."""


class Grid:
    """From degrees to cells of the cartogram's grid and on to the file's grid."""

    def __init__(self, table: Table, cells: int) -> None:
        left, bottom, right, top = frame(table.window)
        self.table, self.left, self.top = table, left, top
        self.per_degree = cells / (right - left)
        self.width, self.height = cells, round((top - bottom) * self.per_degree)
        self.factor = WIDTH / cells

    def cells(self, plane: Any) -> Any:
        """Cells of plane coordinates."""
        return np.column_stack(
            [(plane[:, 0] - self.left) * self.per_degree, (self.top - plane[:, 1]) * self.per_degree]
        )

    def spots(self, degrees: Any) -> Any:
        """Cells of points in degrees."""
        return self.cells(project(self.table.window, np.array(degrees, dtype=float)))


def land(table: Table, shapes: Mapping[str, Any], move: Warp, factor: float) -> dict[str, MultiPolygon]:
    """The final land shapes on the file's grid. shapes: in cells before the move."""
    moved = [shapely.transform(s, lambda xy: move.apply(xy) * factor) for s in shapes.values()]
    simple = shapely.coverage_simplify(moved, _TOLERANCE)
    result = {name: snap(shape) for name, shape in zip(shapes, simple)}
    for name in table.enlarge:
        apart = {n: s for n, s in result.items() if n != name and n not in table.touching(name)}
        result[name] = _apart(_enlarge(table, name, result[name]), apart)
    return result


def _apart(shape: MultiPolygon, others: Mapping[str, MultiPolygon]) -> MultiPolygon:
    """An enlarged island kept clear of other land."""
    near = [o for o in others.values() if o.distance(shape) < _STRAIT]
    if not near:
        return shape
    clear = shapely.difference(shape, shapely.union_all([o.buffer(_STRAIT) for o in near]))
    return snap(clear) if not clear.is_empty else shape


def carve(table: Table, shapes: Mapping[str, MultiPolygon], grid: Grid, move: Warp) -> dict[str, MultiPolygon]:
    """The shapes without the table's channels (straits that would be too narrow to see)."""
    channels = [_channel(table, width, line, grid, move) for width, line in table.channels]
    if not channels:
        return dict(shapes)
    water = shapely.union_all(channels)
    return {
        name: snap(shapely.difference(shape, water)) if shape.intersects(water) else shape
        for name, shape in shapes.items()
    }


def _channel(table: Table, width: float, line: Any, grid: Any, move: Any) -> Any:
    points = move.apply(grid.spots(line)) * grid.factor
    return LineString(points).buffer(width * WIDTH / 4096 / 2)


def snap(shape: Any) -> MultiPolygon:
    """The shape with integer coordinates, valid, without specks. Raises if nothing is left."""
    rounded = shapely.make_valid(shapely.transform(shape, np.rint))
    parts = polygons(rounded)
    kept = [p for p in parts if p.area > _SPECK] or sorted(parts, key=lambda p: -p.area)[:1]
    if not kept:
        raise ValueError("a region vanished")
    return MultiPolygon(kept)


def _enlarge(table: Table, name: str, shape: MultiPolygon) -> MultiPolygon:
    factor = table.enlarge.get(name)
    if not factor:
        return shape
    if name in table.keep_islets:
        middle = shape.centroid
        wide = scale(shape, factor, factor, origin=middle)
        return snap(shapely.union_all([p.buffer(16) for p in shapely.get_parts(wide)]))
    return snap(scale(shape, factor, factor, origin=shape.centroid))
