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


@dataclass(frozen=True, slots=True)
class SaveFormat:
    """A format of a league, as the text of its file: a new version, those before it stay. retired: it is offered no more."""

    league: int
    name: str
    version: int
    text: str
    by: int
    retired: bool = False


@dataclass(frozen=True, slots=True)
class PutOffer:
    """A challenge or a ticket, as it stands now. open: whether somebody can still take it up. revision: 1 for a new one, then
    one more each time; if that is not the next, somebody was quicker: raises OfferGone."""

    id: str
    league: int
    kind: str
    open: bool
    until: float
    revision: int
    data: dict[str, Json]


LeagueStep = PutCourse | AddFinished | AddRuling | SaveFormat | PutOffer
