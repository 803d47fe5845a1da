"""Whole games of computer players, checked after every order: far deeper into the rules than random play comes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rules.play.game import Game
from rules.soak import Report, play
from seats import KNOWN, Player
from tests.soak import tables

ROUNDS = 15
LEVELS = ("officer", "recruit")
DOCUMENTS = ("rw", "bx", "x2", "x4", "y43", "bm")
MIXED = 3  # every third game has rules mixed at random


class Team:
    """One player for each power, as at a table; hands out orders of whoever is to act."""

    def __init__(self, level: str, seed: int) -> None:
        self.level, self.seed = KNOWN[level], seed
        self.players: dict[str, Player] = {}

    def next(self, game: Game) -> Any:
        """The next order."""
        power = game.to_act
        if power not in self.players:
            self.players[power] = Player(self.level, self.seed + len(self.players))
        return self.players[power].next(game)

    @property
    def findings(self) -> list[str]:
        """Own orders that were refused, of all players."""
        return [found for player in self.players.values() for found in player.findings]


def setting(number: int) -> tuple[str, tuple[str, ...], str]:
    """Board, rules and level of a game: each board by itself and with each document in turn, some with mixed rules."""
    every = list(tables.tables())
    board, rules = every[number % len(every)]
    mixed = (number + number // len(every)) % MIXED == MIXED - 1
    rules = tables.mixture(board, DOCUMENTS, number) if mixed else rules
    return board, rules, LEVELS[number // len(every) % len(LEVELS)]


def game(number: int, rounds: int = ROUNDS) -> tuple[int, list[str]]:
    """Play one game, to victory or the end of its rounds: orders given, and what was wrong: violations, errors, a standstill,
    own orders that were refused."""
    return on(*setting(number), number, rounds)


def on(
    board: str,
    rules: tuple[str, ...],
    level: str,
    number: int,
    rounds: int = ROUNDS,
    options: Mapping[str, object] | None = None,
) -> tuple[int, list[str]]:
    """Play one game of a board, rules and options."""
    report, team = Report(), Team(level, number)
    play(board, number, report, rules, options, rounds, team)
    title = f"{board} + {','.join(rules) or 'nothing'}, {level}"
    refused = Counter(found.rpartition(": ")[2] for found in team.findings)
    wrong = [f"{title}: {violation}" for violation in report.violations]
    return report.orders, wrong + [f"{title}: refused {n} times: {found}" for found, n in refused.items()]
