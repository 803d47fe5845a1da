"""The geometry of a board, as made by tools/mapmaker: shapes, anchors, links, barriers, theatres."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from PIL import Image

FOLDER = Path(__file__).parents[1] / "geometry"
Spot = tuple[int, int]
Box = tuple[float, float, float, float]
Ring = tuple[Spot, ...]
Polygon = tuple[Ring, ...]


@dataclass(frozen=True)
class Region:
    """A place on the grid. centre, radius: the largest circle inside it. box: left, top, right, bottom."""

    name: str
    polygons: tuple[Polygon, ...]
    centre: Spot
    radius: int
    box: Box


@dataclass(frozen=True)
class Edge:
    """The board goes on: from `place`, across an edge of the picture, to `beyond`. at: how far down the left or
    right edge, how far along the bottom one."""

    place: str
    beyond: str
    side: str
    at: int


@dataclass(frozen=True)
class Link:
    """A connection that touching shapes don't show: a dotted line, or a canal with its name."""

    places: tuple[str, str]
    ends: tuple[Spot, Spot]
    canal: str = ""


@dataclass(frozen=True)
class Barrier:
    """A border across which the rules know no connection."""

    places: tuple[str, str]
    lines: tuple[tuple[Spot, ...], ...]


@dataclass(frozen=True)
class Atlas:
    """All geometry of a board, in units of its grid (`width` x `height`, origin at the top left)."""

    board: str
    width: int
    height: int
    land: Mapping[str, Region]
    sea: Mapping[str, Region]
    rest: tuple[Polygon, ...]
    void: tuple[Polygon, ...]
    lakes: tuple[Polygon, ...]
    links: tuple[Link, ...]
    barriers: tuple[Barrier, ...]
    edges: tuple[Edge, ...]
    theatres: Mapping[str, Box]
    short: Mapping[str, str]

    def region(self, place: str) -> Region:
        """The region of a place; raises KeyError for an unknown one."""
        return self.land.get(place) or self.sea[place]

    def __contains__(self, place: str) -> bool:
        return place in self.land or place in self.sea


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


@cache
def atlas(board: str) -> Atlas:
    """The atlas of a board; raises FileNotFoundError if none was made."""
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
        lakes=tuple(p for shapes in data["lakes"] for p in _polygons(shapes)),
        links=_links(data),
        barriers=tuple(
            Barrier((a, b), tuple(tuple((x, y) for x, y in line) for line in lines)) for a, b, lines in data["barriers"]
        ),
        edges=tuple(Edge(*e) for e in data["edges"]),
        theatres={n: _theatre(everything, t) for n, t in data["theatres"].items()},
        short=data["short"],
    )


def _theatre(regions: Mapping[str, Region], places: list[str]) -> Box:
    """The box around the anchors of a theatre's places."""
    spots = [regions[p] for p in places]
    return (
        min(r.centre[0] - r.radius for r in spots),
        min(r.centre[1] - r.radius for r in spots),
        max(r.centre[0] + r.radius for r in spots),
        max(r.centre[1] + r.radius for r in spots),
    )


@cache
def relief(board: str) -> Image.Image:
    """The relief picture of a board (mode L), covering the whole grid."""
    with Image.open(FOLDER / f"{board}.relief.webp") as picture:
        return picture.convert("L")
