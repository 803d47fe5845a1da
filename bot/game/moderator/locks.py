"""Locks by name: whatever changes a game holds its lock, whatever settles in a channel holds that channel's.

They order what this process does. What another process may do is ruled out by the store: an owner lock, and the
state, revision and place that a change requires inside its transaction.
"""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary


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

    def _of(self, name: str) -> asyncio.Lock:
        lock = self._locks.get(name)
        if lock is None:
            lock = self._locks[name] = asyncio.Lock()
        return lock
