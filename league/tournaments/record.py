"""The record of a tournament: everything that happened, in order. All else is reckoned from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

NOBODY: Final = ""
WALK_OVER: Final = "walk-over"
NOT_PLAYED: Final = "not played"


@dataclass(frozen=True, slots=True)
class Entered:
    """Somebody (a person or a team, by an id that stays) takes part. seed: their rating then."""

    entrant: str
    seed: float = 0.0


@dataclass(frozen=True, slots=True)
class Withdrew:
    """Somebody takes part no more."""

    entrant: str


@dataclass(frozen=True, slots=True)
class Begun:
    """The tournament begins. order: everybody, the highest seed first."""

    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """Two who play. id: "2.1" is the first match of round 2; of a bracket "W2.1", "L1.1", "F1". first has the first side, if
    sides alternate. second: NOBODY for a bye."""

    id: str
    first: str
    second: str = NOBODY

    @property
    def pair(self) -> frozenset[str]:
        """Both."""
        return frozenset((self.first, self.second))

    @property
    def is_bye(self) -> bool:
        """Whether somebody has no opponent."""
        return self.second == NOBODY


@dataclass(frozen=True, slots=True)
class Paired:
    """A round begins, or matches of a bracket that are ready."""

    number: int
    matches: tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A game of a match is over. game: its id; told again, the later telling counts (an arbiter has decided otherwise).
    winner: an entrant, NOBODY for a draw. how: as of a finished game, WALK_OVER, or NOT_PLAYED: both have lost."""

    match: str
    game: str
    winner: str
    how: str = "victory"

    @property
    def is_game(self) -> bool:
        """Whether a game was played, and not decided without one."""
        return self.how not in (WALK_OVER, NOT_PLAYED)


Event = Entered | Withdrew | Begun | Paired | Played
