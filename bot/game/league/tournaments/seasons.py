"""Seasons: a table over dates. One ends by itself at its date; its table of that moment is kept, and the play-off offered.

A game belongs to the season in which it ends. So one that is under way at the end of a season is of the next one.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import replace

from bot.game.clock.deadlines import RECORD
from bot.game.league import boards, formats
from bot.game.league.archive import fitted
from bot.game.league.desk import Desk
from bot.game.league.format_desk import FormatDesk
from bot.game.league.homes import servers
from bot.game.league.tournaments import kept, season_kept
from bot.game.league.tournaments.desk import id_of
from bot.game.league.tournaments.kept import Setup
from bot.game.league.tournaments.season_kept import SETTLES, HeldSeason, KeptTable, SeasonSetup, closing
from bot.game.league.tournaments.willing import able
from bot.game.lobby.lobby import Lobby
from bot.game.people.problems import PlayError
from bot.store import Change, ChangeSeason, CloseSeason, Message, Moved, NameTaken, Record, Step
from league import codec
from league.archive import Row, exported, table
from league.finished import Finished
from league.ratings import Prior, Ratings
from league.tournaments import SINGLE, Terms
from rules.model.names import several

MOST_OPEN = 10
PLAYOFF = " play-off"


class Seasons(Desk):
    """The seasons of leagues."""

    def __init__(self, lobby: Lobby) -> None:
        super().__init__(lobby)
        self.desk = FormatDesk(lobby)

    async def create(self, interaction_id: str, by: int, setup: SeasonSetup) -> HeldSeason:
        """A new season. Raises PlayError."""
        league, id = await formats.home(self.store, setup.guild), id_of(interaction_id)
        await self.desk.find(setup.guild, setup.format)
        if len(await self.store.tournaments.seasons(league, True)) >= MOST_OPEN:
            raise PlayError(f"A league has {MOST_OPEN} open seasons at most.")
        record = Record(str(by), "season", {"season": id, "name": setup.name})
        timer = closing(id, setup, setup.season.end + SETTLES)
        seen = await boards.all_of(self.store, setup.guild, f"season {id}")
        try:
            await self.store.commit(Change(interaction_id, steps=(setup.step(id, league), timer, record, *seen)))
        except NameTaken:
            raise PlayError(f"There is a season “{setup.name}” already. Take another name.") from None
        return await season_kept.held_season(self.store, id)

    async def every(self, guild: int) -> list[HeldSeason]:
        """The seasons of a server's league, the newest first."""
        league = await formats.home(self.store, guild)
        return [season_kept.read_season(one) for one in await self.store.tournaments.seasons(league)]

    async def find(self, guild: int, named: str = "") -> HeldSeason:
        """A season by its name or id; else the one that is open, or was last. Raises PlayError."""
        every = await self.every(guild)
        fits = [one for one in every if named in (one.id, one.setup.name)] if named else every
        if not fits:
            known = ", ".join(one.setup.name for one in every) or "none; `/season new` opens one"
            raise PlayError(f"Which season? There are: {known}.")
        return next((one for one in fits if one.open), fits[0])

    async def games(self, now: HeldSeason) -> list[Finished]:
        """The rated games of a season as they count by now; of one that is over those of its table, as they count by now."""
        games = await self.archive.of_format(now.league, now.setup.format)
        if now.table is not None:
            return [game for game in games if game.id in now.table.games]
        return now.setup.season.of(games)

    async def rows(self, now: HeldSeason) -> Sequence[Row]:
        """The table: as it was kept, or as it stands."""
        return now.table.rows if now.table else (await self._reckoned(now))[1]

    async def export(self, now: HeldSeason) -> bytes:
        """The games of a season and their table, as anybody can check it."""
        games = await self.games(now)
        ratings, rows = await self._reckoned(now, games)
        lines = await asyncio.to_thread(lambda: list(exported(games, ratings, rows, now.setup.format)))
        return "\n".join([*lines, ""]).encode()

    async def end(self, now: HeldSeason, interaction_id: str, by: int, why: str) -> HeldSeason:
        """An arbiter ends a season at this moment, as its date would have. Raises PlayError."""
        at, over = self.now(), PlayError(f"**{now.setup.name}** is over.")
        if await self.store.receipt("", interaction_id) is not None:
            return now  # the same press came twice
        if not now.open or at >= now.setup.season.end:
            raise over
        setup = replace(now.setup, season=replace(now.setup.season, end=at))
        record = Record(str(by), "season ended", {"season": now.id, "why": why})
        seen = await boards.all_of(self.store, setup.guild, f"season {now.id} ends")
        steps = (ChangeSeason(now.id, codec.dumped(setup)), closing(now.id, setup, at + SETTLES), record, *seen)
        try:
            await self.store.commit(Change(interaction_id, steps=steps))
        except Moved:  # it has been closed in this moment
            raise over from None
        return replace(now, setup=setup)

    async def close(self, id: str) -> bool:
        """A season is over: its table is kept, the play-off offered, once. False where a record is still to come."""
        now = await season_kept.held_season(self.store, id)
        if not now.open:
            return True
        if await self._record_to_come(now):
            return False
        games = await self.games(now)
        _, rows = await self._reckoned(now, games)
        made = KeptTable(self.now(), tuple(rows), tuple(game.id for game in games))
        steps: list[Step] = [CloseSeason(id, codec.dumped(made))]
        steps += await boards.all_of(self.store, now.setup.guild, f"season {id} over")
        offered = replace(now, table=made, open=False)
        if len(able(now.setup.season, made)) > 1:
            steps += await self._playoff(offered)
        with contextlib.suppress(Moved):  # it has been closed in this moment
            await self.store.commit(Change(f"season {id} over", steps=tuple(steps), messages=(_told(offered),)))
        return True

    async def _playoff(self, now: HeldSeason) -> list[Step]:
        """The play-off as a tournament that those who are able can enter."""
        id, setup = f"{now.id}p", now.setup
        version, _ = await self.desk.find(setup.guild, setup.format)
        terms = Terms(SINGLE, third=True)
        name = await self._free_name(now.league, f"{setup.name}{PLAYOFF}"[:60])
        made = Setup(name, setup.format, version, terms, setup.guild, setup.place, setup.by, season=now.id)
        return [made.step(id, now.league), *await kept.seen(self.store, id, made, "new", self.now())]

    async def _free_name(self, league: int, name: str) -> str:
        taken = {one.name for one in await self.store.tournaments.every(league)}
        return next(one for one in (name, *(f"{name} {n}" for n in range(2, 1000))) if one not in taken)

    async def _record_to_come(self, now: HeldSeason) -> bool:
        """Whether a game that ended within the season has no record yet."""
        timers = await self.store.timers.to_come(RECORD, now.setup.season.end)
        rows = [await self.store.game(timer.game_id) for timer in timers if timer.game_id]
        league = await servers(self.store, now.league)
        return any(row.guild_id in league for row in rows)

    async def _reckoned(self, now: HeldSeason, games: Sequence[Finished] | None = None) -> tuple[Ratings, list[Row]]:
        """Ratings and table of a season's games alone."""
        found = await self.games(now) if games is None else games
        prior = await self.archive.prior(now.league, now.setup.format)
        return await asyncio.to_thread(_table, found, prior, now.setup.season.games)


def _table(games: Sequence[Finished], prior: Prior, enough: int) -> tuple[Ratings, list[Row]]:
    ratings = fitted(games, prior)
    return ratings, table(games, ratings, enough=enough)


def _told(now: HeldSeason) -> Message:
    """What is said at the end: the first of the table, and who may play in the play-off."""
    setup, made = now.setup, now.table
    assert made is not None
    first = [f"{row.rank}. {row.name}" for row in made.rows if row.rank][:3]
    games = several(len(made.games), "rated game")
    lines = [f"**{setup.name}** is over after {games}. {', '.join(first)}"]
    people = able(setup.season, made)[: setup.season.places * 2]
    if len(people) > 1:
        called = " ".join(f"<@{person}>" for person in people)
        best = f"the play-off is for the best {setup.season.places} of those who are willing"
        lines.append(f"{called}: {best}. Press **Enter** under **{setup.name}{PLAYOFF}**.")
    payload = {"content": "\n".join(lines), "mention": people if len(people) > 1 else []}
    return Message(setup.place, "say", payload, f"season:{now.id}:over", guild_id=setup.guild)
