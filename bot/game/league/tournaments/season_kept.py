"""A season as it is kept: what it was set up as, and its table once it is over."""

from __future__ import annotations

from dataclasses import dataclass

from bot.game.people.problems import PlayError
from bot.store import OpenSeason, SetTimer, Store, Timer
from bot.store.tournaments import Season as Stored
from league import codec
from league.archive import Row
from league.tournaments import Season

TIMER = "season"
SETTLES = 60.0
"""Seconds after its end at which a season is closed: what ended in its last moment is stored by then."""
WAITS = 5.0
"""Seconds after which one is looked at again of which a record is still to come."""


@dataclass(frozen=True, slots=True)
class SeasonSetup:
    """format: "" for all that are played. guild, place: the server and the channel it is told in. by: who made it."""

    name: str
    format: str
    season: Season
    guild: int
    place: int
    by: int

    def step(self, id: str, league: int) -> OpenSeason:
        """The step that keeps it."""
        return OpenSeason(id, league, self.name, codec.dumped(self))


@dataclass(frozen=True, slots=True)
class KeptTable:
    """The table of a season at its end. games: those it was reckoned of, by their ids."""

    at: float
    rows: tuple[Row, ...]
    games: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HeldSeason:
    """A season as it stands. table: as it was at its end, None before."""

    id: str
    league: int
    open: bool
    setup: SeasonSetup
    table: KeptTable | None


async def held_season(store: Store, id: str) -> HeldSeason:
    """A season. Raises PlayError where there is none."""
    found = await store.tournaments.season(id)
    if found is None:
        raise PlayError("There is no such season.")
    return read_season(found)


def read_season(row: Stored) -> HeldSeason:
    """A season from what is stored."""
    setup: SeasonSetup = codec.loaded(SeasonSetup, row.data)
    table: KeptTable | None = codec.loaded(KeptTable, row.kept) if row.kept else None
    return HeldSeason(row.id, row.league, row.open, setup, table)


def closing(id: str, setup: SeasonSetup, at: float) -> SetTimer:
    """The step that has a season closed at a time."""
    return SetTimer(f"season {id}", TIMER, at, {"season": id}, guild_id=setup.guild)


def put_off(timer: Timer, now: float) -> SetTimer:
    """The step that has a season looked at again soon."""
    return SetTimer(timer.key, timer.kind, now + WAITS, timer.payload, guild_id=timer.guild_id)
