"""A position played out by computer players: the same seed gives the same game, on any machine."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass

from rules.dice.practice import PracticeDice
from rules.play.game import Game, Outcome
from seats import KNOWN, Level, Player
from seats.position.standing import worths

STUCK = 400  # refusals in a row after which a game is given up
LIMIT = 60_000  # orders of one game


class Team:
    """A computer player for each power, as at a table; what each does follows from the seed and the position."""

    def __init__(self, level: Level, seed: str) -> None:
        self.level, self.seed = level, seed
        self.players: dict[str, Player] = {}

    def of(self, power: str) -> Player:
        """The player of a power."""
        if power not in self.players:
            self.players[power] = Player(self.level, zlib.crc32(f"{self.seed}|{power}".encode()))
        return self.players[power]


@dataclass(frozen=True, slots=True)
class Ended:
    """How a game that was played out ended. winner: the side ("" nobody in its rounds). round: it ended in. worth: of
    each side at the end (`standing.worths`). stuck: no order went any more."""

    seed: str
    winner: str
    round: int
    worth: dict[str, int]
    stuck: bool = False


class StillOpen:
    """Whether a game is open: asked before each order, looked at where a round begins. share: of all worth from which on a
    side counts as having won."""

    def __init__(self, share: float) -> None:
        self.share, self.round = share, 0

    def __call__(self, game: Game) -> bool:
        """Whether it is played on."""
        now = game.state.turn.round
        if now == self.round:
            return True
        self.round = now
        worth = worths(game.view).values()
        return max(worth) < self.share * sum(worth)


def play_out(
    game: Game,
    seed: str,
    level: str,
    rounds: int,
    goes_on: Callable[[Game], bool] = lambda game: True,
    hear: Callable[[str, str], None] = lambda text, why: None,
) -> tuple[Game, Ended]:
    """Play a copy of a game to its end, or to the end of a round of its table (`rounds`, counted from the first). goes_on:
    asked before each order; where it says no, the game ends there. hear: is told each order that was carried out and why it
    was given. Raises KeyError for an unknown level."""
    twin, dice, team = game.copy(), PracticeDice(seed), Team(KNOWN[level], seed)
    refused = orders = 0
    while not twin.state.winner and twin.state.turn.round <= rounds and refused < STUCK and orders < LIMIT:
        if not goes_on(twin):
            break
        wish = team.of(twin.to_act).next(twin)
        answer = twin.submit(wish.text, dice, wish.by)
        if isinstance(answer, Outcome):
            hear(wish.text, wish.why)
        refused, orders = 0 if isinstance(answer, Outcome) else refused + 1, orders + 1
    state = twin.state
    return twin, Ended(seed, state.winner, min(rounds, state.turn.round), worths(twin.view), refused >= STUCK)
