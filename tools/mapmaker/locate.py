"""Where on earth a spot of the finished map lies: for the lists that help to mend a table."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.spatial import cKDTree

from tools.mapmaker.cartogram import Warp
from tools.mapmaker.finish import Grid
from tools.mapmaker.projection import unproject


class Locator:
    """Finds longitude and latitude of points on the file's grid, to about half a degree."""

    def __init__(self, grid: Grid, move: Warp) -> None:
        self.grid = grid
        gx, gy = np.meshgrid(np.arange(grid.width + 1.0), np.arange(grid.height + 1.0))
        self._cells = np.column_stack([gx.ravel(), gy.ravel()])
        self._tree = cKDTree(np.column_stack([move.x.ravel(), move.y.ravel()]) * grid.factor)

    def degrees(self, x: float, y: float) -> tuple[float, float]:
        """Longitude and latitude of a point of the file's grid."""
        _, index = self._tree.query([x, y])
        cx, cy = self._cells[index]
        plane_x = np.array([cx / self.grid.per_degree + self.grid.left])
        plane_y = np.array([self.grid.top - cy / self.grid.per_degree])
        lon, lat = unproject(self.grid.table.window, plane_x, plane_y)
        return round(float(lon[0]), 1), round(float(lat[0]), 1)

    def text(self, spots: Any) -> str:
        """The middle of some spots as text."""
        x, y = np.asarray(spots, dtype=float).reshape(-1, 2).mean(axis=0)
        return "({}, {})".format(*self.degrees(x, y))
