"""The geometry file of a board: JSON, gzipped; rings as differences of integer points."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely.geometry import MultiPolygon

from tools.mapmaker.finish import WIDTH
from tools.mapmaker.marks import Marks
from tools.mapmaker.provinces import polygons
from tools.mapmaker.table import VOID, Table

VERSION = 1


def _deltas(ring: Any) -> list[int]:
    points = np.rint(np.asarray(ring.coords)).astype(int)[:-1]
    steps: list[int] = np.vstack([points[:1], np.diff(points, axis=0)]).ravel().tolist()
    return steps


def _encoded(shape: Any) -> list[list[list[int]]]:
    parts = sorted(polygons(shape), key=lambda p: -p.area)
    return [[_deltas(r) for r in (p.exterior, *p.interiors)] for p in parts if p.area > 40]


def _anchor(shape: Any) -> tuple[list[int], int]:
    """The centre and radius of the largest circle inside a shape."""
    largest = max(polygons(shape), key=lambda p: p.area)
    circle = shapely.get_coordinates(shapely.maximum_inscribed_circle(largest, tolerance=4))
    radius = float(np.hypot(*(circle[1] - circle[0])))
    return [round(float(v)) for v in circle[0]], round(radius)


def _region(shape: Any, room: Any) -> dict[str, Any]:
    centre, radius = _anchor(room)
    return {"p": _encoded(shape), "c": centre, "r": radius}


def document(
    table: Table, height: int, land: Mapping[str, Any], zones: Mapping[str, Any], lakes: list[Any], marks: Marks
) -> dict[str, Any]:
    """Everything the renderer needs of a board, as JSON values."""
    solid = shapely.union_all([shape.buffer(0) for shape in land.values()])
    water = {name: shapely.difference(shape.buffer(0), solid) for name, shape in zones.items()}
    return {
        "v": VERSION,
        "board": table.board,
        "w": WIDTH,
        "h": height,
        "land": {n: _region(s, s) for n, s in land.items() if not n.startswith("~")},
        "rest": {n: _encoded(s) for n, s in land.items() if n.startswith("~")},
        "sea": {n: _region(zones[n], water[n]) for n in zones if n != VOID},
        "void": _encoded(zones.get(VOID, MultiPolygon())),
        "lakes": [_encoded(s) for s in lakes],
        "links": [[*pair, *ends] for pair, ends in sorted(marks.links.items())],
        "canals": [[name, *pair, *ends] for (name, pair), ends in sorted(marks.canals.items())],
        "barriers": [[*pair, lines] for pair, lines in sorted(marks.barriers.items())],
        "edges": marks.edges,
        "theatres": table.theatres,
        "short": table.short,
    }


def save(path: Path, data: Mapping[str, Any]) -> int:
    """Write the file (the same bytes for the same data); returns its size."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    packed = gzip.compress(text.encode("utf-8"), 9, mtime=0)
    path.write_bytes(packed)
    return len(packed)
