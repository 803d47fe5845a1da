"""Sea zones: each water cell joins the zone whose seed is nearest by water.

The way is longer along coasts that a zone must not touch by the rules, so that zones give such coasts
to those that may. What is left over is repaired on the raster, then traced to smooth shapes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import dijkstra

from tools.mapmaker.rasters import Labels
from tools.mapmaker.table import VOID, Table

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]
_STEPS = ((0, 1, 1.0), (1, 0, 1.0), (1, 1, 2**0.5), (1, -1, 2**0.5))
_FORBIDDEN = 14.0
"""How many times longer a way along a forbidden coast counts."""


@dataclass(frozen=True)
class Waters:
    """Zones on a raster: `labels` holds 1 + the index in `names` for water cells, 0 for land."""

    names: tuple[str, ...]
    labels: Labels


def label(
    table: Table, land: Labels, land_names: Sequence[str], seeds: Mapping[str, Array], coast: float, reach: float
) -> Waters:
    """Give every water cell to a zone.

    land: raster with 1 + index in land_names. seeds: cell coordinates (x, y) by zone. coast: how far
    from land a cell counts as coast; reach: farthest way from a seed, both in cells.
    """
    names = tuple(seeds)
    away, (near_y, near_x) = ndimage.distance_transform_edt(land == 0, return_indices=True)
    shore = np.where(away <= coast, land[near_y, near_x], 0)
    best = np.full(land.shape, np.inf)
    labels = np.zeros(land.shape, dtype=np.int32)
    for index, name in enumerate(names):
        window, ways = _ways(land, _cost(table, name, shore, land_names), seeds[name], reach)
        better = ways < best[window]
        best[window] = np.where(better, ways, best[window])
        labels[window] = np.where(better, index + 1, labels[window])
    labels = _join_fragments(labels, land == 0, seeds, names)
    return Waters(names, labels)


def _cost(table: Table, zone: str, shore: Labels, land_names: Sequence[str]) -> Array:
    allowed = np.ones(len(land_names) + 1, dtype=bool)
    if zone != VOID:
        touching = table.touching(zone)
        for index, land in enumerate(land_names):
            allowed[index + 1] = land in touching or land.startswith("~") or land in table.impassable
    cost: Array = np.where(allowed[shore], 1.0, _FORBIDDEN)
    return cost


def _ways(land: Labels, cost: Array, seeds: Array, reach: float) -> tuple[tuple[slice, slice], Array]:
    """Lengths of the ways from the nearest seed, in a window around the seeds."""
    height, width = land.shape
    pad = int(reach)
    x0, y0 = np.maximum(seeds.min(axis=0).astype(int) - pad, 0)
    x1, y1 = seeds.max(axis=0).astype(int) + pad
    window = (slice(y0, min(y1, height)), slice(x0, min(x1, width)))
    water, price = land[window] == 0, cost[window]
    graph = _graph(water, price)
    spots = [_nearest_water(water, x - x0, y - y0) for x, y in seeds]
    ways = dijkstra(graph, indices=spots, min_only=True, limit=reach * 4)
    return window, np.where(water, ways.reshape(water.shape), np.inf)


def _graph(water: Bools, price: Array) -> coo_matrix:
    height, width = water.shape
    number = np.arange(height * width).reshape(height, width)
    rows, columns, weights = [], [], []
    for dy, dx, length in _STEPS:
        a = (slice(0, height - dy), slice(max(0, -dx), width - max(0, dx)))
        b = (slice(dy, height), slice(max(0, dx), width - max(0, -dx)))
        both = water[a] & water[b]
        rows.append(number[a][both])
        columns.append(number[b][both])
        weights.append(length * (price[a][both] + price[b][both]) / 2)
    size = height * width
    links = (np.concatenate(weights), (np.concatenate(rows), np.concatenate(columns)))
    graph = coo_matrix(links, shape=(size, size)).tocsr()
    return graph + graph.T


def _nearest_water(water: Bools, x: float, y: float) -> int:
    height, width = water.shape
    cx, cy = int(np.clip(x, 0, width - 1)), int(np.clip(y, 0, height - 1))
    if not water[cy, cx]:
        ys, xs = np.nonzero(water)
        k = int(np.argmin((xs - cx) ** 2 + (ys - cy) ** 2))
        cx, cy = int(xs[k]), int(ys[k])
    return cy * width + cx


def _join_fragments(labels: Labels, water: Bools, seeds: Mapping[str, Array], names: Sequence[str]) -> Labels:
    """Pieces of a zone that hold none of its seeds go to the zones around them."""
    labels = labels.copy()
    for index, name in enumerate(names):
        parts, count = ndimage.label(labels == index + 1)
        if count < 2:
            continue
        sizes = np.bincount(parts.ravel())
        homes = {int(parts[int(y), int(x)]) for x, y in np.clip(seeds[name], 0, np.array(parts.shape)[::-1] - 1)}
        homes.discard(0)
        homes.add(int(np.argmax(sizes[1:])) + 1)
        labels[(parts > 0) & ~np.isin(parts, list(homes))] = 0
    return fill(labels, water)


def fill(labels: Labels, where: Bools) -> Labels:
    """Spread labels into unlabelled cells of `where`, step by step, never across other cells."""
    labels = labels.copy()
    while True:
        empty = (labels == 0) & where
        if not empty.any():
            return labels
        spread = ndimage.maximum_filter(labels, size=3)
        grown = empty & (spread > 0)
        if not grown.any():
            return labels
        labels[grown] = spread[grown]
