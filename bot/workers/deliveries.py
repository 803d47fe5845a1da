"""What each kind of message in the outbox is sent as, and what is told in place of one that Discord does not take."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial

import structlog

from bot.discord import delivery as d
from bot.discord.components.build import view
from bot.discord.delivery import NotDelivered
from bot.discord.features.league.challenge import offer_reply
from bot.discord.features.league.result_buttons import result_buttons
from bot.discord.features.lobby.buttons import compose as lobby
from bot.discord.features.orders.strikethrough import rewritten
from bot.discord.features.record.recap import more_buttons, news
from bot.discord.response import Reply
from bot.discord.text.limits import CONTENT, clip, fitting
from bot.game.moderator.outbox_messages import direct, say, strike
from bot.game.moderator.outbox_messages import panel as refresh
from bot.game.people import followers
from bot.services import Services
from bot.store import Enqueue, Outgoing, PutTold, Step
from bot.workers import tournament_messages
from bot.workers.noticeboards import Noticeboards
from bot.workers.panels import Panels
from bot.workers.recap_pictures import Films
from bot.workers.transport import Transport

log = structlog.get_logger()

Way = Callable[[Outgoing], Awaitable[int | None]]
"""Sends a message and gives the number of what was posted, None where nothing was. Raises NotDelivered."""

# Kinds that tell of a game's orders, and so go out behind the answers to them.
BEHIND_ANSWERS = {"panel", "recap", "result"}
# Refusals that the game master can do something about.
HOMELESS = {d.UNKNOWN_CHANNEL, d.NO_ACCESS, d.NO_PERMISSION}
STRUCK_AT_ONCE = 5
DAY = 86400.0


class Deliveries:
    """Sends messages, each kind in its way."""

    def __init__(
        self, services: Services, transport: Transport, clock: Callable[[], float], elapsed: Callable[[], float]
    ) -> None:
        """clock: the hour, in seconds. elapsed: seconds that pass whatever the clock is set to."""
        self.services, self.transport, self._clock = services, transport, clock
        self.noticeboards = Noticeboards(services, transport, elapsed)
        self.panels = Panels(services, transport, clock, self.noticeboards.moved.add)
        self.films = Films(services, transport)
        self._store = services.store
        self.ways: Mapping[str, Way] = {
            "panel": self.panels.refresh,
            "say": self._say,
            "direct": self._direct,
            "recap": self._recap,
            "result": self._result,
            "offer": self._offer,
            "board": self.noticeboards.send,
            "match": partial(tournament_messages.open_room, services, transport),
            "tournament": partial(tournament_messages.show, services, transport),
            "team": partial(tournament_messages.ask, services, transport),
            "retire": self._retire,
            "strike": self._strike,
        }

    async def stop(self) -> None:
        """Let go of what is still being drawn."""
        await self.panels.stop()
        await self.films.stop()

    async def instead(self, message: Outgoing, error: NotDelivered) -> tuple[Step, ...]:
        """What is told in place of a message that Discord will never take: its words in the game's channel, or to the
        game master where that channel is closed."""
        text, key = str(message.payload.get("content", "")), f"instead:{message.id}"
        if message.kind == "direct" and (place := message.payload.get("place")):
            where = await self._store.game(message.game_id) if message.game_id else None
            user = message.channel_id
            if where is not None:
                told = f"<@{user}>: {text}\n-# I could not send you this as a direct message."
                return (Enqueue(say(where, clip(told, CONTENT), key, [user]), where.id),)
            log.info("no place to say it", place=place)
        if message.kind in ("panel", "say") and error.code in HOMELESS and message.game_id:
            row = await self._store.game(message.game_id)
            if row.place != message.channel_id:
                return ()  # it has moved away from there
            day = int(self._clock() // DAY)
            reason = await self._why_not(row.place)
            told = f"I can't write where **{row.name}** is played (<#{row.place}>): {reason}"
            told += " Change that, or go to another channel and use `/game move` there. No order is lost."
            return (Enqueue(direct(row.master, told, f"homeless:{row.id}:{day}"), row.id),)
        return ()

    async def _why_not(self, place: int) -> str:
        try:
            lacking = await self.transport.missing(place)
        except NotDelivered as error:
            return "it is gone." if error.code == d.UNKNOWN_CHANNEL else "I have no access to it."
        return f"I lack the permission {', '.join(lacking)} there." if lacking else "Discord does not let me."

    async def _say(self, message: Outgoing) -> int:
        mention = [int(user) for user in message.payload.get("mention", ())]
        text = clip(message.payload["content"], CONTENT)
        sent = await self.transport.send(message.channel_id, Reply(text), mention, message.nonce)
        await self._bring_down(message)
        return sent

    async def _bring_down(self, message: Outgoing) -> None:
        """What is said or told in a game's channel leaves its panel behind: it follows."""
        row = await self._store.game(message.game_id) if message.game_id else None
        if row is not None and row.status == "running" and row.place == message.channel_id:
            self.services.answering.leave(Enqueue(refresh(row, f"said {message.id}", down=True), row.id))

    async def _direct(self, message: Outgoing) -> int:
        """A direct message; the outbox's channel is the user."""
        user, reply = message.channel_id, Reply(clip(message.payload["content"], CONTENT))
        if game := message.payload.get("news"):
            row = await self.services.store.game(game)
            told = fitting(await news(self.services, row, user), CONTENT - len(reply.text) - 2)
            reply = Reply("\n".join([reply.text, *told]), view=view(more_buttons(row)))
        return await self.transport.direct(user, reply, message.nonce)

    async def _strike(self, message: Outgoing) -> None:
        """Orders that were taken back are struck through, some messages at a time, so that panels go between; a message may
        be gone, or too old to be changed."""
        now = await self.services.games.situation(message.payload["game"])
        found = rewritten(now.game, await self._store.told(now.row.id))
        for one in found[:STRUCK_AT_ONCE]:
            try:
                await self.transport.edit(one.place, one.message, Reply(one.shown or ""))
            except NotDelivered as error:
                if error.passing or error.code == d.ARCHIVED:
                    raise
                log.info("order not struck through", why=str(error))
            self.services.answering.leave(PutTold(one))
        if len(found) > STRUCK_AT_ONCE:
            self.services.answering.leave(Enqueue(strike(now.row, f"more {message.id}"), now.row.id))

    async def _recap(self, message: Outgoing) -> int:
        """The turn that is over, behind the answer that ended it; its moving picture follows when it is drawn."""
        sent, text = await self.films.tell(message)
        await self._bring_down(message)
        await self._told(message.payload["game"], f"recap {message.payload['last']}", text)
        return sent

    async def _told(self, game_id: str, key: str, text: str) -> None:
        """Those who follow a game are told what its channel has been told."""
        row = await self._store.game(game_id)
        for step in await followers.told(self._store, row, text, key):
            self.services.answering.leave(step)

    async def _result(self, message: Outgoing) -> int:
        """How a game ended, behind the answer that ended it."""
        game, text = message.payload["game"], clip(message.payload["content"], CONTENT)
        people = {seat.user_id for seat in await self._store.seats(game)}
        reply = Reply(text, view=view(result_buttons(game, len(people))))
        sent = await self.transport.send(message.channel_id, reply, (), message.nonce)
        await self._told(game, "result", text)
        return sent

    async def _offer(self, message: Outgoing) -> int:
        """A challenge, as it stands by now."""
        posted = await self.services.challenges.found(message.payload["offer"])
        mention = [int(user) for user in message.payload["mention"]]
        reply = await offer_reply(self.services, posted)
        return await self.transport.send(message.channel_id, reply, mention, message.nonce)

    async def _retire(self, message: Outgoing) -> None:
        """An old panel loses its buttons, or goes. It may be gone already, which is as well."""
        place, old, begun = message.channel_id, int(message.payload["message"]), message.payload.get("begun")
        try:
            if begun and not message.payload.get("delete"):
                await self.transport.edit(place, old, await lobby(self.services, await self.services.store.game(begun)))
            else:
                await (self.transport.delete if message.payload.get("delete") else self.transport.strip)(place, old)
        except NotDelivered as error:
            if error.code == d.TOO_MANY_EDITS and not message.payload.get("keep"):
                await self.transport.delete(place, old)
            elif error.passing or error.code == d.ARCHIVED:
                raise
            else:
                log.info("old panel not changed", why=str(error))
