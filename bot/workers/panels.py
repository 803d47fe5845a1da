"""The panel of a game, kept up to date: edited in place, posted anew when somebody else has to act."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.discord import delivery as d
from bot.discord.delivery import NotDelivered
from bot.discord.features.orders.controls import newly
from bot.discord.features.panel.panel import Panel, compose, compose_bare, compose_plain
from bot.game import Situation
from bot.game.moderator.outbox_messages import retire
from bot.ops.logging_setup import report
from bot.services import Services
from bot.store import Enqueue, Game, Outgoing, Post, SetPost, SetPreference, StoreError
from bot.workers.panel_images import Illustrator
from bot.workers.transport import Transport
from bot.workers.turn_notifications import Calls, calls_for

# Discord counts how often a message that is more than an hour old is edited, and soon refuses.
TOO_OLD = 50 * 60.0
DISCORD_EPOCH = 1_420_070_400.0
SILENT = Calls((), (), ())


class Panels:
    """Panels through a transport."""

    def __init__(self, services: Services, transport: Transport, clock: Callable[[], float]) -> None:
        self.services, self.transport, self._clock = services, transport, clock
        self.illustrator = Illustrator(services)

    async def refresh(self, message: Outgoing) -> int:
        """The game's panel as it stands; gives its message's id. What Discord refuses for what is in it is logged and
        goes without its menus, then as a sentence: nobody waits before a stale panel."""
        now = await self.services.games.situation(message.payload["game"])
        for make in (compose, compose_plain):
            try:
                return await self._show(message, now, await make(self.services, now))
            except Exception as error:
                if not _ours(error) or now.row.status == "lobby":
                    raise
                await report(self.services.store, error, "panel refused", game_id=now.row.id)
        return await self._show(message, now, await compose_bare(now))

    async def _show(self, message: Outgoing, now: Situation, panel: Panel) -> int:
        row, post, marks = now.row, now.facts.posts.get("panel"), now.facts.own
        here = post is not None and post.channel_id == row.place
        same, fresh = here and marks.get("panel") == panel.mark, newly(str(marks.get("called") or ""), panel.call)
        called = here and fresh is not None and not fresh
        idle = str(marks.get("called") or "").endswith(":")
        if post is not None and same and not message.payload.get("down"):
            young = self._clock() - _posted(post.message_id) <= TOO_OLD
            refused = await self._edit(row, post, panel) if young or message.payload.get("steady") else d.TOO_MANY_EDITS
            if not refused:
                return post.message_id
            post = post if refused == d.TOO_MANY_EDITS else None
        people = panel.people if fresh is None or not here else tuple(u for u in panel.people if u in fresh)
        calls = SILENT if called else calls_for(now.facts, replace(panel, people=people))
        return await self._post(row, post, panel, calls, message, again=called, gone=called or idle)

    async def _post(
        self, row: Game, old: Post | None, panel: Panel, calls: Calls, message: Outgoing, again: bool, gone: bool
    ) -> int:
        """Post it, and have noted where it stands, who is told otherwise, and that the old controls go. again: for
        the same people in the same turn, so nobody hears of it. gone: the old panel goes altogether, as it does too where it
        called nobody."""
        picture = await self.illustrator.next(row, panel, anew=True)
        panel.reply.pictures = [picture] if picture else []
        sent = await self.transport.send(row.place, panel.reply, calls.mention, message.nonce, silent=again)
        answering = self.services.answering
        answering.leave(
            SetPost(Post(row.id, "panel", row.place, sent)),
            SetPreference("game", row.id, "panel", panel.mark),
            SetPreference("game", row.id, "called", panel.call),
            *calls.steps,
            *(Enqueue(other, row.id) for other in calls.direct),
        )
        answering.light(await self.services.store.facts(row.id), None)
        if old is not None and old.message_id != sent:
            answering.leave(Enqueue(retire(row.id, old.channel_id, old.message_id, delete=gone), row.id))
        return sent

    async def _edit(self, row: Game, post: Post, panel: Panel) -> int:
        """Text and buttons at once; a picture when it is drawn. Gives Discord's number for why it has to be posted anew, or
        0."""
        picture = await self.illustrator.next(row, panel)
        panel.reply.pictures = [picture] if picture else []
        try:
            await self.transport.edit(row.place, post.message_id, panel.reply)
        except NotDelivered as error:
            if error.code not in (d.UNKNOWN_MESSAGE, d.TOO_MANY_EDITS):
                raise
            return error.code
        return 0


def _posted(message_id: int) -> float:
    """When a message was posted: Discord's ids tell (Unix seconds)."""
    return (message_id >> 22) / 1000 + DISCORD_EPOCH


def _ours(error: Exception) -> bool:
    """Whether a panel failed for what is in it, not for the connection, the channel or our rights there."""
    if isinstance(error, NotDelivered):
        return error.status == 400 and error.code not in (d.ARCHIVED, d.TOO_MANY_EDITS)
    return not isinstance(error, OSError | TimeoutError | StoreError)
