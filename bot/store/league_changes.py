"""What can be asked of the store for a league: steps of a Change as all others (changes.py)."""

from __future__ import annotations

from dataclasses import dataclass

from bot.store.records import Json


@dataclass(frozen=True, slots=True)
class PutCourse:
    """How a game of a league (the server it is at home on) stands on the way to its result, in place of what was kept."""

    game_id: str
    league: int
    data: dict[str, Json]


@dataclass(frozen=True, slots=True)
class AddFinished:
    """The record of a game that is over. There is one of each game, and it is never changed: a second raises StoreError."""

    game_id: str
    league: int
    ended: float
    record: dict[str, Json]


@dataclass(frozen=True, slots=True)
class AddRuling:
    """What an arbiter says of a game that is over."""

    game_id: str
    league: int
    ruling: dict[str, Json]


LeagueStep = PutCourse | AddFinished | AddRuling
