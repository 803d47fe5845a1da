"""Noticeboards of leagues: sent in their place, and brought up to date whenever a game of their server has moved."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from bot.discord import delivery as d
from bot.discord.delivery import NotDelivered
from bot.discord.features.league import board
from bot.game.league import boards
from bot.ops.logging_setup import report
from bot.services import Services
from bot.store import Outgoing, StoreError
from bot.workers.transport import Transport

# Seconds between two changes of a noticeboard.
PAUSE = 15.0


class Noticeboards:
    """Noticeboards through a transport. elapsed: seconds that pass whatever the clock is set to.

    What comes too soon after a change is asked for again after a pause: nothing else of that channel waits for it."""

    def __init__(self, services: Services, transport: Transport, elapsed: Callable[[], float]) -> None:
        self.services, self.transport, self._elapsed = services, transport, elapsed
        self._changed: dict[int, float] = {}
        self._asking: dict[int, asyncio.Task[None]] = {}

    async def send(self, message: Outgoing) -> int | None:
        """A noticeboard, in its place; posted anew where that is gone. None where it is not, or not yet. Raises
        NotDelivered."""
        guild, channel = int(message.payload["guild"]), message.channel_id
        here = await boards.channels(self.services.store, guild)
        if channel not in here:
            return None
        if self._elapsed() < self._changed.get(channel, -PAUSE) + PAUSE:
            self.moved(guild)
            return None
        reply, old = await board.compose(self.services, guild), here[channel]
        self._changed[channel] = self._elapsed()
        if old is not None:
            try:
                await self.transport.edit(channel, old, reply)
                return old
            except NotDelivered as error:
                if error.code not in (d.UNKNOWN_MESSAGE, d.TOO_MANY_EDITS):
                    raise
        sent = await self.transport.send(channel, reply, (), message.nonce)
        self.services.answering.leave(boards.posted(guild, channel, sent))
        return sent

    def moved(self, guild: int) -> None:
        """Something that the noticeboards of a server show has changed: they follow after a pause, once for all that
        changes until then."""
        if guild not in self._asking:
            self._asking[guild] = asyncio.create_task(self._ask(guild))

    async def _ask(self, guild: int) -> None:
        try:
            await asyncio.sleep(PAUSE)
        finally:
            del self._asking[guild]
        store, key = self.services.store, f"moved {time.time():.4f}"
        try:
            if here := await boards.channels(store, guild):
                await store.outbox.put(*(boards.refresh(guild, channel, key) for channel in here))
        except StoreError as error:
            await report(store, error, "noticeboard not asked for")

    async def stop(self) -> None:
        """Ask for nothing more; what changed is shown behind the next start, when every panel is brought up to date."""
        for task in list(self._asking.values()):
            task.cancel()
