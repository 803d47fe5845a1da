"""Borders as lines, and the signs that armies and hits get."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from render.map import borders
from render.map.atlas import FOLDER, atlas
from render.map.counters import army_sign
from rules.model.board import BOARDS, load


def drawn_anew(board: str) -> bool:
    """Whether a board has shapes of its own: a map, or a part of one where something is divided or linked in another way."""
    return load(board).map == board or (FOLDER / f"{board}.part.json").is_file()


def pairs(board: str) -> Iterator[tuple[str, str]]:
    """The land borders of a board, and a coast of each third territory: many corners, seldom new ones."""
    for number, place in enumerate(atlas(board).land):
        near = sorted(load(board).near(place))
        yield from ((place, other) for other in near if other > place and other in atlas(board).land)
        if number % 3 == 0:
            yield from [(place, other) for other in near if other in atlas(board).sea][:1]


@pytest.mark.parametrize("board", [b for b in BOARDS if drawn_anew(b)])
def test_a_border_has_a_spot_for_its_sign(board: str) -> None:
    """Within both places; where they do not touch, on the outline of the first."""
    for place, other in pairs(board):
        x, y = borders.middle(board, place, other)
        for one in (place, other) if borders.lines(board, place, other) else (place,):
            left, top, right, bottom = atlas(board).region(one).box
            assert left <= x <= right and top <= y <= bottom, (place, other)


def test_a_land_border_is_the_same_line_from_both_sides() -> None:
    there, back = (borders.lines("europe1943", *pair) for pair in (("Saxony", "Bavaria"), ("Bavaria", "Saxony")))
    assert there and {frozenset(line) for line in there} == {frozenset(line) for line in back}


def test_a_coast_is_divided_among_its_zones() -> None:
    channel, biscay = (set(sum(borders.lines("europe1943", "Brittany", zone), ())) for zone in ("SZ 7", "SZ 25"))
    assert channel and biscay and not channel & biscay


@pytest.mark.parametrize(
    ("mark", "sign"),
    [
        ("panzer army", "PA"),
        ("tank army 3", "TA3"),
        ("waffen-ss army 2", "WA2"),
        ("army corps", "AC"),
        ("afrika korps", "AK"),
        ("elite", ""),
        ("army", ""),
    ],
)
def test_signs_of_armies(mark: str, sign: str) -> None:
    assert army_sign(mark) == sign
