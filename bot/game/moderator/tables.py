"""The games in memory, each changed only while its lock is held: whatever changes a game holds its lock, whatever
settles in a channel holds that channel's.

The locks order what this process does. What another process may do is ruled out by the store: an owner lock, and the
state, revision and place that a change requires inside its transaction.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from weakref import WeakValueDictionary

from bot.game.moderator.situation import Permission, Situation
from bot.game.moderator.table import DamagedGame, Table, load_table
from bot.game.people.problems import PlayError
from bot.ops.logging_setup import report
from bot.store import Store
from bot.store.records import Facts
from bot.store.records import Game as GameRow
from rules.core.table import Table as RuleTable

DAMAGED = "What I have stored of this game does not fit together, so I do not go on with it (id `{id}`). "
DAMAGED += "Whoever runs me can restore a backup; `/export` may still work."
# About 0.3 MB each; loading one anew costs an order some hundredths of a second.
KEPT_TABLES = 256


class Locks:
    """A lock for each game and each place, made when it is asked for and gone when nobody has it."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def game(self, game_id: str) -> asyncio.Lock:
        """Held while anything about a game is judged and stored."""
        return self._of(f"game {game_id}")

    def place(self, channel_id: int) -> asyncio.Lock:
        """Held while a game settles in a channel or thread. A game's lock may be held already, never the other way."""
        return self._of(f"place {channel_id}")

    def server(self, guild_id: int) -> asyncio.Lock:
        """Held while the open games of a server are counted and one is added; taken before any other."""
        return self._of(f"server {guild_id}")

    def person(self, league: int, user_id: int) -> asyncio.Lock:
        """Held while what a person has asked of a league is looked through and added to."""
        return self._of(f"person {league} {user_id}")

    def _of(self, name: str) -> asyncio.Lock:
        lock = self._locks.get(name)
        if lock is None:
            lock = self._locks[name] = asyncio.Lock()
        return lock


class Tables:
    """All games that are played, loaded when they are asked for."""

    def __init__(self, store: Store) -> None:
        self.store, self.locks = store, Locks()
        self._tables: dict[str, Table] = {}

    async def table(self, game_id: str) -> Table:
        """A started game, loaded if need be. Raises UnknownGame, or PlayError while it is in its lobby. Kept are games of our
        share alone, as long as they are what is stored: the outcome of a commit may never have been learned."""
        return await self._table(await self.store.game(game_id))

    async def _table(self, row: GameRow) -> Table:
        table = kept = self._tables.pop(row.id, None)
        if table is None or table.revision != row.revision:
            table = await self._load(row)
        if kept or self.store.share.holds(row.guild_id):
            self._tables[row.id] = table
            self._forget_idle()
        return table

    async def situation(self, game_id: str) -> Situation:
        """A game as it is now, started or not. Raises UnknownGame."""
        return await self._situation(await self.store.facts(game_id))

    async def situation_in(self, channel_id: int) -> Situation | None:
        """The same of the game played in a channel or thread."""
        facts = await self.store.facts_in(channel_id)
        return await self._situation(facts) if facts else None

    async def _situation(self, facts: Facts) -> Situation:
        if facts.game.engine is None:
            return Situation(facts, None)
        table = await self._table(facts.game)
        if table.revision != facts.game.revision:  # an order was stored while we looked
            return await self.situation(table.id)
        return _seen(table, facts)

    async def _load(self, row: GameRow) -> Table:
        try:
            found = await load_table(self.store, row.id)
        except DamagedGame as error:
            error_id = await report(self.store, error, "loading a game", game_id=row.id)
            raise PlayError(DAMAGED.format(id=error_id)) from None
        except LookupError:
            raise PlayError("This game has not started yet.") from None
        # Somebody else may have loaded it meanwhile, and an order been carried out on that one.
        table = self._tables.get(row.id, found)
        return table if table.revision >= found.revision else found

    def _forget_idle(self) -> None:
        for game_id in list(self._tables)[: max(0, len(self._tables) - KEPT_TABLES)]:
            if not self.locks.game(game_id).locked():
                del self._tables[game_id]

    def forget(self, game_id: str) -> None:
        """Have a table loaded anew when it is next asked for."""
        self._tables.pop(game_id, None)

    def forget_all(self) -> None:
        """Have every table loaded anew."""
        self._tables.clear()

    @contextlib.asynccontextmanager
    async def held(self, game_id: str) -> AsyncIterator[tuple[Table, Situation]]:
        """A started game with its lock held, and how it is now; what is read and stored inside belongs together."""
        async with self.locks.game(game_id):
            facts = await self.store.facts(game_id)
            table = await self._table(facts.game)
            yield table, _seen(table, facts)

    @contextlib.asynccontextmanager
    async def locked(self, game_id: str) -> AsyncIterator[GameRow]:
        """A game's row with its lock held, started or not. Raises UnknownGame."""
        async with self.locks.game(game_id):
            yield await self.store.game(game_id)

    async def rules_of(self, row: GameRow) -> RuleTable:
        """The rules of a game, in its lobby too."""
        if row.engine is None:
            return RuleTable(row.board, row.rules, row.options)
        return (await self.table(row.id)).game.table

    async def permission(self, game_id: str, user_id: int) -> Permission:
        """What a person may do in a game."""
        return (await self.situation(game_id)).permission(user_id)


def _seen(table: Table, facts: Facts) -> Situation:
    """What is stored of a game and its position as one; the same value as long as both hold."""
    if table.seen is None or table.seen.facts is not facts or table.seen.position is not table.game:
        table.seen = Situation(facts, table.game)
    return table.seen
