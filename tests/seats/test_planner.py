"""The planner by the rules: whole turns on several boards, no order of its own refused, the same orders for the same seed."""

from __future__ import annotations

import pytest

from rules.dice.prng import Prng
from rules.play.game import Game, Outcome
from seats import Player
from seats.levels import PLANNER


def turns(board: str, count: int, seed: int) -> list[str]:
    """The orders of some turns; each has to go."""
    game, dice, player, found = Game.new(board), Prng(seed), Player(PLANNER, seed), list[str]()
    for _ in range(count):
        power = game.state.turn.power
        while game.state.turn.power == power:
            wish = player.next(game)
            found.append(wish.text)
            assert isinstance(game.submit(wish.text, dice), Outcome), wish
    assert not player.findings
    return found


@pytest.mark.parametrize(("board", "count"), [("classic", 2), ("europe1943", 1)])
def test_whole_turns_go_by_the_rules(board: str, count: int) -> None:
    turns(board, count, 3)


def test_the_same_seed_gives_the_same_orders() -> None:
    assert turns("classic", 1, 5) == turns("classic", 1, 5)
