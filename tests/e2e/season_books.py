"""What the database says of a league, read past the bot."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import psycopg

from bot.game.league.tournaments import kept, season_kept
from bot.game.league.tournaments.kept import Held
from bot.game.league.tournaments.season_kept import HeldSeason
from bot.store import Game
from bot.store.database import connect, parse_url
from bot.store.league import League
from bot.store.reader import Reader
from bot.store.seal import Sealer
from bot.store.tournaments import Tournaments
from local_discord.seed import GUILD_ID

LEAGUE = int(GUILD_ID)


@dataclass
class Books:
    """What the database says, read past the bot."""

    url: str

    @contextlib.asynccontextmanager
    async def _open(self) -> AsyncIterator[tuple[Tournaments, Reader, League]]:
        database = await connect(parse_url(self.url))
        try:
            yield Tournaments(database), Reader(database, Sealer(None)), League(database)
        finally:
            await database.close()

    async def tournament(self, name: str) -> Held | None:
        """A tournament by its name."""
        async with self._open() as (tournaments, _, _):
            for one in await tournaments.every(LEAGUE):
                if one.name == name and (found := await tournaments.one(one.id)):
                    return kept.read(*found)
        return None

    async def season(self) -> HeldSeason | None:
        """The season."""
        async with self._open() as (tournaments, _, _):
            found = await tournaments.seasons(LEAGUE)
            return season_kept.read_season(found[0]) if found else None

    async def games(self, *status: str) -> list[Game]:
        """Games, the oldest first."""
        async with self._open() as (_, reader, _):
            return (await reader.games(LEAGUE, status))[::-1]

    async def seats(self, row: Game) -> dict[str, str]:
        """Side -> who plays it."""
        async with self._open() as (_, reader, _):
            seats = {seat.power: str(seat.user_id) for seat in await reader.seats(row.id)}
        return {"Allies": seats["USSR"], "Axis": seats["Germany"]} if seats else {}

    async def records(self) -> list[dict[str, Any]]:
        """The records of games that are over."""
        async with self._open() as (_, _, league):
            return await league.finished(LEAGUE)

    def hasten(self, season: str) -> None:
        """Let the end of a season have come just now. The bot may not run."""
        url = parse_url(self.url)
        live: Any = (
            sqlite3.connect(str(url.database))
            if url.drivername.startswith("sqlite")
            else psycopg.connect(url.set(drivername="postgresql").render_as_string(hide_password=False))
        )
        mark = "?" if url.drivername.startswith("sqlite") else "%s"
        with contextlib.closing(live):
            ((data, now),) = live.execute(f"select data, at from seasons where id = {mark}", (season,)).fetchall()
            ((now,),) = live.execute("select max(at) from tournament_events").fetchall()
            data = json.loads(data) if isinstance(data, str) else data
            data["season"]["end"] = now + 0.001
            due = (now, now, f"season {season}")
            live.execute(f"update seasons set data = {mark} where id = {mark}", (json.dumps(data), season))
            live.execute(f"update timers set due = {mark}, fire_at = {mark} where key = {mark}", due)
            live.commit()
