"""Borders as lines, and the signs that armies and hits get."""

from __future__ import annotations

import pytest

from render.map import borders
from render.map.atlas import atlas
from render.map.counters import army_sign
from rules.model.board import BOARDS, load


@pytest.mark.parametrize("board", BOARDS)
def test_every_connection_has_a_spot_for_its_sign(board: str) -> None:
    plan, rules = atlas(board), load(board)
    for place in plan.land:
        for other in rules.near(place):
            x, y = borders.middle(board, place, other)
            left, top, right, bottom = plan.region(place).box
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
