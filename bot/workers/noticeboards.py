"""Noticeboards of leagues: sent in their place, and brought up to date when a game of their server has moved."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from bot.discord import delivery as d
from bot.discord.delivery import NotDelivered
from bot.discord.features.league import board
from bot.game.league import boards
from bot.services import Services
from bot.store import Outgoing, StoreError
from bot.workers.transport import Transport

# Seconds between two changes of a noticeboard.
PAUSE = 15.0


class Noticeboards:
    """Noticeboards through a transport. elapsed: seconds that pass whatever the clock is set to. moved: servers whose
    noticeboards show what has changed since; nothing is lost with it, as a start brings every panel up to date."""

    def __init__(self, services: Services, transport: Transport, elapsed: Callable[[], float]) -> None:
        self.services, self.transport, self._elapsed = services, transport, elapsed
        self.moved = set[int]()
        self._changed: dict[int, float] = {}

    async def run(self) -> None:
        """Ask for what has changed, once for all that changes in a pause, until cancelled."""
        while True:
            await asyncio.sleep(PAUSE)
            while self.moved:
                await self._ask(self.moved.pop())

    async def _ask(self, guild: int) -> None:
        store, key = self.services.store, f"moved {time.time():.4f}"
        try:
            if here := await boards.channels(store, guild):
                await store.queue(*(boards.refresh(guild, channel, key) for channel in here))
        except StoreError:
            self.moved.add(guild)
            raise

    async def send(self, message: Outgoing) -> int | None:
        """A noticeboard, in its place; posted anew where that is gone. None where there is none any more; and where it has
        changed a moment ago: then it is asked for again, so that nothing else of its channel waits. Raises NotDelivered."""
        guild, channel = int(message.payload["guild"]), message.channel_id
        here = await boards.channels(self.services.store, guild)
        if channel not in here:
            return None
        if self._elapsed() < self._changed.get(channel, -PAUSE) + PAUSE:
            self.moved.add(guild)
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
