"""The odds of some hundred random battles against the engine's own dice; the long run `odds` fights more of each table, with
every document on every board. Seeds are fixed."""

from __future__ import annotations

import pytest

from tests.rules import random_battles, random_raids
from tests.soak.tables import at_home


@pytest.mark.parametrize(("board", "rules"), at_home())
def test_engine_and_odds_agree(board: str, rules: tuple[str, ...]) -> None:
    """Within four standard errors, over the battles of a table: one game of each of 10 battles says more than many games
    of a few."""
    assert random_battles.check(board, rules, count=10, games=1, seed=77) > 7


@pytest.mark.parametrize(("board", "rules"), at_home())
def test_engine_and_raids_agree(board: str, rules: tuple[str, ...]) -> None:
    """The same for bombing raids."""
    assert random_raids.check(board, rules, count=4, games=4, seed=5) > 2
