"""Computer players: how long one thinks about a whole turn of Global 1940."""

from __future__ import annotations

import time

from rules.dice import PracticeDice
from rules.play.game import Game
from seats import Player
from seats.levels import GENERAL, OFFICER, RECRUIT, Level
from tests.benchmarks.clock import Goal, Row

BOARD, SEED = "global1940", 1001
TURNS = ((RECRUIT, 9, Goal(5000)), (OFFICER, 9, Goal(30_000)), (GENERAL, 3, None))
"""Level, how many turns from the first of the game, and the goal."""


def rows() -> list[Row]:
    """One for each strength; times are those of single turns, with all answers that others give in them."""
    return [
        Row(f"{BOARD}: a turn of a computer player, {level.name}", _turns(level, count), goal=goal)
        for level, count, goal in TURNS
    ]


def _turns(level: Level, count: int) -> list[float]:
    dice = PracticeDice(SEED)
    game, player, times = Game.new(BOARD, dice=dice), Player(level, SEED), list[float]()
    while len(times) < count:
        power, start = game.state.turn.power, time.perf_counter()
        while game.state.turn.power == power:
            wish = player.next(game)
            game.submit(wish.text, dice, wish.by)
        times.append((time.perf_counter() - start) * 1000)
    return times
