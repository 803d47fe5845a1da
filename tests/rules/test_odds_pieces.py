"""Pieces of the odds on their own."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from rules.model.salvo import Shot
from rules.odds import typed_odds
from rules.odds.read.modes import _alone
from rules.odds.read.raids import RaidOdds
from rules.odds.solve.result import _error, _swings


@pytest.mark.parametrize(
    ("damages", "middle"),
    [((), 0), (((0, 0.6), (4, 0.4)), 0), (((0, 0.5), (4, 0.5)), 4), (((1, 0.25), (2, 0.25), (5, 0.5)), 5)],
)
def test_the_damage_that_is_exceeded_half_the_time(damages: tuple[tuple[int, float], ...], middle: int) -> None:
    values = {field.name: 0 for field in dataclasses.fields(RaidOdds)} | {"damages": damages}
    assert RaidOdds(**values).middle == middle  # type: ignore[arg-type]


def test_shots_that_every_mode_rolls_as_they_are() -> None:
    assert not _alone(Shot(1, 2, "infantry"))
    assert _alone(Shot(1, 2, "mortar", better=((4, "vehicle"),)))
    assert _alone(Shot(1, 2, "fighter", target=7))
    assert _alone(Shot(1, 2, "bomber", best=True))


@pytest.mark.parametrize(("win", "p"), [(0.0, 0.01), (1.0, 0.99), (0.5, 0.5), (0.015, 0.015), (0.985, 0.985)])
def test_the_error_of_a_chance_that_was_played(win: float, p: float) -> None:
    assert _error(win, 100) == pytest.approx(math.sqrt(p * (1 - p) / 100))


def test_swings_lose_as_well_as_win() -> None:
    assert _swings(np.array([-3, 2]), np.array([0.25, 0.75])) == ((-3, 0.25), (2, 0.75))
    swings = dict(typed_odds("1 infantry", "1 infantry", "global1940").swings)
    assert set(swings) == {-3, 0, 3} and swings[-3] > swings[3]
