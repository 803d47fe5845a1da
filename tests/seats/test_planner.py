"""The planner by the rules: whole turns on two boards, no order of its own refused, the same orders for the same seed."""

from __future__ import annotations

import pytest
from test_sanity import plan, position

from rules.dice.prng import Prng
from rules.play.game import Game, Outcome
from seats import Player
from seats.levels import PLANNER


@pytest.mark.parametrize("board", ["classic", "europe1943"])
def test_a_whole_turn_goes_by_the_rules(board: str) -> None:
    """Each of its orders goes."""
    game, dice, player = Game.new(board), Prng(3), Player(PLANNER, 3)
    power = game.state.turn.power
    while game.state.turn.power == power:
        wish = player.next(game)
        assert isinstance(game.submit(wish.text, dice), Outcome), wish
    assert not player.findings


def test_the_same_seed_gives_the_same_orders() -> None:
    """In a small position: plans are searched there too."""
    units = {
        "Eastern Europe": {"Germany": "4 infantry, 2 armor"},
        "Germany": {"Germany": "3 infantry, 1 fighter"},
        "Karelia S.S.R.": {"USSR": "2 infantry"},
        "Ukraine S.S.R.": {"USSR": "1 infantry"},
        "Russia": {"USSR": "4 infantry"},
    }
    one, other = (plan(position("Germany", "combat move", units), PLANNER) for _ in range(2))
    assert one == other
    assert any("> Karelia S.S.R." in order or "> Ukraine S.S.R." in order for order in one)
