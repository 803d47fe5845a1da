"""Timers: one table of things to be done at a time. bot/workers/scheduler.py is who waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from sqlalchemy import delete, func, select, update

from bot.store import tables as t
from bot.store.database import Database
from bot.store.records import Share, Timer
from bot.store.step_handlers import LONGEST_PAUSE, backoff

_t = t.timers.c


class Timers:
    """The timers table. Timers are set, dropped, paused and resumed by the steps of a Change.

    changed: set whenever that happened; the scheduler waits for it and clears it.
    """

    def __init__(self, database: Database, clock: Callable[[], float], share: Share | None = None) -> None:
        self._database, self._clock = database, clock
        self._mine = t.of_share(share or Share(), t.timers)
        self.changed = asyncio.Event()

    async def due(self, limit: int = 100) -> list[Timer]:
        """The timers whose time has come, the earliest first."""
        ready = select(t.timers).where(_t.fire_at <= self._clock(), *self._mine)
        rows = await self._database.rows(ready.order_by(_t.fire_at, _t.id).limit(limit))
        return [Timer(**row) for row in rows]

    async def next(self) -> float | None:
        """When the next timer is to be tried (Unix seconds, perhaps past); None if there is none."""
        query = select(func.min(_t.fire_at)).where(*self._mine)
        return await self._database.read(lambda c: c.execute(query).scalar_one())

    async def of_game(self, game_id: str | None) -> list[Timer]:
        """A game's timers, paused ones too."""
        where = _t.game_id.is_(None) if game_id is None else _t.game_id == game_id
        rows = await self._database.rows(select(t.timers).where(where).order_by(_t.due, _t.id))
        return [Timer(**row) for row in rows]

    async def to_come(self, kind: str, before: float) -> list[Timer]:
        """Timers of games of a kind that were due before a time, and have still to be carried out."""
        where = (_t.kind == kind, _t.due < before, _t.game_id.is_not(None))
        rows = await self._database.rows(select(t.timers).where(*where).order_by(_t.due, _t.id))
        return [Timer(**row) for row in rows]

    async def holds(self, timer: Timer) -> bool:
        """Whether it still stands: not dropped, replaced, paused or put off since it was read."""
        query = select(_t.id).where(_t.id == timer.id, _t.fire_at == timer.fire_at)
        return bool(await self._database.rows(query))

    async def done(self, timer: Timer) -> None:
        """It was carried out: forget it. Harmless if the change it caused dropped or replaced it already."""
        await self._database.write(lambda c: c.execute(delete(t.timers).where(_t.id == timer.id)), _about(timer))

    async def failed(self, timer: Timer) -> None:
        """It could not be carried out: it is tried again later, with the same order id."""
        attempts = timer.attempts + 1
        await self._move(timer, {"attempts": attempts, "fire_at": self._clock() + backoff(attempts)})

    async def put_off(self, timer: Timer, until: float) -> None:
        """Have it tried later, with the same order id."""
        await self._move(timer, {"fire_at": until})

    async def clock_set_back(self) -> None:
        """What had failed, and was to be tried again by the clock as it was, is tried now. Deadlines stay at their hours."""
        far = (_t.attempts > 0, _t.fire_at > self._clock() + LONGEST_PAUSE, *self._mine)
        await self._database.write(lambda c: c.execute(update(t.timers).where(*far).values(fire_at=self._clock())))

    async def _move(self, timer: Timer, values: dict[str, float]) -> None:
        where = (_t.id == timer.id, _t.fire_at.is_not(None))
        await self._database.write(lambda c: c.execute(update(t.timers).where(*where).values(values)), _about(timer))


def _about(timer: Timer) -> set[str]:
    return {timer.game_id} if timer.game_id else set()
