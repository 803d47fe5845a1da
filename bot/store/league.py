"""What can be looked up of leagues: how games stand, records of those that are over, rulings."""

from __future__ import annotations

from sqlalchemy import select

from bot.store import league_tables as t
from bot.store.database import Database
from bot.store.records import Json


class League:
    """Reads only. A league is known by the server it is at home on."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def course(self, game_id: str) -> dict[str, Json] | None:
        """How a game stands on the way to its result; None for one of which that was never kept."""
        rows = await self._database.rows(select(t.courses.c.data).where(t.courses.c.game_id == game_id))
        return rows[0]["data"] if rows else None

    async def finished(self, league: int, since: float = float("-inf")) -> list[dict[str, Json]]:
        """The records of a league's games that ended at a time or later, those that ended first first."""
        f = t.finished.c
        query = select(f.record).where(f.league == league, f.ended >= since).order_by(f.ended, f.game_id)
        return [row["record"] for row in await self._database.rows(query)]

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
