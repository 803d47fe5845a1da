"""Relief of the land as a grey picture that fits the geometry: mid grey is flat."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy.interpolate import LinearNDInterpolator
from scipy.ndimage import gaussian_filter, map_coordinates

from tools.mapmaker import rasters
from tools.mapmaker.cartogram import Warp
from tools.mapmaker.finish import WIDTH, Grid
from tools.mapmaker.projection import unproject

Array = NDArray[np.float64]
SIZE = 4096
_STEP = 4


def _source(path: Path) -> Array:
    Image.MAX_IMAGE_PIXELS = None
    grey = np.asarray(Image.open(path).convert("L"), dtype=np.float64)
    return gaussian_filter(grey, 1.0)


def _some(count: int) -> Array:
    """Every third of so many lines, and always the last: the picture's edge must lie between known points."""
    return np.union1d(np.arange(0, count, 3), [count - 1])


def _degrees(grid: Grid, move: Warp, height: int) -> tuple[Array, Array]:
    """Longitude and latitude of every pixel of the picture, from every fourth one."""
    rows, columns = _some(grid.height + 1), _some(grid.width + 1)
    sample = np.ix_(rows, columns)
    moved = np.column_stack([move.x[sample].ravel(), move.y[sample].ravel()])
    back = LinearNDInterpolator(moved, np.array([(x, y) for y in rows for x in columns], dtype=float))
    x = (np.arange(0, SIZE + _STEP, _STEP) + 0.5) / SIZE * grid.width
    y = (np.arange(0, height + _STEP, _STEP) + 0.5) / SIZE * grid.width
    mx, my = np.meshgrid(np.clip(x, 0.01, grid.width - 3.1), np.clip(y, 0.01, grid.height - 3.1))
    cells = back(mx, my)
    plane_x = cells[..., 0] / grid.per_degree + grid.left
    plane_y = grid.top - cells[..., 1] / grid.per_degree
    lon, lat = unproject(grid.table.window, plane_x, plane_y)
    return _enlarged(lon, height), _enlarged(lat, height)


def _enlarged(values: Array, height: int) -> Array:
    image = Image.fromarray(values.astype(np.float32))
    wide = image.resize((image.width * _STEP, image.height * _STEP), Image.Resampling.BICUBIC)
    return np.asarray(wide, dtype=np.float64)[:height, :SIZE]


def picture(source: Path, grid: Grid, move: Warp, land: list[Any], height: int) -> Image.Image:
    """The relief picture, SIZE wide: local contrast evened out, sea pixels kept out of it."""
    grey = _source(source)
    lon, lat = _degrees(grid, move, height)
    rows, columns = grey.shape
    at = [((90 - lat) / 180 * rows).ravel(), (((lon + 180) % 360) / 360 * columns).ravel()]
    values = map_coordinates(grey, at, order=1, mode="nearest").reshape(height, SIZE)
    mask = rasters.draw(land, SIZE, height, SIZE / WIDTH) > 0
    inland = (gaussian_filter(mask.astype(float), 2) > 0.97).astype(float)
    mean = gaussian_filter(values * inland, 45) / (gaussian_filter(inland, 45) + 1e-3)
    bumps = np.where(inland > 0, values - mean, 0)
    spread = np.sqrt(gaussian_filter(bumps**2 * inland, 90) / (gaussian_filter(inland, 90) + 1e-3))
    bumps = gaussian_filter(bumps / (spread * 0.75 + 4.0) * 11, 0.6)
    return Image.fromarray(np.clip(210 + bumps * 2.2, 90, 255).astype(np.uint8))
