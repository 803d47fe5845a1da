"""Games in which chance counts for little: dice show each face as often as any other, and what battles brought beyond their
odds is taken off at the end. A few of them tell two players apart where pairs with real dice would take dozens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import mean, stdev

from rules.model.state import Turn
from rules.play.game import Game
from rules.soak.player import Wanted
from seats.measure.arena import play
from seats.measure.rating import SIDES, game_difference
from seats.plans.luck import Luck
from seats.position.standing import share, worths


class TakesOff:
    """Looks on while a game is played, and takes the luck of its battles off."""

    def __init__(self) -> None:
        self._luck = Luck()
        self._start: dict[str, int] = {}

    def begins(self, game: Game) -> None:
        """Note what everybody has."""
        self._start = worths(game.view)

    def before(self, game: Game, wish: Wanted) -> None:
        """See whether a battle is about to begin, or over."""
        self._luck.look(game)

    def after(self, game: Game, turn: Turn) -> None:
        """Nothing: the next order is looked at."""

    def gained(self, game: Game, side: str) -> float:
        """What a side has more of everything than as the game began, without luck; a victory counts as no more than what it
        has."""
        self._luck.look(game)
        return share(self._luck.taken_off(worths(game.view)), side) - share(self._start, side)


@dataclass
class Gains:
    """What a player gained in games as one side, in parts of everything. luckless: without the luck of battles. raw: as dice
    fell, a victory being all. ends: won (1) or lost (-1) outright."""

    side: str
    luckless: list[float] = field(default_factory=list)
    raw: list[float] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)

    def row(self) -> str:
        """A line of the table."""
        won, lost = self.ends.count(1), self.ends.count(-1)
        return f"| {self.side} | {len(self.raw)} | {_told(self.luckless)} | {_told(self.raw)} | {won} : {lost} |"


HEAD = """| as | games | gained, luck off (thousandths of everything, error) | as dice fell | outright |
| --- | --- | --- | --- | --- |"""


def _told(values: Sequence[float]) -> str:
    error = f" ({1000 * stdev(values) / len(values) ** 0.5:.0f})" if len(values) > 1 else ""
    return f"{1000 * mean(values):+.0f}{error}"


def gains(board: str, a: str, b: str, rounds: int, games: int, seed: int, rules: Sequence[str]) -> Iterator[Gains]:
    """What one player gains against another as each side, so many games each."""
    for side in SIDES:
        found = Gains(side)
        for number in range(seed, seed + games):
            taken = TakesOff()
            sides = {one: a if one == side else b for one in SIDES}
            played = play(board, number, sides, rounds, rules, watchers=(taken,), even=True)
            assert played.game is not None
            found.luckless.append(taken.gained(played.game, side))
            found.raw.append(game_difference(played, side))
            found.ends.append((played.winner == side) - (played.winner not in ("", side)))
        yield found
