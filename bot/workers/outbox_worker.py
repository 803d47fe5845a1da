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
from bot.discord.delivery import NotDelivered
from bot.game.moderator.outbox_messages import panel as refresh
from bot.ops.health import Unwell
from bot.ops.logging_setup import report
from bot.ops.metrics import SENT
from bot.services import Services
from bot.store import MarkFailed, MarkSent, Outgoing, Step, StoreError, Unavailable
from bot.workers.deliveries import BEHIND_ANSWERS, DAY, Deliveries
from bot.workers.transport import Transport

T = TypeVar("T")
log = structlog.get_logger()

# Refusals after which trying again does not help.
FINAL = {d.UNKNOWN_CHANNEL, d.UNKNOWN_MESSAGE, d.UNKNOWN_USER, d.NO_ACCESS, d.NO_DIRECT, d.NO_PERMISSION}
LONGEST_WAIT = 10.0
LONGEST_SENDING = 120.0
AT_ONCE = 40
# When the oldest message has been waiting for so long, whatever the reason, somebody should look.
STUCK = 600.0
# A clock that is set back by so many seconds is no drift.
SET_BACK = 2.0
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
        self.deliveries = Deliveries(services, transport, clock, elapsed)
        self._store, self._outbox = services.store, services.store.outbox
        self._under_way: dict[int, asyncio.Task[None]] = {}
        self._ended: dict[int, tuple[Step, ...]] = {}
        self._redrawn, self._trimmed = False, 0.0
        self._until: float | None = None

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
        """How many more may be sent at once. What was handed over while others were claimed may be more than that."""
        busy = len(self._under_way) - len(self._ended) + len(self._outbox.begun)
        return max(0, AT_ONCE - busy)

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
        try:
            found, until = await self._store.claim(self._room(), *chain.from_iterable(ended.values()), *left)
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
                await self.services.store.queue(refresh(row, f"start {self._clock():.4f}", steady=True), game_id=row.id)
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
        await self.deliveries.stop()

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
                sent = await self.send(message)
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

    async def send(self, message: Outgoing) -> int | None:
        """Send a message in its way, behind the answers that it follows; a thread that was archived is opened for it first.
        Gives the number of what was posted, None where nothing was. Raises NotDelivered."""
        way = self.deliveries.ways[message.kind]
        if message.kind in BEHIND_ANSWERS:
            await self.services.answering.quiet(message.payload["game"])
        try:
            return await way(message)
        except NotDelivered as error:
            if error.code != d.ARCHIVED:
                raise
        await self.transport.open_thread(message.channel_id)
        return await way(message)

    async def _refused(self, message: Outgoing, error: NotDelivered) -> tuple[Step, ...]:
        """What is noted of a message that Discord does not take, and done in its place."""
        final = error.code in FINAL or (error.status == 404 and not error.passing)
        log.warning("message not sent", kind=message.kind, game=message.game_id, why=str(error), final=final)
        SENT.labels("given up" if final else "put off").inc()
        passing = error.passing or error.code == d.ARCHIVED
        unsure = error.status == 0 and error.after is None
        failed = MarkFailed(message.id, str(error), final, error.after, passing=passing, unsure=unsure)
        return (failed, *(await patiently(lambda: self.deliveries.instead(message, error)) if final else ()))


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
