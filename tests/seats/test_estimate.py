"""Guesses of battles against the exact odds; scores of matches."""

from __future__ import annotations

import pytest

from rules.odds import typed_battle, typed_odds
from seats.estimate import fighter, guess, supported
from seats.rating import Score, counted, elo

BATTLES = [
    ("3 infantry, 1 armor", "2 infantry"),
    ("6 infantry, 3 armor, 2 fighter", "8 infantry, 1 armor"),
    ("2 fighter, 1 bomber", "1 battleship"),
    ("12 infantry, 6 armor", "10 infantry, 4 armor, 2 fighter"),
]


@pytest.mark.parametrize(("attacker", "defender"), BATTLES)
def test_a_guess_is_near_the_odds(attacker: str, defender: str) -> None:
    view, battle = typed_battle(attacker, defender)
    found = view.state.battles[battle]
    mine = view.get(found.attackers)
    rough = guess(
        supported(view, mine, [fighter(view, u, True) for u in mine]),
        [fighter(view, u, False) for u in view.get(found.defenders)],
    )
    exact = typed_odds(attacker, defender)
    assert rough.win == pytest.approx(exact.win, abs=0.12)
    assert rough.killed - rough.lost == pytest.approx(exact.swing, abs=10)


def test_scores() -> None:
    assert counted([0.1, 0.0, -0.3, 0.5]) == Score(2, 1, 1)
    low, high = Score(80, 0, 20).interval
    assert low == pytest.approx(0.711, abs=0.001)
    assert high == pytest.approx(0.867, abs=0.001)
    assert elo(0.5) == pytest.approx(0)
    assert elo(0.75) == pytest.approx(190.8, abs=0.1)
