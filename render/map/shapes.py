"""What an atlas is made of: regions, links, barriers, edges, on a grid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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
    """All geometry of a board, in units of its grid (`width` x `height`, origin at the top left). theatre_places: what
    each theatre shows. box: which part of its map's grid it is;
    outside: what of the map is no part of the board."""

    board: str
    width: int
    height: int
    land: Mapping[str, Region]
    sea: Mapping[str, Region]
    rest: tuple[Polygon, ...]
    void: tuple[Polygon, ...]
    outside: tuple[Polygon, ...]
    lakes: tuple[Polygon, ...]
    links: tuple[Link, ...]
    barriers: tuple[Barrier, ...]
    edges: tuple[Edge, ...]
    theatres: Mapping[str, Box]
    theatre_places: Mapping[str, list[str]]
    short: Mapping[str, str]
    box: Box

    def region(self, place: str) -> Region:
        """The region of a place; raises KeyError for an unknown one."""
        return self.land.get(place) or self.sea[place]

    def __contains__(self, place: str) -> bool:
        return place in self.land or place in self.sea
