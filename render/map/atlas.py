"""The geometry of a board, as made by tools/mapmaker: shapes, anchors, links, barriers, theatres."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from PIL import Image

from render.map.part import around, part_of
from render.map.shapes import Atlas, Barrier, Edge, Link, Polygon, Region, Ring
from rules.model.board import load

FOLDER = Path(__file__).parents[1] / "geometry"


def _ring(deltas: list[int]) -> Ring:
    x = y = 0
    points = []
    for dx, dy in zip(deltas[::2], deltas[1::2]):
        x, y = x + dx, y + dy
        points.append((x, y))
    return tuple(points)


def _polygons(data: list[Any]) -> tuple[Polygon, ...]:
    return tuple(tuple(_ring(ring) for ring in polygon) for polygon in data)


def _region(name: str, data: Mapping[str, Any]) -> Region:
    polygons = _polygons(data["p"])
    xs = [x for polygon in polygons for x, _ in polygon[0]]
    ys = [y for polygon in polygons for _, y in polygon[0]]
    x, y = data["c"]
    return Region(name, polygons, (x, y), data["r"], (min(xs), min(ys), max(xs), max(ys)))


def _links(data: Mapping[str, Any]) -> tuple[Link, ...]:
    plain = [Link((a, b), (tuple(p), tuple(q))) for a, b, p, q in data["links"]]
    canals = [Link((a, b), (tuple(p), tuple(q)), name) for name, a, b, p, q in data["canals"]]
    return (*plain, *canals)


def _drawn(board: str) -> str:
    """The map that a board is drawn on: its own, or that of the board it follows. Raises FileNotFoundError."""
    found = load(board).map
    if not (FOLDER / f"{found}.map.json.gz").is_file():
        raise FileNotFoundError(f"no geometry of {board}")
    return found


@cache
def atlas(board: str) -> Atlas:
    """The atlas of a board; raises FileNotFoundError if none was made."""
    if (drawn := _drawn(board)) == board:
        return _whole(board)
    extra = FOLDER / f"{board}.part.json"
    return part_of(_whole(drawn), load(board), json.loads(extra.read_text("utf-8")) if extra.is_file() else {})


@cache
def _whole(board: str) -> Atlas:
    data = json.loads(gzip.decompress((FOLDER / f"{board}.map.json.gz").read_bytes()))
    land = {n: _region(n, r) for n, r in data["land"].items()}
    sea = {n: _region(n, r) for n, r in data["sea"].items()}
    everything = {**land, **sea}
    return Atlas(
        board=board,
        width=data["w"],
        height=data["h"],
        land=land,
        sea=sea,
        rest=tuple(p for shapes in data["rest"].values() for p in _polygons(shapes)),
        void=_polygons(data["void"]),
        outside=(),
        lakes=tuple(p for shapes in data["lakes"] for p in _polygons(shapes)),
        links=_links(data),
        barriers=tuple(
            Barrier((a, b), tuple(tuple((x, y) for x, y in line) for line in lines)) for a, b, lines in data["barriers"]
        ),
        edges=tuple(Edge(*e) for e in data["edges"]),
        theatres={n: around(everything, t) for n, t in data["theatres"].items()},
        theatre_places=data["theatres"],
        short=data["short"],
        box=(0, 0, data["w"], data["h"]),
    )


@cache
def relief(board: str) -> Image.Image:
    """The relief picture of a board (mode L), covering the whole grid."""
    drawn = _drawn(board)
    if drawn != board:
        picture, plan = relief(drawn), atlas(board)
        scale = picture.width / _whole(drawn).width
        left, top, right, bottom = (round(side * scale) for side in plan.box)
        return picture.crop((left, top, right, bottom))
    with Image.open(FOLDER / f"{board}.relief.webp") as picture:
        return picture.convert("L")
