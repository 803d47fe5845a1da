"""Sends what waits in the outbox, again after a crash or a failure, each message once."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import discord

from bot.logs import report
from bot.store import DropPost, Outgoing, Post, SetPost
from bot.views.panel import compose

if TYPE_CHECKING:
    from bot.client import Adjutant

GONE = {10003, 10008, 50001, 50013}


class Sender:
    """The outbox worker."""

    def __init__(self, client: Adjutant) -> None:
        self.client = client

    async def run(self) -> None:
        """Work until cancelled."""
        await self.client.wait_until_ready()
        outbox = self.client.store.outbox
        while True:
            outbox.changed.clear()
            for message in await outbox.claim():
                await self._deliver(message)
            await self._wait(await outbox.next_try())

    async def _wait(self, until: float | None) -> None:
        seconds = 30.0 if until is None else min(max(until - time.time(), 0.0), 30.0)
        try:
            async with asyncio.timeout(seconds):
                await self.client.store.outbox.changed.wait()
        except TimeoutError:
            pass

    async def _deliver(self, message: Outgoing) -> None:
        outbox = self.client.store.outbox
        try:
            sent = await (self._panel(message) if message.kind == "panel" else self._say(message))
        except discord.HTTPException as error:
            await outbox.failed(message.id, str(error), permanent=error.code in GONE)
        except Exception as error:
            await report(self.client.store, error, "sending", game_id=message.game_id)
            await outbox.failed(message.id, str(error), permanent=message.attempts > 5)
        else:
            await outbox.mark_sent(message.id, sent)

    async def channel(self, channel_id: int) -> discord.abc.Messageable:
        """A channel by its id, asked of Discord if it is not known."""
        found = self.client.get_channel(channel_id) or await self.client.fetch_channel(channel_id)
        if not isinstance(found, discord.abc.Messageable):
            raise TypeError("no channel to write in")
        return found

    async def _say(self, message: Outgoing) -> int:
        channel = await self.channel(message.channel_id)
        mentions = discord.AllowedMentions(users=True, everyone=False, roles=False)
        sent = await channel.send(message.payload["content"], allowed_mentions=mentions, nonce=message.nonce)
        return sent.id

    async def _panel(self, message: Outgoing) -> int:
        """Edit the panel in place; when another power has to act, post it anew and mention its players."""
        store, game_id = self.client.store, message.payload["game"]
        panel = await compose(self.client, game_id)
        channel = await self.channel(message.channel_id)
        post = (await store.posts(game_id)).get("panel")
        mark = (await store.preferences("game", game_id)).get("panel")
        if post and mark == panel.mark and await self._edit(channel, post, panel.values()):
            return post.message_id
        mentions = discord.AllowedMentions(users=True, everyone=False, roles=False)
        sent = await channel.send(**panel.values(mention=True), allowed_mentions=mentions, nonce=message.nonce)
        await store.apply(SetPost(Post(game_id, "panel", message.channel_id, sent.id)), *panel.remember(game_id))
        if post:
            await self._retire(channel, post)
        return sent.id

    async def _edit(self, channel: discord.abc.Messageable, post: Post, values: dict[str, object]) -> bool:
        try:
            await channel.get_partial_message(post.message_id).edit(**values)  # type: ignore[attr-defined]
        except discord.NotFound:
            await self.client.store.apply(DropPost(post.game_id, "panel"))
            return False
        return True

    async def _retire(self, channel: discord.abc.Messageable, post: Post) -> None:
        """The old panel loses its buttons."""
        try:
            await channel.get_partial_message(post.message_id).edit(view=None)  # type: ignore[attr-defined]
        except discord.HTTPException:
            pass
