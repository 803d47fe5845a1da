"""Work in a process of its own, one piece after another, each with a time limit that ends it."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from render.worker.jobs import end_with_parent

T = TypeVar("T")
START = 60.0  # seconds for the process to start


class TooBusy(Exception):
    """So many are waiting already that nobody else is let in."""


class Apart:
    """A process that works. limit: seconds for one piece of work. waiting: pieces that may wait."""

    def __init__(self, limit: float, waiting: int) -> None:
        self.limit, self.most = limit, waiting
        self.waiting = 0
        self._turn = asyncio.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._pid = 0
        self._warm: asyncio.Future[None] | None = None

    def start(self) -> None:
        """Start the process ahead of the first piece of work."""
        self._warm = asyncio.ensure_future(self._warmed())

    async def _warmed(self) -> None:
        async with self._turn:
            await self._started()

    def close(self) -> None:
        """End the process."""
        if self._warm is not None:
            self._warm.cancel()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """Have a module-level function carried out. Raises what it raises; TooBusy; TimeoutError when its time is up
        (the process is ended); BrokenProcessPool when it dies, twice."""
        if self.waiting >= self.most:
            raise TooBusy
        self.waiting += 1
        try:
            async with self._turn:
                return await self._run(work, arguments)
        finally:
            self.waiting -= 1

    async def _run(self, work: Callable[..., T], arguments: tuple[Any, ...]) -> T:
        for again in (True, False):
            pool = await self._started()
            try:
                return await asyncio.wait_for(_done(pool, work, *arguments), self.limit)
            except TimeoutError:
                self._end()
                raise
            except BrokenProcessPool:
                self._end()
                if not again:
                    raise
        raise AssertionError

    async def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # inherited; more threads get in each other's way
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=end_with_parent)
            self._pid = await asyncio.wait_for(_done(self._pool, os.getpid), START)
        return self._pool

    def _end(self) -> None:
        """Kill the process with whatever it works on; the next piece of work starts another."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
        if self._pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)
            self._pid = 0


def _done(pool: ProcessPoolExecutor, work: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
    return asyncio.get_running_loop().run_in_executor(pool, work, *arguments)
