"""What can be asked of the store for tournaments and seasons: steps of a Change as all others (changes.py)."""

from __future__ import annotations

from dataclasses import dataclass

from bot.store.records import Json


@dataclass(frozen=True, slots=True)
class OpenTournament:
    """A new tournament of a league. A name that is known there raises NameTaken; the same id again is the same one."""

    id: str
    league: int
    name: str
    data: dict[str, Json]


@dataclass(frozen=True, slots=True)
class AddEvent:
    """The next event of a tournament's record. number: as its writer knows it, from 1; if it has gone on since, raises
    Moved and nothing is stored. by: who brought it about. note: their reason, or a name."""

    tournament: str
    number: int
    event: dict[str, Json]
    by: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class RequireRecord:
    """Go on only if a tournament's record has so many events; else Moved."""

    tournament: str
    events: int


@dataclass(frozen=True, slots=True)
class CloseTournament:
    """Nothing is to come in a tournament any more."""

    tournament: str


@dataclass(frozen=True, slots=True)
class OpenSeason:
    """A new season of a league. A name that is known there raises NameTaken."""

    id: str
    league: int
    name: str
    data: dict[str, Json]


@dataclass(frozen=True, slots=True)
class ChangeSeason:
    """What an open season is, in place of what it was set up as. One that is over raises Moved."""

    season: str
    data: dict[str, Json]


@dataclass(frozen=True, slots=True)
class CloseSeason:
    """A season is over; its table as it was then is kept for good. One that is over already raises Moved."""

    season: str
    kept: dict[str, Json]


TournamentStep = OpenTournament | AddEvent | RequireRecord | CloseTournament | OpenSeason | ChangeSeason | CloseSeason
