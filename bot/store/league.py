"""What can be looked up of leagues: how games stand, records of those that are over, rulings."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import func, select

from bot.store import league_tables as t
from bot.store.database import Database
from bot.store.records import Json

BATCH = 500


class League:
    """Reads only. A league is known by the server it is at home on."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def course(self, game_id: str) -> dict[str, Json] | None:
        """How a game stands on the way to its result; None for one of which that was never kept."""
        rows = await self._database.rows(select(t.courses.c.data).where(t.courses.c.game_id == game_id))
        return rows[0]["data"] if rows else None

    async def mark(self, league: int) -> tuple[int, int]:
        """How many records and rulings a league has: they are only ever added."""
        f, r = t.finished.c, t.rulings.c
        counts = [
            select(func.count()).select_from(t.finished).where(f.league == league).scalar_subquery().label("records"),
            select(func.count()).select_from(t.rulings).where(r.league == league).scalar_subquery().label("rulings"),
        ]
        row = (await self._database.rows(select(*counts)))[0]
        return row["records"], row["rulings"]

    async def large(self, least: int) -> list[int]:
        """The leagues with so many records at least, the largest first."""
        number = func.count()
        query = select(t.finished.c.league, number).group_by(t.finished.c.league).having(number >= least)
        return [row["league"] for row in await self._database.rows(query.order_by(number.desc()))]

    async def finished(
        self, league: int, but: Collection[str] = (), since: float | None = None
    ) -> list[dict[str, Json]]:
        """The records of a league's games, those that ended first first. but: games whose records are known. since: only
        those that ended then or later."""
        f = t.finished.c
        where = [f.league == league, *([] if since is None else [f.ended >= since])]
        ids = await self._database.rows(select(f.game_id).where(*where).order_by(f.ended, f.game_id))
        wanted = [row["game_id"] for row in ids if row["game_id"] not in but]
        found: list[dict[str, Json]] = []
        for at in range(0, len(wanted), BATCH):
            here = f.game_id.in_(wanted[at : at + BATCH])
            rows = await self._database.rows(select(f.record).where(here).order_by(f.ended, f.game_id))
            found += [row["record"] for row in rows]
        return found

    async def record(self, game_id: str) -> tuple[int, dict[str, Json]] | None:
        """The league and the record of a game that is over."""
        f = t.finished.c
        rows = await self._database.rows(select(f.league, f.record).where(f.game_id == game_id))
        return (rows[0]["league"], rows[0]["record"]) if rows else None

    async def rulings(self, league: int, game_id: str | None = None) -> list[tuple[str, dict[str, Json]]]:
        """What arbiters have said of games that are over, of all or of one, in the order they said it."""
        r = t.rulings.c
        where = [r.league == league, *([r.game_id == game_id] if game_id else [])]
        rows = await self._database.rows(select(r.game_id, r.ruling).where(*where).order_by(r.id))
        return [(row["game_id"], row["ruling"]) for row in rows]

    async def formats(self, league: int) -> dict[str, tuple[int, str, bool]]:
        """The formats a league has saved, each as its last version: name -> version, text, whether it is retired."""
        f = t.formats.c
        query = select(f.name, f.version, f.text, f.retired).where(f.league == league).order_by(f.name, f.version)
        return {row["name"]: (row["version"], row["text"], row["retired"]) for row in await self._database.rows(query)}

    async def format(self, league: int, name: str, version: int) -> str | None:
        """The text of one version of a format."""
        f = t.formats.c
        query = select(f.text).where(f.league == league, f.name == name, f.version == version)
        rows = await self._database.rows(query)
        return rows[0]["text"] if rows else None

    async def offer(self, offer_id: str) -> Offer | None:
        """A challenge or ticket."""
        rows = await self._database.rows(select(*_OFFER).where(t.offers.c.id == offer_id))
        return Offer(**rows[0]) if rows else None

    async def offers(self, league: int | None, kind: str, now: float) -> list[Offer]:
        """The challenges or tickets of a league (None: of all) that are open, the oldest first."""
        o = t.offers.c
        mine = [] if league is None else [o.league == league]
        query = select(*_OFFER).where(*mine, o.kind == kind, o.open.is_(True), o.until > now)
        return [Offer(**row) for row in await self._database.rows(query.order_by(o.at, o.id))]

    async def lapsed(self, now: float) -> list[Offer]:
        """Challenges and tickets of all leagues that are open still, and whose time is over."""
        o = t.offers.c
        query = select(*_OFFER).where(o.open.is_(True), o.until <= now)
        return [Offer(**row) for row in await self._database.rows(query.order_by(o.until, o.id))]


@dataclass(frozen=True, slots=True)
class Offer:
    """A challenge or a ticket as it is stored. revision: how often it was changed, from 1."""

    id: str
    league: int
    kind: str
    open: bool
    until: float
    revision: int
    data: dict[str, Json]


_OFFER = [t.offers.c[name] for name in Offer.__dataclass_fields__]
