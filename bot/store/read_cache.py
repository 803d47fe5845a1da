"""Answers of look-ups, kept until something is written."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from typing import TypeVar

from bot.store.database import Database

T = TypeVar("T")
MOST = 500


class Kept:
    """What was read since the last write, of games that nobody else writes about (owner.py, share.py): so it holds.

    Every command asks first which game it is about and who sits there; while people type and look, nothing is
    written, and those questions were half of the time that an answer took.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._mark = 0
        self._known: dict[Hashable, object] = {}

    def knows(self, key: Hashable) -> bool:
        """Whether the answer under a key is at hand."""
        return self._database.mark == self._mark and key in self._known

    async def get(self, key: Hashable, look: Callable[[], Awaitable[T]], keep: Callable[[T], bool]) -> T:
        """The answer under a key, looked up if it is not known. It is shared: nobody may change it. keep: whether an answer
        holds until our next write."""
        mark = self._database.mark
        if mark != self._mark or len(self._known) > MOST:
            self._mark, self._known = mark, {}
        if key in self._known:
            return self._known[key]  # type: ignore[return-value]
        found = await look()
        if self._database.mark == mark == self._mark and keep(found):
            self._known[key] = found
        return found
