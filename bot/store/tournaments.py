"""What can be looked up of tournaments and seasons."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Select, select

from bot.store import tournament_tables as t
from bot.store.database import Database
from bot.store.records import Json


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as it is stored, its record apart. open: something is to come in it still. at: since when it is there."""

    id: str
    league: int
    name: str
    open: bool
    data: dict[str, Json]
    at: float


@dataclass(frozen=True, slots=True)
class Noted:
    """An event of a record: number from 1, who brought it about, a reason or a name, and when."""

    number: int
    event: dict[str, Json]
    by: str
    note: str
    at: float


@dataclass(frozen=True, slots=True)
class Season:
    """A season as it is stored. kept: its table as it was at its end; None before."""

    id: str
    league: int
    name: str
    open: bool
    data: dict[str, Json]
    kept: dict[str, Json] | None
    at: float


class Tournaments:
    """Reads only. A league is known by the server it is at home on."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def one(self, id: str) -> tuple[Tournament, list[Noted]] | None:
        """A tournament with its whole record, both of one moment."""
        own = select(*_TOURNAMENT).where(t.tournaments.c.id == id)
        e = t.tournament_events.c
        record = select(*_NOTED).where(e.tournament == id).order_by(e.number)
        head, events = await self._database.read(
            lambda c: (c.execute(own).mappings().first(), c.execute(record).mappings().all())
        )
        return (Tournament(**head), [Noted(**row) for row in events]) if head else None

    async def every(self, league: int, only_open: bool = False) -> list[Tournament]:
        """The tournaments of a league, those that came last first."""
        c = t.tournaments.c
        found: Select[tuple[object, ...]] = select(*_TOURNAMENT).where(c.league == league)
        found = found.where(c.open.is_(True)) if only_open else found
        return [Tournament(**row) for row in await self._database.rows(found.order_by(c.at.desc(), c.id))]

    async def season(self, id: str) -> Season | None:
        """A season."""
        rows = await self._database.rows(select(*_SEASON).where(t.seasons.c.id == id))
        return Season(**rows[0]) if rows else None

    async def seasons(self, league: int, only_open: bool = False) -> list[Season]:
        """The seasons of a league, those that came last first."""
        c = t.seasons.c
        found: Select[tuple[object, ...]] = select(*_SEASON).where(c.league == league)
        found = found.where(c.open.is_(True)) if only_open else found
        return [Season(**row) for row in await self._database.rows(found.order_by(c.at.desc(), c.id))]


_TOURNAMENT = [t.tournaments.c[name] for name in Tournament.__dataclass_fields__]
_NOTED = [t.tournament_events.c[name] for name in Noted.__dataclass_fields__]
_SEASON = [t.seasons.c[name] for name in Season.__dataclass_fields__]
