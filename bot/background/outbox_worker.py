"""Sends what waits in the outbox, again after a crash or a failure, each message once."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import structlog

from bot.background.panel_images import Illustrator
from bot.game.outbox_messages import panel as refresh
from bot.interface.components.panel import Panel, compose, compose_bare, compose_plain
from bot.interface.response import values_of
from bot.interface.text.limits import CONTENT, clip
from bot.ops.logging_setup import report
from bot.store import DropPost, Game, Outgoing, Post, SetPost, SetPreference

if TYPE_CHECKING:
    from bot.interface.client import Adjutant

log = structlog.get_logger()

# No such channel, no access, no permission, closed direct messages: trying again does not help.
GONE = {10003, 50001, 50007, 50013}
UNKNOWN_MESSAGE = 10008
LONGEST_WAIT = 30.0
KEEP_SENT = 7 * 86400.0


class Sender:
    """The outbox worker."""

    def __init__(self, client: Adjutant) -> None:
        self.client = client
        self.illustrator = Illustrator(client)

    async def run(self) -> None:
        """Work until cancelled."""
        await self.client.wait_until_ready()
        outbox = self.client.store.outbox
        await outbox.forget(time.time() - KEEP_SENT)
        await self._redraw()
        while True:
            outbox.queued.clear()
            claimed = await outbox.claim()
            await asyncio.gather(*(self._deliver(message) for message in claimed))
            if not claimed:
                await self._wait(await outbox.next_try())

    async def _redraw(self) -> None:
        """Every running game's panel is brought up to date: whoever was not answered before a stop sees it there."""
        for row in await self.client.store.games(status=("running",)):
            await self.client.store.outbox.put(refresh(row, f"start {time.time():.4f}"), game_id=row.id)

    async def _wait(self, until: float | None) -> None:
        seconds = LONGEST_WAIT if until is None else min(max(until - time.time(), 0.0), LONGEST_WAIT)
        try:
            async with asyncio.timeout(seconds):
                await self.client.store.outbox.queued.wait()
        except TimeoutError:
            pass

    async def _deliver(self, message: Outgoing) -> None:
        outbox = self.client.store.outbox
        try:
            sent = await _KINDS[message.kind](self, message)
        except discord.HTTPException as error:
            permanent = error.code in GONE or error.status == 404
            log.warning("message not sent", kind=message.kind, game=message.game_id, why=str(error), final=permanent)
            await outbox.failed(message.id, str(error), permanent=permanent)
        except (OSError, TimeoutError, aiohttp.ClientError) as error:
            log.warning("message not sent", kind=message.kind, game=message.game_id, why=repr(error), final=False)
            await outbox.failed(message.id, repr(error))
        except Exception as error:
            await report(self.client.store, error, f"sending {message.kind}", game_id=message.game_id)
            await outbox.failed(message.id, str(error))
        else:
            await outbox.mark_sent(message.id, sent)

    async def channel(self, channel_id: int) -> Any:
        """A channel by its id, asked of Discord if it is not known."""
        return self.client.get_channel(channel_id) or await self.client.fetch_channel(channel_id)

    async def _say(self, message: Outgoing) -> int:
        channel = await self.channel(message.channel_id)
        users = [discord.Object(int(user)) for user in message.payload.get("mention", ())]
        mentions = discord.AllowedMentions(users=users, everyone=False, roles=False)
        text = clip(message.payload["content"], CONTENT)
        return int((await channel.send(text, allowed_mentions=mentions, nonce=message.nonce)).id)

    async def _direct(self, message: Outgoing) -> int:
        """A direct message; the outbox's channel is the user."""
        user = self.client.get_user(message.channel_id) or await self.client.fetch_user(message.channel_id)
        return int((await user.send(clip(message.payload["content"], CONTENT), nonce=message.nonce)).id)

    # --- the panel ------------------------------------------------------------------------------------------

    async def _panel(self, message: Outgoing) -> int:
        """The game's panel as it stands. What Discord refuses is logged and goes without its menus, then as a
        sentence: nobody waits before a stale panel."""
        row = await self.client.store.game(message.payload["game"])
        for make in (compose, compose_plain):
            try:
                return await self._show(message, row, await make(self.client, row))
            except Exception as error:
                if not _ours(error) or row.status == "lobby":
                    raise
                await report(self.client.store, error, "panel refused", game_id=row.id)
        return await self._show(message, row, await compose_bare(self.client, row))

    async def _show(self, message: Outgoing, row: Game, panel: Panel) -> int:
        """Edit the panel in place; when somebody else has to act, post it anew and notify them."""
        store = self.client.store
        channel = await self.channel(row.place)
        post = (await store.posts(row.id)).get("panel")
        mark = (await store.preferences("game", row.id)).get("panel")
        if post and mark == panel.mark and post.channel_id == row.place and await self._edit(row, channel, post, panel):
            return post.message_id
        return await self._post(row, channel, post, panel, message)

    async def _post(self, row: Game, channel: Any, old: Post | None, panel: Panel, message: Outgoing) -> int:
        calls = await self.client.calls(row, panel)
        picture = self.illustrator.next(row, panel, anew=True)
        panel.reply.pictures = [picture] if picture else []
        users = [discord.Object(user) for user in calls.mention]
        values = values_of(panel.reply.text, panel.reply)
        values["allowed_mentions"] = discord.AllowedMentions(users=users, everyone=False, roles=False)
        sent = await channel.send(**values, nonce=message.nonce)
        remember = SetPreference("game", row.id, "panel", panel.mark)
        await self.client.store.apply(SetPost(Post(row.id, "panel", row.place, sent.id)), remember, *calls.steps)
        if calls.direct:
            await self.client.store.outbox.put(*calls.direct, game_id=row.id)
        if old and old.message_id != sent.id:
            await self._retire(old)
        return int(sent.id)

    async def _edit(self, row: Game, channel: Any, post: Post, panel: Panel) -> bool:
        """Text and buttons at once; a picture when it is drawn."""
        picture = self.illustrator.next(row, panel)
        values = values_of(panel.reply.text, panel.reply)
        if picture is not None:
            values["attachments"] = [picture.file()]
        try:
            await channel.get_partial_message(post.message_id).edit(**{"content": None, "view": None, **values})
        except discord.HTTPException as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            await self.client.store.apply(DropPost(post.game_id, "panel"))
            return False
        return True

    async def _retire(self, post: Post) -> None:
        """The old panel loses its buttons. Nothing depends on it: they would answer kindly."""
        try:
            channel = await self.channel(post.channel_id)
            await channel.get_partial_message(post.message_id).edit(view=None)
        except discord.HTTPException as error:
            log.info("old panel not changed", why=str(error))


def _ours(error: Exception) -> bool:
    """Whether a panel failed for what is in it, not for the connection, the channel or our rights there."""
    if isinstance(error, discord.HTTPException):
        return error.status == 400
    return not isinstance(error, OSError | TimeoutError | aiohttp.ClientError)


_KINDS = {"panel": Sender._panel, "say": Sender._say, "direct": Sender._direct}
