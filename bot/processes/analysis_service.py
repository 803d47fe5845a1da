"""Long work after or beside a game (adjudications, analyses): small pieces, one after the other, in a process that lets every
other go first. Whoever waits for it can stop it. What a stop of the bot breaks off begins anew at the next start
(bot/game/analysis/works.py): the same question gives the same answer then."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import structlog

from bot.processes import analysis_jobs as jobs
from bot.processes.apart import Apart

T = TypeVar("T")
log = structlog.get_logger()

LIMIT = 240.0  # seconds for one piece; a whole game of computers takes up to 60 of a core that is free
WORKS = 6  # at most at once


class Stopped(Exception):
    """Somebody has stopped the work."""


class Work:
    """One long work. by: who began it."""

    def __init__(self, desk: AnalysisDesk, by: int) -> None:
        self.by, self._desk, self._stop = by, desk, asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    def stop(self) -> None:
        """Say that it shall end; what it has by then it tells."""
        self._stop.set()

    async def piece(self, work: Callable[..., T], *arguments: Any) -> T:
        """Have a piece done. Raises Stopped, and what `Apart.run` raises."""
        if self._stop.is_set():
            raise Stopped
        doing = asyncio.ensure_future(self._desk.apart.run(work, *arguments))
        stopped = asyncio.ensure_future(self._stop.wait())
        try:
            await asyncio.wait({doing, stopped}, return_when=asyncio.FIRST_COMPLETED)
            if not doing.done():
                raise Stopped
            return doing.result()
        finally:
            doing.cancel()
            stopped.cancel()


class AnalysisDesk:
    """The long works that go on, by name."""

    def __init__(self, limit: float = LIMIT) -> None:
        self.apart = Apart(limit, WORKS + 2, first=jobs.stand_back)
        self._works: dict[str, Work] = {}

    @property
    def full(self) -> bool:
        """Whether no more work is taken on now."""
        return len(self._works) >= WORKS

    def under_way(self, name: str) -> Work | None:
        """A work that goes on."""
        return self._works.get(name)

    def begin(self, name: str, by: int, do: Callable[[Work], Coroutine[Any, Any, None]]) -> Work:
        """Begin a work, unless one of that name goes on. do: it does its pieces by `Work.piece`."""
        if found := self._works.get(name):
            return found
        work = self._works[name] = Work(self, by)
        work.task = asyncio.ensure_future(self._done(name, do(work)))
        return work

    async def _done(self, name: str, doing: Awaitable[None]) -> None:
        try:
            await doing
        except Exception as error:  # nobody waits for it but the message that it edits
            log.error("a long work failed", work=name, why=repr(error))
        finally:
            self._works.pop(name, None)

    def close(self) -> None:
        """End all of it."""
        for work in list(self._works.values()):
            if work.task is not None:
                work.task.cancel()
        self.apart.close()
