"""A flow-based cartogram: crowded regions grow, empty ones shrink, nothing folds over.

After Gastner, Seguy and More: the density (wanted area by area now) spreads out like heat and takes the
map along. The density is clipped and blurred, from coarse to fine, so that the world stays recognisable.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.fft import dctn, idctn
from scipy.ndimage import distance_transform_edt, gaussian_filter, map_coordinates

from tools.mapmaker import rasters
from tools.mapmaker.rasters import Labels
from tools.mapmaker.table import VOID, Table
from tools.mapmaker.waters import Waters

Array = NDArray[np.float64]
ROUNDS = ((40.0, 0.45, 5.0), (22.0, 0.6, 2.6), (12.0, 0.7, 1.9), (7.0, 0.75, 1.7), (4.5, 0.8, 1.5))
"""Each round: blur of the density in cells, least and greatest density."""
_REFERENCE = 4096.0


@dataclass(frozen=True)
class Warp:
    """Where the corners of the grid's cells went: `x`, `y` have one row and column more than the grid."""

    x: Array
    y: Array

    def apply(self, points: Array) -> Array:
        """Move points given in cells."""
        at = [points[:, 1], points[:, 0]]
        x = map_coordinates(self.x, at, order=1, mode="nearest")
        y = map_coordinates(self.y, at, order=1, mode="nearest")
        return np.column_stack([x, y])

    def areas(self) -> Array:
        """The area of every cell after the move."""
        x, y = self.x, self.y
        dx1, dy1 = x[1:, 1:] - x[:-1, :-1], y[1:, 1:] - y[:-1, :-1]
        dx2, dy2 = x[1:, :-1] - x[:-1, 1:], y[1:, :-1] - y[:-1, 1:]
        return 0.5 * np.abs(dx1 * dy2 - dx2 * dy1)


def targets(table: Table, names: Sequence[str], areas: Mapping[str, float], cells: int, width: int) -> dict[str, float]:
    """The wanted area of each region in cells; the sum is the whole grid.

    Land wants the greater (softly) of a floor in pixels of a map 4096 wide and a part of its own area.
    """
    pixel = (width / _REFERENCE) ** 2
    room = table.weights
    wanted = {}
    for name in names:
        area = areas[name]
        if name == VOID:
            wanted[name] = area * 0.62
        elif name in table.sea:
            wanted[name] = max(room.sea_floor * pixel, 0.78 * area**0.93) * room.sea.get(name, 1)
        else:
            floor = room.land_floor * pixel * room.land.get(name, 0.3 if name.startswith("~") else 1)
            wanted[name] = float((floor**3 + (1.05 * area**0.92) ** 3) ** (1 / 3))
    factor = cells / sum(wanted.values())
    return {name: area * factor for name, area in wanted.items()}


def warp(table: Table, land: Mapping[str, Any], waters: Waters, first: Labels) -> Warp:
    """Compute the move of the grid. land: shapes in cells. first: raster of land before the move."""
    height, width = first.shape
    names = [*land, *waters.names]
    ids = np.where(first > 0, first, np.where(waters.labels > 0, waters.labels + len(land), 0))
    areas = {n: float(a) for n, a in zip(names, np.bincount(ids.ravel(), minlength=len(names) + 1)[1:])}
    wanted = targets(table, names, areas, width * height, width)
    gx, gy = np.meshgrid(np.arange(width + 1.0), np.arange(height + 1.0))
    move = Warp(gx, gy)
    for blur, low, high in ROUNDS:
        now = np.bincount(ids.ravel(), weights=move.areas().ravel(), minlength=len(names) + 1)
        ratio = np.ones(len(names) + 1)
        for index, name in enumerate(names):
            ratio[index + 1] = np.clip(wanted[name] / max(now[index + 1], 1.0), low, high)
        density = np.exp(gaussian_filter(np.log(ratio[_moved(ids, move, land)]), blur, mode="nearest"))
        step = _flow(density)
        at = [move.y, move.x]
        move = Warp(
            map_coordinates(step.x, at, order=1, mode="nearest"), map_coordinates(step.y, at, order=1, mode="nearest")
        )
    return move


def _moved(ids: Labels, move: Warp, land: Mapping[str, Any]) -> Labels:
    """The label raster after the move so far."""
    height, width = ids.shape
    shapes = [shapely.transform(s, move.apply) for s in land.values()]
    moved = rasters.draw(shapes, width, height)
    cx = (move.x[:-1, :-1] + move.x[1:, 1:]) / 2
    cy = (move.y[:-1, :-1] + move.y[1:, 1:]) / 2
    spots = np.zeros_like(ids)
    rows, columns = np.clip(cy.astype(int), 0, height - 1), np.clip(cx.astype(int), 0, width - 1)
    spots[rows, columns] = ids
    spots[spots <= len(land)] = 0
    _, (y, x) = distance_transform_edt(spots == 0, return_indices=True)
    return np.where(moved > 0, moved, spots[y, x])


def _flow(density: Array, steps: int = 24) -> Warp:
    height, width = density.shape
    mean = density.mean()
    kx, ky = np.pi * np.arange(width) / width, np.pi * np.arange(height) / height
    k2 = kx[None, :] ** 2 + ky[:, None] ** 2
    k2[0, 0] = 1
    modes = -dctn(density - mean, type=2) / k2
    modes[0, 0] = 0
    jy, jx = np.gradient(idctn(modes, type=2))
    jx[:, 0] = jx[:, -1] = 0
    jy[0, :] = jy[-1, :] = 0
    px, py = np.meshgrid(np.arange(width + 1.0), np.arange(height + 1.0))

    def speed(x: Array, y: Array, t: float) -> tuple[Array, Array]:
        at = [np.clip(y - 0.5, 0, height - 1), np.clip(x - 0.5, 0, width - 1)]
        here = map_coordinates(density, at, order=1) * (1 - t) + mean * t
        return map_coordinates(jx, at, order=1) / here, map_coordinates(jy, at, order=1) / here

    for step in range(steps):
        t, dt = step / steps, 1 / steps
        ax, ay = speed(px, py, t)
        bx, by = speed(px + ax * dt / 2, py + ay * dt / 2, t + dt / 2)
        px, py = px + bx * dt, py + by * dt
        px[:, 0], px[:, -1], py[0, :], py[-1, :] = 0, width, 0, height
        np.clip(px, 0, width, px)
        np.clip(py, 0, height, py)
    return Warp(px, py)
