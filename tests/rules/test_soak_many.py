"""Six random games of Classic, a round each, in portions that the test runner can share out. `make soak` plays more."""

from __future__ import annotations

import pytest

from rules.soak import soak

PORTIONS, GAMES = 2, 3


@pytest.mark.parametrize("portion", range(PORTIONS))
def test_random_games_keep_the_invariants(portion: int) -> None:
    report = soak("classic", GAMES, seed=40_000 + GAMES * portion, rounds=1)
    assert report.violations == []
    assert report.games == GAMES
