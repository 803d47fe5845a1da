"""Adjudication: a position played out many times by computer players, from a seed that is printed.

The seed is the position itself, so that nobody can choose one; the same position gives the same games to anybody, with this
package and the same version of it (`python -m analysis adjudicate`)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from analysis.playout import Ended, StillOpen, play_out
from rules.model import codec
from rules.play.game import Entry, Game
from rules.play.numbered import Numbered
from seats.position.standing import share, sides

GAMES, MOST = 30, 100
LEVEL = "officer"
HORIZON = 12  # rounds that are played out at most
AHEAD = 0.6  # of all that is worth anything: who has so much when the rounds are over counts as the winner
DECIDED = 0.85  # of all worth: there a game is not played on, as it would take many rounds to nothing new
Z = 1.96


@dataclass(frozen=True, slots=True)
class Played:
    """Positions played out so far. asked: how many games were asked for. level: of the computer players. rounds: the last
    round that was played."""

    seed: str
    sides: tuple[str, ...]
    asked: int
    rounds: int
    level: str = LEVEL
    games: tuple[Ended, ...] = ()

    def wins(self, side: str) -> float:
        """Games of a side: won, or clearly ahead where they were ended; one that is even is half a game for each."""
        return sum(counts(game, side) for game in self.games)

    def share(self, side: str) -> float:
        """A side's part of the games; an even one while there are none."""
        return self.wins(side) / len(self.games) if self.games else 1 / len(self.sides)

    def interval(self, side: str) -> tuple[float, float]:
        """Wilson's 95 % interval of the share."""
        return wilson(self.share(side), len(self.games))

    @property
    def favours(self) -> str:
        """The side with the greater share."""
        return max(self.sides, key=self.share)


def counts(game: Ended, side: str) -> float:
    """What a game counts for a side: 1 where it has won or is clearly ahead, half where nobody is."""
    part = share(game.worth, side, game.winner)
    return 1.0 if part >= AHEAD else 0.0 if part <= 1 - AHEAD else 0.5


def wilson(share: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of so many games."""
    if not games:
        return 0.0, 1.0
    middle, width = share + Z * Z / 2 / games, Z * math.sqrt(share * (1 - share) / games + Z * Z / 4 / games / games)
    return max(0.0, (middle - width) / (1 + Z * Z / games)), min(1.0, (middle + width) / (1 + Z * Z / games))


def seed_of(game: Game) -> str:
    """The seed of a position: the beginning of its hash."""
    return game.hash[:12]


def begin(game: Game, asked: int = GAMES, level: str = LEVEL) -> Played:
    """No game yet of so many. Raises ValueError where there is nothing to play out."""
    if game.state.winner:
        raise ValueError(f"The {game.state.winner} have won: there is nothing left to play out.")
    if not 1 <= asked <= MOST:
        raise ValueError(f"From 1 to {MOST} games.")
    return Played(seed_of(game), sides(game.view), asked, game.state.turn.round + HORIZON, level)


def one(game: Game, played: Played, number: int) -> Ended:
    """Game `number` (from 1) of a position: it follows from the position, the seed and the level alone."""
    bare = Game(game.table, codec.load_state(codec.dump_state(game.state)))
    bare.log = Numbered([Entry(0, "", "played out from here", (), game.state.turn)])
    return play_out(bare, f"{played.seed} {number}", played.level, played.rounds, StillOpen(DECIDED))[1]


def told(played: Played, side: str) -> str:
    """A side's share in words: `73 % (56 to 86)`."""
    low, high = played.interval(side)
    return f"{100 * played.share(side):.0f} % ({100 * low:.0f} to {100 * high:.0f})"


def ways(games: Sequence[Ended], side: str) -> tuple[int, int, int]:
    """Games that a side has won, those it was ahead in when the rounds were over, those in which nobody was."""
    open_ = [game for game in games if not game.winner]
    ahead = sum(counts(game, side) == 1 for game in open_)
    return sum(game.winner == side for game in games), ahead, sum(counts(game, side) == 0.5 for game in open_)
