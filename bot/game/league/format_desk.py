"""Choosing a format in the lobby, and saving one from it."""

from __future__ import annotations

import re
from dataclasses import replace

from bot.game.league import formats
from bot.game.league.desk import Desk
from bot.game.league.homes import must_be_home
from bot.game.lobby.lobby import LOBBY
from bot.game.people.problems import PlayError
from bot.store import Record, Require, SaveFormat, SetGame, SetPreference
from bot.store.records import Game
from league.formats import Format, FormatError, read, written

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST = 40
MOST = 50


class FormatDesk(Desk):
    """The formats of leagues."""

    async def find(self, guild_id: int, name: str) -> tuple[int, Format]:
        """A format that is offered on a server, with its version. Raises PlayError with all there are."""
        known = await formats.every(self.store, await formats.home(self.store, guild_id))
        if name not in known:
            raise PlayError(f"There is no format “{name[:LONGEST]}” here. Formats: {', '.join(known) or 'none'}.")
        return known[name]

    async def choose(self, game_id: str, name: str) -> Game:
        """A lobby is played by a format from now on ("": by none). Raises PlayError, TableError."""
        async with self.lobby.moderator.locked(game_id) as row:
            if row.status != "lobby":
                raise PlayError("The game has started: its rules stay as they are.")
            if not name:
                settings = {key: value for key, value in row.settings.items() if key != formats.SETTING}
                await self.store.apply(Require(row.id, LOBBY), SetGame(row.id, {"settings": settings}))
                return await self.store.game(row.id)
            version, made = await self.find(row.guild_id, name)
            if made.board != row.board:
                raise PlayError(f"{made.title} is played on another board: open a game on it, or take another format.")
            bid = {key: value for key, value in row.options.items() if key == "bid"}
            row = await self.lobby.change_rules(row, made.documents, {**made.table_options, **bid})
            settings = {**row.settings, **formats.settings_of(made, version)}
            await self.store.apply(Require(row.id, LOBBY), SetGame(row.id, {"settings": settings}))
            return await self.store.game(row.id)

    async def save(self, actor: int, row: Game, name: str, title: str, summary: str, bid_side: str = "") -> Format:
        """A lobby becomes a format of the league, or a new version of one, on the record. What a lobby does not say (bids,
        what is rated, what a power weighs) is as the format has it from which it began. Raises PlayError."""
        id = name.strip().lower().replace(" ", "-")
        if not _NAME.fullmatch(id) or len(id) > LONGEST:
            raise PlayError(f"A format's name has letters, digits and hyphens, {LONGEST} at most: spring-league.")
        must_be_home(row.guild_id, league := await formats.home(self.store, row.guild_id))
        known = await self.store.league.formats(league)
        if id not in known and len(known) >= MOST:
            raise PlayError(f"A league has {MOST} formats at most.")
        made = formats.format_of(id, title, summary, "This league", row, await formats.of_game(self.store, row))
        if bid_side:
            made = replace(made, bid=replace(made.bid, side=bid_side))
        try:
            made = read(id, written(made))
        except FormatError as error:
            raise PlayError(f"That is no format yet: {error}") from None
        version = known[id][0] + 1 if id in known else 1
        record = Record(str(actor), "format", {"league": str(league), "format": id, "version": version})
        await self.store.apply(SaveFormat(league, id, version, written(made), actor), record)
        return made

    async def retire(self, actor: int, guild_id: int, name: str) -> None:
        """A format of the league is offered no more; games by it go on. Raises PlayError."""
        must_be_home(guild_id, league := await formats.home(self.store, guild_id))
        version, text, retired = (await self.store.league.formats(league)).get(name, (0, "", True))
        if retired:
            raise PlayError(f"“{name[:LONGEST]}” is no format that this league has saved.")
        record = Record(str(actor), "format retired", {"league": str(league), "format": name})
        await self.store.apply(SaveFormat(league, name, version + 1, text, actor, retired=True), record)

    async def close(self, actor: int, guild_id: int, closed: bool) -> None:
        """Only the league's own formats count from now on, or others too."""
        must_be_home(guild_id, league := await formats.home(self.store, guild_id))
        record = Record(str(actor), "league closed" if closed else "league open", {"league": str(league)})
        wanted = SetPreference(formats.SCOPE, str(league), formats.CLOSED, True if closed else None)
        await self.store.apply(wanted, record)
