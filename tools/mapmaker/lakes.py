"""Great lakes, for the looks: Natural Earth lakes cut out of the land."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely.geometry import Polygon, box

from tools.mapmaker.cartogram import Warp
from tools.mapmaker.finish import Grid
from tools.mapmaker.projection import bend
from tools.mapmaker.provinces import polygons
from tools.mapmaker.table import Table

_LEAST = 0.35
_LEAST_DRAWN = 2500
_CASPIAN = box(46, 36, 55, 48)


def _arcs(topology: dict[str, Any]) -> list[list[tuple[float, float]]]:
    transform = topology.get("transform")
    arcs = []
    for arc in topology["arcs"]:
        x = y = 0.0
        line = []
        for point in arc:
            if transform:
                x, y = x + point[0], y + point[1]
                (sx, sy), (tx, ty) = transform["scale"], transform["translate"]
                line.append((x * sx + tx, y * sy + ty))
            else:
                line.append((point[0], point[1]))
        arcs.append(line)
    return arcs


def _ring(arcs: list[list[tuple[float, float]]], indices: list[int]) -> list[tuple[float, float]]:
    ring: list[tuple[float, float]] = []
    for i in indices:
        line = arcs[i] if i >= 0 else arcs[~i][::-1]
        ring += line[1:] if ring else line
    return ring


def read(path: Path) -> list[Polygon]:
    """Outlines of lakes in degrees, the larger ones."""
    topology = json.loads(path.read_text("utf-8"))
    arcs = _arcs(topology)
    found = []
    for lake in topology["objects"]["lakes"]["geometries"]:
        for rings in [lake["arcs"]] if lake["type"] == "Polygon" else lake["arcs"]:
            outline = Polygon(_ring(arcs, rings[0]))
            if outline.area > _LEAST and not outline.centroid.within(_CASPIAN):
                found.append(outline)
    return found


def place(table: Table, lakes: list[Polygon], grid: Grid, move: Warp, land: Any) -> list[Any]:
    """The lakes on the file's grid, inside the land."""
    window, placed = table.window, []
    for lake in lakes:
        edge = window.left - float(bend(window, np.array([lake.centroid.y]))[0])
        shift = 360 if lake.centroid.x < edge else 0
        if lake.bounds[0] + shift < edge or lake.centroid.y > 68:
            continue
        ring = [(x + shift, y) for x, y in lake.exterior.coords]
        outline = shapely.make_valid(Polygon(np.rint(move.apply(grid.spots(ring)) * grid.factor)))
        inside = shapely.intersection(outline.simplify(2), land)
        placed += [shapely.transform(p, np.rint) for p in polygons(inside) if p.area > _LEAST_DRAWN]
    return placed
