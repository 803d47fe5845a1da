"""Sends what waits in the outbox, again after a crash or a failure, each message once.

Each channel is a queue of its own: a slow one holds up nobody else. What Discord refuses is answered by its number.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from itertools import chain
from typing import TypeVar

import structlog

from bot.discord import delivery as d
from bot.discord.components.build import view
from bot.discord.delivery import NotDelivered
from bot.discord.features.league import board
from bot.discord.features.league.challenge import offer_reply
from bot.discord.features.league.result_buttons import result_buttons
from bot.discord.features.orders.strikethrough import rewritten
from bot.discord.features.record.recap import more_buttons, news
from bot.discord.response import Reply
from bot.discord.text.limits import CONTENT, clip, fitting
from bot.game.league import boards
from bot.game.moderator.outbox_messages import direct, say, strike
from bot.game.moderator.outbox_messages import panel as refresh
from bot.game.people import followers
from bot.ops.health import Unwell
from bot.ops.logging_setup import report
from bot.ops.metrics import SENT
from bot.services import Services
from bot.store import Enqueue, MarkFailed, MarkSent, Outgoing, PutTold, Step, StoreError, Unavailable
from bot.workers import tournament_messages
from bot.workers.panels import Panels
from bot.workers.recap_pictures import Films
from bot.workers.transport import Transport

T = TypeVar("T")
log = structlog.get_logger()

# Refusals after which trying again does not help.
FINAL = {d.UNKNOWN_CHANNEL, d.UNKNOWN_MESSAGE, d.UNKNOWN_USER, d.NO_ACCESS, d.NO_DIRECT, d.NO_PERMISSION}
# Those that the game master can do something about.
HOMELESS = {d.UNKNOWN_CHANNEL, d.NO_ACCESS, d.NO_PERMISSION}
LONGEST_WAIT = 10.0
LONGEST_SENDING = 120.0
AT_ONCE = 40
STRUCK_AT_ONCE = 5
# When the oldest message has been waiting for so long, whatever the reason, somebody should look.
STUCK = 600.0
# Seconds between two changes of a noticeboard.
BOARD_PAUSE = 15.0
# A clock that is set back by so many seconds is no drift.
SET_BACK = 2.0
DAY = 86400.0
KEEP_SENT = 7 * DAY


class Sender:
    """The outbox worker."""

    def __init__(
        self,
        services: Services,
        transport: Transport,
        clock: Callable[[], float] = time.time,
        elapsed: Callable[[], float] = time.monotonic,
    ) -> None:
        """elapsed: seconds that pass whatever the clock is set to."""
        self.services, self.transport, self._clock = services, transport, clock
        self._elapsed, self._begun, self._ahead = elapsed, elapsed(), clock() - elapsed()
        self.panels, self.films = Panels(services, transport, clock), Films(services, transport)
        self._store, self._outbox = services.store, services.store.outbox
        self._under_way: dict[int, asyncio.Task[None]] = {}
        self._ended: dict[int, tuple[Step, ...]] = {}
        self._redrawn, self._trimmed = False, 0.0
        self._until: float | None = None
        self._boards: dict[int, float] = {}

    async def run(self) -> None:
        """Work until cancelled."""
        await self.transport.connected()
        self._outbox.unsure = True
        if not self._redrawn:
            await self._redraw()
        self._outbox.room = self._room
        try:
            while True:
                self._outbox.queued.clear()
                await self._look_at_the_clock()
                await self._trim()
                await self._wait(await self._go_on())
        finally:
            self._outbox.room = lambda: 0

    def _room(self) -> int:
        return AT_ONCE - len(self._under_way) - len(self._outbox.begun)

    async def _go_on(self) -> float | None:
        """Note what has been sent and what answers have left, and begin what is next, in one transaction: a message that is
        out must not go out again. What was handed over alone needs none. Gives when there is more (None: when something
        ends)."""
        while self._outbox.begun:
            self._begin(self._outbox.begun.pop(0))
            if self._nothing_else():
                return self._until
        if self._outbox.unsure:
            self._outbox.unsure = False
            await self._outbox.recover(but=self._under_way)
        self._outbox.waiting = False
        ended, left = dict(self._ended), list(self.services.answering.left)
        free = AT_ONCE - (len(self._under_way) - len(ended))
        try:
            found, until = await self._store.claim(free, *chain.from_iterable(ended.values()), *left)
        except StoreError as error:
            if not isinstance(error, Unavailable):  # it will never go; so that the others do
                del self.services.answering.left[: len(left)]
            raise
        del self.services.answering.left[: len(left)]
        for number in ended:
            del self._ended[number], self._under_way[number]
        for message in found:
            self._begin(message)
        self._until = until if len(self._under_way) < AT_ONCE else None
        return self._until

    def _nothing_else(self) -> bool:
        """Whether there is nothing to note, nothing to claim and nothing more to begin."""
        busy = self._ended or self.services.answering.left or self._outbox.begun or self._outbox.unsure
        due = self._until is not None and self._until <= self._clock()
        return not (busy or self._outbox.waiting or due)

    async def _redraw(self) -> None:
        """Every running game's panel is brought up to date, and lobbies that changed lately: whoever was not answered before
        a stop sees it there. No game is without a panel."""
        store = self._store
        for row in [g for g in await store.games(status=("running", "lobby")) if store.share.holds(g.guild_id)]:
            quiet = row.status == "lobby" and self._clock() - row.updated > DAY
            if not quiet or "panel" not in await store.posts(row.id):
                await self._outbox.put(refresh(row, f"start {self._clock():.4f}", steady=True), game_id=row.id)
        self._redrawn = True

    async def _look_at_the_clock(self) -> None:
        """Where the clock was set back, nothing waits for the hour that it showed before."""
        ahead = self._clock() - self._elapsed()
        jumped, self._ahead = ahead - self._ahead, ahead
        if jumped <= -SET_BACK:
            await self._outbox.clock_set_back(-jumped)
            self._outbox.waiting = True

    async def _trim(self) -> None:
        """Once a day what was sent long ago is dropped."""
        if self._clock() - self._trimmed > DAY:
            await self._outbox.forget(self._clock() - KEEP_SENT)
            self._trimmed = self._clock()

    def _begin(self, message: Outgoing) -> None:
        """Send it, unless that is under way: what is handed over while the outbox is recovered may be claimed as well."""
        if message.id in self._under_way:
            return
        task = asyncio.create_task(self._deliver(message))
        self._under_way[message.id] = task

        def ended(_: asyncio.Task[None]) -> None:
            if message.id not in self._ended:  # cut off
                self._under_way.pop(message.id, None)
            self._outbox.queued.set()

        task.add_done_callback(ended)

    async def _wait(self, until: float | None) -> None:
        seconds = LONGEST_WAIT if until is None else min(max(until - self._clock(), 0.0), LONGEST_WAIT)
        try:
            async with asyncio.timeout(seconds):
                await self._outbox.queued.wait()
        except TimeoutError:
            pass

    async def finish(self, seconds: float) -> None:
        """Let what is being sent arrive, for so long at most."""
        if tasks := set(self._under_way.values()):
            await asyncio.wait(tasks, timeout=seconds)
        for task in tasks:
            task.cancel()
        if steps := [*chain.from_iterable(self._ended.values()), *self.services.answering.left]:
            with contextlib.suppress(StoreError):
                await self._store.apply(*steps)
        await self.panels.stop()
        await self.films.stop()

    async def stuck(self) -> str:
        """For the health endpoint. Raises Unwell when a message waits that should have gone out long ago."""
        counts = await self._outbox.counts()
        # What was queued while we were down has waited for us only since we began.
        waited = min(await self._outbox.age(), self._elapsed() - self._begun)
        if waited > STUCK:
            raise Unwell(f"a message has been waiting for {round(waited / 60)} minutes")
        return (
            f"{counts.get('waiting', 0)} waiting, {len(self._under_way)} being sent, {counts.get('dead', 0)} given up"
        )

    # --- one message ------------------------------------------------------------------------------------------

    async def _deliver(self, message: Outgoing) -> None:
        try:
            async with asyncio.timeout(LONGEST_SENDING):
                sent = await self._send(message)
        except NotDelivered as error:
            self._ended[message.id] = await self._refused(message, error)
        except TimeoutError as error:
            self._ended[message.id] = await self._refused(message, NotDelivered(repr(error)))
        except Exception as error:
            await report(self._store, error, f"sending {message.kind}", game_id=message.game_id)
            self._ended[message.id] = (MarkFailed(message.id, str(error)),)
        else:
            SENT.labels("sent").inc()
            self._ended[message.id] = (MarkSent(message.id, sent),)

    async def _send(self, message: Outgoing) -> int | None:
        """Send it; a thread that was archived is opened for it first."""
        send = _KINDS[message.kind]
        try:
            return await send(self, message)
        except NotDelivered as error:
            if error.code != d.ARCHIVED:
                raise
        await self.transport.open_thread(message.channel_id)
        return await send(self, message)

    async def _refused(self, message: Outgoing, error: NotDelivered) -> tuple[Step, ...]:
        """What is noted of a message that Discord does not take, and done in its place."""
        final = error.code in FINAL or (error.status == 404 and not error.passing)
        log.warning("message not sent", kind=message.kind, game=message.game_id, why=str(error), final=final)
        SENT.labels("given up" if final else "put off").inc()
        passing = error.passing or error.code == d.ARCHIVED
        unsure = error.status == 0 and error.after is None
        failed = MarkFailed(message.id, str(error), final, error.after, passing=passing, unsure=unsure)
        return (failed, *(await patiently(lambda: self._instead(message, error)) if final else ()))

    async def _instead(self, message: Outgoing, error: NotDelivered) -> tuple[Step, ...]:
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

    async def _panel(self, message: Outgoing) -> int | None:
        await self.services.answering.quiet(message.payload["game"])
        return await self.panels.refresh(message)

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
        await self.services.answering.quiet(message.payload["game"])
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
        await self.services.answering.quiet(message.payload["game"])
        game, text = message.payload["game"], clip(message.payload["content"], CONTENT)
        reply = Reply(text, view=view(result_buttons(game)))
        sent = await self.transport.send(message.channel_id, reply, (), message.nonce)
        await self._told(game, "result", text)
        return sent

    async def _board(self, message: Outgoing) -> int | None:
        """A noticeboard, in its place; posted anew where that is gone. Some time lies between two, as it changes often."""
        guild, channel = int(message.payload["guild"]), message.channel_id
        here = await boards.channels(self._store, guild)
        if channel not in here:
            return None
        await asyncio.sleep(max(0.0, self._boards.get(channel, -BOARD_PAUSE) + BOARD_PAUSE - self._elapsed()))
        reply, old = await board.compose(self.services, guild), here[channel]
        self._boards[channel] = self._elapsed()
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

    async def _match(self, message: Outgoing) -> int | None:
        """A match of a tournament: both are called, and its game is opened in a thread at that."""
        return await tournament_messages.open_room(self.services, self.transport, message)

    async def _tournament(self, message: Outgoing) -> int | None:
        """The message that shows a tournament, as it stands by now."""
        return await tournament_messages.show(self.services, self.transport, message)

    async def _team(self, message: Outgoing) -> int | None:
        """Somebody is asked to play a tournament in a team."""
        return await tournament_messages.ask(self.services, self.transport, message)

    async def _offer(self, message: Outgoing) -> int:
        """A challenge, as it stands by now."""
        posted = await self.services.challenges.found(message.payload["offer"])
        mention = [int(user) for user in message.payload["mention"]]
        reply = await offer_reply(self.services, posted)
        return await self.transport.send(message.channel_id, reply, mention, message.nonce)

    async def _retire(self, message: Outgoing) -> None:
        """An old panel loses its buttons, or goes. It may be gone already, which is as well."""
        place, old = message.channel_id, int(message.payload["message"])
        try:
            await (self.transport.delete if message.payload.get("delete") else self.transport.strip)(place, old)
        except NotDelivered as error:
            if error.code == d.TOO_MANY_EDITS and not message.payload.get("keep"):
                await self.transport.delete(place, old)
            elif error.passing or error.code == d.ARCHIVED:
                raise
            else:
                log.info("old panel not changed", why=str(error))


async def patiently(work: Callable[[], Awaitable[T]]) -> T:
    """Ask the store something, as often as it takes."""
    pause = 0.5
    while True:
        try:
            return await work()
        except StoreError as error:
            log.warning("the store does not answer; again soon", why=repr(error))
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_WAIT)


_KINDS: dict[str, Callable[[Sender, Outgoing], Awaitable[int | None]]] = {
    "panel": Sender._panel,
    "say": Sender._say,
    "direct": Sender._direct,
    "recap": Sender._recap,
    "result": Sender._result,
    "offer": Sender._offer,
    "board": Sender._board,
    "match": Sender._match,
    "tournament": Sender._tournament,
    "team": Sender._team,
    "retire": Sender._retire,
    "strike": Sender._strike,
}
