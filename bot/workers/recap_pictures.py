"""Recaps of turns that are over: told at once, with a moving picture as soon as it is drawn."""

from __future__ import annotations

import asyncio

import structlog

from bot.discord.delivery import NotDelivered
from bot.discord.features.record.buttons import film
from bot.discord.features.record.recap import turn_recap
from bot.discord.response import Reply
from bot.game.moderator.situation import short
from bot.services import Services
from bot.store import Game, Outgoing
from bot.workers.transport import Transport

log = structlog.get_logger()


class Films:
    """Draws beside the sender. A picture that a stop cuts off is lost; its recap has a Replay button."""

    def __init__(self, services: Services, transport: Transport) -> None:
        self.services, self.transport = services, transport
        self._tasks: set[asyncio.Task[None]] = set()

    async def tell(self, message: Outgoing) -> tuple[int, str]:
        """Post the recap of some orders; gives its message's id, and its text."""
        row = await self.services.store.game(message.payload["game"])
        first, last = message.payload["first"], message.payload["last"]
        reply = await turn_recap(self.services, row, first, last)
        sent = await self.transport.send(row.place, reply, (), message.nonce)
        if self.services.settings.pictures and not short(row):
            task = asyncio.create_task(self._illustrate(row, sent, reply, first, last))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return sent, reply.text

    async def _illustrate(self, row: Game, sent: int, reply: Reply, first: int, last: int) -> None:
        picture = await film(self.services, row, first, last)
        if picture is None:
            return
        reply.pictures = [picture]
        try:
            await self.transport.edit(row.place, sent, reply)
        except NotDelivered as error:
            log.info("recap without its picture", game=row.id, why=str(error))

    async def stop(self) -> None:
        """Drop what is being drawn."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
