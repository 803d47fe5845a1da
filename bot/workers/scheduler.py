"""The scheduler: waits for the next timer in the store and has it carried out, across restarts.

It gives a timer to its handler at least once. The handler commits under the timer's `order_id`, so a second
time changes nothing; under its game's lock it asks `store.timers.holds(timer)` whether the timer still stands.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable

import structlog

from bot.game.clock.deadlines import DEADLINE, HOUR, MINUTE, OVERDUE, REMIND
from bot.ops.logging_setup import report
from bot.store import Store, Timer

log = structlog.get_logger()

Handler = Callable[[Timer], Awaitable[None]]

# Looked at this often at least, should the machine's clock be set or the machine have slept.
LONGEST_WAIT = MINUTE
# A timer this late when we start came due while we were down.
MISSED_AFTER = 5 * MINUTE


class Scheduler:
    """Lets timers fire. Runs until its task is cancelled."""

    def __init__(
        self,
        store: Store,
        handler: Handler,
        clock: Callable[[], float] = time.time,
        grace: float = HOUR,
        elapsed: Callable[[], float] = time.monotonic,
    ) -> None:
        """handler: carries a timer out; if it raises, the timer is tried again later.

        grace: how long after a start a deadline is put off that came due while the bot was down. elapsed: seconds that
        pass whatever the clock is set to.
        """
        self._store, self._handler, self._clock, self._grace = store, handler, clock, grace
        self._elapsed = elapsed
        self._ahead = clock() - elapsed()

    async def run(self) -> None:
        """Catch up, then fire each timer at its time."""
        await self.catch_up()
        while True:
            self._store.timers.changed.clear()
            await self.look_at_the_clock()
            await self.fire_due()
            await self._wait(await self._store.timers.next())

    async def look_at_the_clock(self) -> None:
        """Where the clock was set forward, or the machine slept, nobody could keep a deadline: as after a start. Where it was
        set back, deadlines stay at the hours that were told."""
        ahead = self._clock() - self._elapsed()
        jumped, self._ahead = ahead - self._ahead, ahead
        if abs(jumped) >= MISSED_AFTER:
            log.warning("the clock jumped", seconds=round(jumped))
        if jumped >= MISSED_AFTER:
            await self.catch_up()
        elif jumped <= -MISSED_AFTER:
            await self._store.timers.clock_set_back()

    async def catch_up(self) -> None:
        """After a start: deadlines missed while we were down get some grace, stale reminders are dropped."""
        now = self._clock()
        for timer in await self._store.timers.due(limit=100_000):
            if now - (timer.fire_at or now) < MISSED_AFTER:
                continue  # what failed while we were up is tried again, as soon as it was to be
            if timer.kind == DEADLINE:
                await self._store.timers.put_off(timer, now + self._grace)
            elif timer.kind in (REMIND, OVERDUE):
                await self._store.timers.done(timer)

    async def fire_due(self) -> int:
        """Carry out all timers whose time has come; gives how many. Those of a game go one after another."""
        fired = 0
        while timers := await self._store.timers.due():
            games: dict[str | None, list[Timer]] = defaultdict(list)
            for timer in timers:
                games[timer.game_id].append(timer)
            await asyncio.gather(*(self._fire_all(of_game) for of_game in games.values()))
            fired += len(timers)
        return fired

    async def _fire_all(self, timers: list[Timer]) -> None:
        for timer in timers:
            # An order, or the timer before it, may have dropped it meanwhile.
            if await self._store.timers.holds(timer):
                await self._fire(timer)

    async def _fire(self, timer: Timer) -> None:
        try:
            await self._handler(timer)
        except Exception as error:
            where = f"timer {timer.kind}"
            await report(self._store, error, where, game_id=timer.game_id, timer=timer.key, tries=timer.attempts + 1)
            await self._store.timers.failed(timer)
        else:
            await self._store.timers.done(timer)

    async def _wait(self, until: float | None) -> None:
        seconds = LONGEST_WAIT if until is None else min(max(until - self._clock(), 0.0), LONGEST_WAIT)
        try:
            async with asyncio.timeout(seconds):
                await self._store.timers.changed.wait()
        except TimeoutError:
            pass
