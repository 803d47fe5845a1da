"""Land: provinces are picked by the table's selectors and joined to territories in plane coordinates.

A selector list is `A3` (the rest of a country), `A3:name,name`, `A3:prefix*` or `PT:lon,lat,radius` (a
drawn islet), joined by `;`. Explicit names win over prefixes, prefixes over the rest.
"""

from __future__ import annotations

import math
import sqlite3
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely import wkb
from shapely.affinity import translate
from shapely.geometry import MultiPoint, Point, Polygon, box

from tools.mapmaker.projection import bend, frame, project
from tools.mapmaker.table import Table

GRID = 1e-5
Key = tuple[str, str]
Geometry = Any


def read(geopackage: Path) -> list[tuple[Key, Geometry]]:
    """All provinces of the GeoPackage: (country code, name), shape on a fine grid."""
    with sqlite3.connect(geopackage) as db:
        rows = db.execute("select adm0_a3, name, admin, geom from states_provinces").fetchall()
    provinces = []
    for country, name, admin, blob in rows:
        if blob is None or (country == "NLD" and admin != "Netherlands"):
            continue
        skip = (0, 32, 48, 48, 64)[(blob[3] >> 1) & 7]
        provinces.append(((country, name or ""), shapely.set_precision(wkb.loads(blob[8 + skip :]), GRID)))
    return provinces


class Selectors:
    """The table's selectors, parsed: which region a province belongs to, and the drawn islets."""

    def __init__(self, land: dict[str, str]) -> None:
        self.exact: dict[Key, str] = {}
        self.rest: dict[str, str] = {}
        self.prefix: list[tuple[str, str, str]] = []
        self.islets: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
        for region, text in land.items():
            for part in filter(None, text.split(";")):
                self._add(region, *part.partition(":")[::2])

    def _add(self, region: str, head: str, names: str) -> None:
        if head == "PT":
            lon, lat, radius = map(float, names.split(","))
            self.islets[region].append((lon, lat, radius))
        elif not names:
            self.rest[head] = region
        else:
            for name in names.split(","):
                if name.endswith("*"):
                    self.prefix.append((head, name[:-1], region))
                else:
                    self.exact[head, name] = region

    def region(self, province: Key) -> str | None:
        """The region of a province, None if no selector wants it."""
        if province in self.exact:
            return self.exact[province]
        country, name = province
        for head, start, region in self.prefix:
            if head == country and name.startswith(start):
                return region
        return self.rest.get(country)


def _islet(lon: float, lat: float, radius: float, seed: int) -> Geometry:
    stretch = 1 / math.cos(math.radians(lat))
    ring = []
    for t in np.linspace(0, 2 * math.pi, 40, endpoint=False):
        r = radius * (1 + 0.14 * math.sin(3 * t + seed) + 0.09 * math.cos(5 * t + 2 * seed))
        ring.append((lon + r * stretch * math.cos(t), lat + r * math.sin(t)))
    return Polygon(ring)


def _cut(shape: Geometry, seeds: tuple[tuple[str, float, float], ...]) -> list[tuple[str, Geometry]]:
    cells = shapely.voronoi_polygons(MultiPoint([s[1:] for s in seeds]), extend_to=box(*shape.bounds).buffer(5))
    pieces = []
    for cell in cells.geoms:
        for region, x, y in seeds:
            if cell.contains(Point(x, y)):
                pieces.append((region, shapely.set_precision(shapely.intersection(shape, cell), GRID)))
    return pieces


def gather(table: Table, provinces: list[tuple[Key, Geometry]]) -> dict[str, list[Geometry]]:
    """The pieces of each region in degrees. Raises if a selector names no province."""
    selectors = Selectors(dict(table.land))
    pieces: dict[str, list[Geometry]] = defaultdict(list)
    seen = set()
    for key, shape in provinces:
        seen.add(key)
        if ":".join(key) in table.leave_out:
            continue
        clip = table.clip.get(":".join(key))
        if clip:
            shape = shapely.intersection(shape, box(*clip))
        if key in table.split:
            for region, piece in _cut(shape, table.split[key]):
                pieces[region].append(piece)
            continue
        region = selectors.region(key)
        if region:
            pieces[region].append(shape)
    unknown = sorted(k for k in (*selectors.exact, *table.split) if k not in seen)
    if unknown:
        raise ValueError(f"selectors that match no province: {unknown}")
    for region, islets in selectors.islets.items():
        pieces[region] += [_islet(*spot, seed=len(region) + n) for n, spot in enumerate(islets)]
    empty = [r for r in table.land if not pieces[r]]
    if empty:
        raise ValueError(f"regions without land: {empty}")
    return {region: pieces[region] for region in table.land}


def _polygons(shape: Geometry) -> list[Geometry]:
    if shape.geom_type == "Polygon":
        return [] if shape.is_empty else [shape]
    return [p for part in getattr(shape, "geoms", ()) for p in _polygons(part)]


def polygons(shape: Geometry) -> list[Geometry]:
    """All polygons of a shape, however nested."""
    return _polygons(shape)


def _worth_keeping(parts: list[Geometry], islets: bool) -> list[Geometry]:
    parts = sorted(parts, key=lambda p: -p.area)
    least = 0.006 if islets else max(0.015, parts[0].area * 0.0012)
    return [p for n, p in enumerate(parts) if n == 0 or p.area > least]


def _to_side(table: Table, region: str, shape: Geometry) -> list[Geometry]:
    """The shape moved into the window; a part across the edge is cut there."""
    window = table.window
    point = shape.representative_point()
    edge = window.left - float(bend(window, np.array([point.y]))[0])
    far = region in table.far_side
    if far and point.x < window.left + 90:
        return [translate(shape, 360, 0)]
    if not far and point.x < edge and shape.bounds[2] < edge + 20:
        return [translate(shape, 360, 0)]
    return [shape]


def territories(table: Table, provinces: list[tuple[Key, Geometry]]) -> dict[str, Geometry]:
    """Every land region as a shape in plane coordinates; together a valid coverage."""
    bounds = box(*frame(table.window))
    shapes: dict[str, Geometry] = {}
    for region, pieces in gather(table, provinces).items():
        joined = shapely.union_all(pieces, grid_size=GRID)
        parts = [Polygon(p.exterior, [h for h in p.interiors if Polygon(h).area > 0.05]) for p in polygons(joined)]
        kept = _worth_keeping(parts, region in table.keep_islets)
        moved = [q for p in kept for q in _to_side(table, region, p)]
        flat = [shapely.transform(p, lambda xy: project(table.window, xy)) for p in moved]
        clipped = [shapely.intersection(shapely.make_valid(p), bounds) for p in flat]
        shapes[region] = shapely.union_all([q for p in clipped for q in polygons(p) if q.area > 1e-3])
    return _coverage(table, shapes, bounds)


def _coverage(table: Table, shapes: dict[str, Geometry], bounds: Geometry) -> dict[str, Geometry]:
    """The shapes with common borders made equal, pinholes filled and slivers at the edge given away."""
    lines = shapely.union_all([s.boundary for s in shapes.values()] + [bounds.boundary], grid_size=1e-3)
    lines = shapely.segmentize(shapely.line_merge(lines), 0.5)
    faces = list(shapely.get_parts(shapely.polygonize(list(shapely.get_parts(lines)))))
    names = list(shapes)
    tree = shapely.STRtree(list(shapes.values()))
    owner: dict[int, str] = {}
    for face, index in zip(*tree.query([f.representative_point() for f in faces], predicate="intersects")):
        owner.setdefault(int(face), names[index])
    loose = [i for i in range(len(faces)) if i not in owner and _is_pinhole(table, faces[i])]
    slivers = [i for i, name in owner.items() if _is_sliver(table, faces[i], name)]
    for i in slivers:
        del owner[i]
    near = shapely.STRtree(faces)
    for i in loose + slivers:
        best = _longest_neighbour(faces, near, owner, i)
        if best:
            owner[i] = best
    merged: dict[str, list[Geometry]] = defaultdict(list)
    for i, name in owner.items():
        merged[name].append(faces[i])
    result = {name: shapely.coverage_union_all(merged[name]) for name in shapes}
    if not shapely.coverage_is_valid(list(result.values())):
        raise ValueError("the land is no valid coverage")
    return result


def _is_pinhole(table: Table, face: Geometry) -> bool:
    """A gap too small to be water; a little more is allowed at the window's sides."""
    left, _, right, _ = frame(table.window)
    at_side = face.bounds[0] < left + 0.01 or face.bounds[2] > right - 0.01
    return bool(face.area < (2.5 if at_side else 0.35))


def _is_sliver(table: Table, face: Geometry, name: str) -> bool:
    """A small piece at the window's edge whose region lies on the other side (of a board that has one)."""
    left, _, right, _ = frame(table.window)
    near_left = face.bounds[0] < left + 0.01 and name in table.far_side
    near_right = face.bounds[2] > right - 0.01 and name not in table.far_side
    return bool(table.far_side) and (near_left or near_right) and face.area < 60


def _longest_neighbour(faces: list[Geometry], near: Any, owner: dict[int, str], index: int) -> str | None:
    best, longest = None, 1e-3
    around = faces[index].buffer(0.01)
    for other in near.query(around):
        if int(other) in owner:
            line = shapely.clip_by_rect(faces[other].boundary, *around.bounds)
            length = shapely.intersection(faces[index].boundary, line).length
            if length > longest:
                best, longest = owner[int(other)], length
    return best
