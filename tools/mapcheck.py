"""python -m tools.mapcheck [BOARD ...]: the drawn contacts of a board against the connections of its rules.

Prints both lists: connections that the drawing does not show as touching, with how they are drawn instead
(link, canal, edge of the board), and contacts that the rules deny, with how that is shown (barrier, an
impassable place). Exits with 1 if anything is left without explanation.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw

from render.map.atlas import atlas
from render.map.shapes import Atlas, Polygon
from rules.model.board import BOARDS, Board, load

Pair = tuple[str, str]
UNITS = 4
SEEN, UNSEEN = 13, 5
"""Contacts of at least SEEN pixels look like contacts; fewer than UNSEEN look like none."""


@dataclass(frozen=True)
class Report:
    """Pairs with their explanation ("" if there is none)."""

    missing: dict[Pair, str]
    denied: dict[Pair, str]

    @property
    def unexplained(self) -> list[str]:
        """What a player could misread."""
        missing = [f"not shown: {a} - {b}" for (a, b), why in self.missing.items() if not why]
        denied = [f"not barred: {a} - {b}" for (a, b), why in self.denied.items() if not why]
        return missing + denied


def contacts(plan: Atlas) -> dict[Pair, int]:
    """How many pixel edges any two places share on a picture with a pixel for UNITS units of the grid."""
    size = (round(plan.width / UNITS), round(plan.height / UNITS))
    names = [*plan.land, *plan.sea]
    image = Image.new("I", size, 0)
    pen = ImageDraw.Draw(image)
    for code, place in enumerate(names, start=1):
        if place in plan.sea:
            _fill(pen, plan, plan.sea[place].polygons, code)
    _fill(pen, plan, (*plan.lakes, *plan.outside), 0)
    pieces = [(polygon, names.index(place) + 1) for place, r in plan.land.items() for polygon in r.polygons]
    pieces += [(polygon, 0) for polygon in plan.rest]
    for polygon, code in sorted(pieces, key=lambda piece: -_extent(piece[0])):
        _fill(pen, plan, (polygon,), code)
    return _counted(np.asarray(image), names)


def _extent(polygon: Polygon) -> int:
    xs, ys = [x for x, _ in polygon[0]], [y for _, y in polygon[0]]
    return (max(xs) - min(xs)) * (max(ys) - min(ys))


def _fill(pen: ImageDraw.ImageDraw, plan: Atlas, polygons: tuple[Polygon, ...], code: int) -> None:
    k = 1 / UNITS
    for polygon in polygons:
        pen.polygon([(x * k - 0.5, y * k - 0.5) for x, y in polygon[0]], fill=code)


def _counted(codes: np.ndarray, names: list[str]) -> dict[Pair, int]:
    """codes: a number for each pixel, in rows; 0 is no place."""
    found: Counter[Pair] = Counter()
    for one, other in ((codes[:, :-1], codes[:, 1:]), (codes[:-1], codes[1:])):
        meet = (one != other) & (one > 0) & (other > 0)
        pairs, counts = np.unique(np.stack((one[meet], other[meet])), axis=1, return_counts=True)
        for (a, b), count in zip(pairs.T, counts):
            first, second = sorted((names[a - 1], names[b - 1]))
            found[first, second] += int(count)
    return dict(found)


def report(board: str) -> Report:
    """Compare the drawing of a board with its rules."""
    plan, rules = atlas(board), load(board)
    drawn = contacts(plan)
    wanted = {(min(p.name, n), max(p.name, n)) for p in rules.places.values() for n in p.near}
    return Report(
        {pair: _instead(plan, pair) for pair in sorted(wanted) if _not_shown(plan, drawn, pair)},
        {pair: _why(plan, rules, pair) for pair in sorted(drawn) if drawn[pair] >= SEEN and pair not in wanted},
    )


def _not_shown(plan: Atlas, drawn: dict[Pair, int], pair: Pair) -> bool:
    return drawn.get(pair, 0) < UNSEEN or bool(_instead(plan, pair))


def _instead(plan: Atlas, pair: Pair) -> str:
    """How a connection is drawn that no contact shows."""
    for link in plan.links:
        if set(link.places) == set(pair):
            return f"canal: {link.canal}" if link.canal else "link"
    sides = {(e.place, e.beyond) for e in plan.edges}
    if pair in sides and (pair[1], pair[0]) in sides:
        return "edge of the board"
    return ""


def _why(plan: Atlas, rules: Board, pair: Pair) -> str:
    """What tells a player that a contact is no connection."""
    if any(set(b.places) == set(pair) and b.lines for b in plan.barriers):
        return "barrier"
    if any(rules.places[p].impassable for p in pair):
        return "impassable"
    return ""


def main(boards: list[str]) -> int:
    """Print the lists of some boards (all by default)."""
    failed = False
    for board in boards or BOARDS:
        found = report(board)
        print(f"{board}: connections that no contact shows")
        print(*(f"  {a} - {b}: {why or 'UNEXPLAINED'}" for (a, b), why in found.missing.items()), sep="\n")
        print(f"{board}: contacts that are no connections")
        print(*(f"  {a} - {b}: {why or 'UNEXPLAINED'}" for (a, b), why in found.denied.items()), sep="\n")
        failed = failed or bool(found.unexplained)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
