"""The geometry of a board that plays on a part of a map: what is left of it, moved into a picture of its own."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from render.map.shapes import Atlas, Box, Link, Polygon, Region, Ring, Spot
from rules.model.board import Board

_PAD = 40
"""Grid units left free around the places of a part."""
_STEPS = 48
"""Rows and columns of points looked at for the middle of a region that a part divides."""


def part_of(plan: Atlas, board: Board, said: Mapping[str, Any]) -> Atlas:
    """The atlas of a part. said: places that are made by dividing another one (`divided`), links, theatres of its own."""
    land, sea = {**plan.land, **_divided(plan, said.get("divided", {}))}, plan.sea
    mine = {name: region for name, region in {**land, **sea}.items() if name in board.places}
    box = _around(mine.values(), plan)
    spots = {name: _moved(region, box) for name, region in mine.items()}
    outside = [p for n, r in {**land, **sea}.items() if n not in mine for p in r.polygons]
    plain = [Link(tuple(pair), tuple(map(tuple, ends))) for pair, ends in said.get("links", ())]  # type: ignore[arg-type]
    links = [*(link for link in plan.links if set(link.places) <= mine.keys()), *plain]
    theatres = {n: _shifted(b, box) for n, b in plan.theatres.items() if set(plan.theatre_places[n]) <= mine.keys()}
    theatres |= {n: around(spots, places) for n, places in said.get("theatres", {}).items()}
    return replace(
        plan,
        board=board.id,
        width=round(box[2] - box[0]),
        height=round(box[3] - box[1]),
        land={n: r for n, r in spots.items() if n in land},
        sea={n: r for n, r in spots.items() if n in sea},
        rest=tuple(_polygon(p, box) for p in plan.rest),
        void=tuple(_polygon(p, box) for p in plan.void),
        outside=tuple(_polygon(p, box) for p in outside),
        lakes=tuple(_polygon(p, box) for p in plan.lakes),
        links=tuple(replace(link, ends=(_spot(link.ends[0], box), _spot(link.ends[1], box))) for link in links),
        barriers=tuple(
            replace(b, lines=tuple(tuple(_spot(s, box) for s in line) for line in b.lines))
            for b in plan.barriers
            if set(b.places) <= mine.keys() and b.places[1] not in board.near(b.places[0])
        ),
        edges=tuple(
            replace(e, at=e.at - round(box[0 if e.side == "bottom" else 1]))
            for e in plan.edges
            if {e.place, e.beyond} <= mine.keys()
        ),
        theatres=theatres,
        theatre_places={n: said.get("theatres", {}).get(n) or plan.theatre_places[n] for n in theatres},
        box=box,
    )


def around(regions: Mapping[str, Region], places: list[str]) -> Box:
    """The box around the anchors of a theatre's places."""
    spots = [regions[p] for p in places]
    return (
        min(r.centre[0] - r.radius for r in spots),
        min(r.centre[1] - r.radius for r in spots),
        max(r.centre[0] + r.radius for r in spots),
        max(r.centre[1] + r.radius for r in spots),
    )


def _around(regions: Any, plan: Atlas) -> Box:
    boxes = [r.box for r in regions]
    left, right = max(0, min(b[0] for b in boxes) - _PAD), min(plan.width, max(b[2] for b in boxes) + _PAD)
    top, bottom = max(0, min(b[1] for b in boxes) - _PAD), min(plan.height, max(b[3] for b in boxes) + _PAD)
    return left, top, right, bottom


def _shifted(box: Box, by: Box) -> Box:
    return box[0] - by[0], box[1] - by[1], box[2] - by[0], box[3] - by[1]


def _spot(spot: Spot, box: Box) -> Spot:
    return spot[0] - round(box[0]), spot[1] - round(box[1])


def _polygon(polygon: Polygon, box: Box) -> Polygon:
    return tuple(tuple(_spot(s, box) for s in ring) for ring in polygon)


def _moved(region: Region, box: Box) -> Region:
    polygons = tuple(_polygon(p, box) for p in region.polygons)
    return replace(region, polygons=polygons, centre=_spot(region.centre, box), box=_shifted(region.box, box))


def _divided(plan: Atlas, said: Mapping[str, Any]) -> dict[str, Region]:
    """Regions that are cut off others along a chord between two of their corners, and what is left of those."""
    found: dict[str, Region] = {}
    for name, cut in said.items():
        old = plan.land[cut["of"]]
        largest = max(old.polygons, key=lambda p: len(p[0]))
        rest, piece = _cut(largest[0], *(tuple(c) for c in cut["chord"]))
        found[name] = _region(name, ((piece,),))
        left: tuple[Polygon, ...] = tuple((rest,) if p is largest else p for p in old.polygons)
        found[old.name] = _region(old.name, left)
    return found


def _cut(ring: Ring, start: Spot, end: Spot) -> tuple[Ring, Ring]:
    """What is left of a ring, and what lies on the way from the corner nearest to one spot to that nearest to another."""
    first, last = (min(range(len(ring)), key=lambda i: math.dist(ring[i], spot)) for spot in (start, end))
    turned = ring[first:] + ring[:first]
    size = (last - first) % len(ring)
    return (*turned[size:], turned[0]), turned[: size + 1]


def _region(name: str, polygons: tuple[Polygon, ...]) -> Region:
    ring = max((p[0] for p in polygons), key=len)
    every = [spot for p in polygons for spot in p[0]]
    box = (min(x for x, _ in every), min(y for _, y in every), max(x for x, _ in every), max(y for _, y in every))
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    columns, rows = ([min(of) + (max(of) - min(of)) * i // _STEPS for i in range(1, _STEPS)] for of in (xs, ys))
    centre = _deepest(ring, _held(ring, columns, rows))
    radius = min(math.dist(centre, corner) for corner in ring)
    return Region(name, polygons, centre, int(radius), box)


def _held(ring: Ring, columns: Sequence[int], rows: Sequence[int]) -> list[Spot]:
    """The spots of a grid that lie inside a ring, column by column: those with an odd number of its edges to their right."""
    edges = list(zip(ring, (*ring[1:], ring[0])))
    crossed = {
        y: sorted((x2 - x1) * (y - y1) / (y2 - y1) + x1 for (x1, y1), (x2, y2) in edges if (y1 > y) != (y2 > y))
        for y in rows
    }
    return [(x, y) for x in columns for y in rows if (len(crossed[y]) - bisect_right(crossed[y], x)) % 2]


def _deepest(ring: Ring, spots: Sequence[Spot]) -> Spot:
    """The first of those that are farthest from every corner of a ring."""
    found, most = spots[0], -1.0
    for x, y in spots:
        least = math.inf
        for px, py in ring:
            least = min(least, (px - x) ** 2 + (py - y) ** 2)
            if least <= most:
                break
        else:
            found, most = (x, y), least
    return found
