"""The message that tells how far a long work has come."""

from __future__ import annotations

import time

from bot.discord.delivery import Delivery, NotDelivered
from bot.discord.response import Reply
from bot.store import Game

PAUSE = 5.0  # seconds between two edits


class Telling:
    """The message that tells how far it has come; where it cannot be edited any more, a new one."""

    def __init__(self, delivery: Delivery, row: Game, message: int | None) -> None:
        self.delivery, self.row, self.message, self._last = delivery, row, message, time.monotonic()

    async def progress(self, reply: Reply) -> None:
        """Now and then."""
        if self.message is not None and time.monotonic() - self._last >= PAUSE:
            self._last = time.monotonic()
            await self._edit(reply)

    async def now(self, reply: Reply) -> None:
        """At once: a step that is worth seeing."""
        if self.message is not None:
            self._last = time.monotonic()
            await self._edit(reply)

    async def end(self, reply: Reply) -> None:
        """The last word."""
        if self.message is None or not await self._edit(reply):
            await self.delivery.send(self.row.place, reply)

    async def _edit(self, reply: Reply) -> bool:
        assert self.message is not None
        try:
            await self.delivery.edit(self.row.place, self.message, reply)
        except NotDelivered:
            return False
        return True
