"""Computer players: how long one thinks about a whole turn."""

from __future__ import annotations

import time

from rules.dice import PracticeDice
from rules.play.game import Game
from seats import Player
from seats.levels import GENERAL, OFFICER, RECRUIT, Level
from tests.benchmarks.clock import Goal, Row

SEED = 1001
TURNS = (
    ("global1940", RECRUIT, 9, Goal(5000)),
    ("global1940", OFFICER, 9, Goal(30_000)),
    ("global1940", GENERAL, 3, None),
    ("classic", GENERAL, 15, Goal(5000)),
)
"""Board, level, how many turns from the first of the game, and the goal."""


def rows() -> list[Row]:
    """One for each strength; times are those of single turns, with all answers that others give in them."""
    return [
        Row(f"{board}: a turn of a computer player, {level.name}", _turns(board, level, count), goal=goal)
        for board, level, count, goal in TURNS
    ]


def _turns(board: str, level: Level, count: int) -> list[float]:
    dice = PracticeDice(SEED)
    game, player, times = Game.new(board, dice=dice), Player(level, SEED), list[float]()
    while len(times) < count:
        power, start = game.state.turn.power, time.perf_counter()
        while game.state.turn.power == power:
            wish = player.next(game)
            game.submit(wish.text, dice, wish.by)
        times.append((time.perf_counter() - start) * 1000)
    return times
