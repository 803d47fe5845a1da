"""Work in processes of their own, so that nothing else waits for it, each piece with a time limit that ends it."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from rules.__main__ import single_threaded

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

T = TypeVar("T")
START = 60.0  # seconds for a process to start
HOW = "spawn"
"""How processes begin: with nothing in memory, so that no lock, line or file of ours goes along."""


class TooBusy(Exception):
    """So many are waiting already that nobody else is let in."""


class Apart:
    """Processes that work. limit: seconds for one piece of work. waiting: pieces that may wait or be worked on. first:
    what is done as they start (reading what all work needs), which the limit does not count. memory: bytes of address
    space that one may have (0: any number), where the system can bound it. once: each ends with its first piece."""

    def __init__(
        self,
        limit: float,
        waiting: int,
        processes: int = 1,
        first: Callable[[], object] = os.getpid,
        memory: int = 0,
        once: bool = False,
    ) -> None:
        self.limit, self.most, self.processes, self._first = limit, waiting, processes, first
        self._memory, self._once = memory, once
        self.waiting = 0
        self._turn = asyncio.Semaphore(processes)
        self._pool: ProcessPoolExecutor | None = None
        self._starting, self._closed = asyncio.Lock(), False
        self._warm: asyncio.Future[ProcessPoolExecutor] | None = None

    def start(self, after: float = 0.0) -> None:
        """Start a process ahead of the first piece of work, in so many seconds; that starts it sooner."""
        self._warm = asyncio.ensure_future(self._ahead(after))

    async def _ahead(self, after: float) -> ProcessPoolExecutor:
        await asyncio.sleep(after)
        return await self._started()

    def close(self) -> None:
        """End the processes with whatever they are at, for good: nobody will hear what comes of it, and a program that
        ends waits for its processes."""
        self._closed = True
        if self._warm is not None:
            self._warm.cancel()
        if self._pool is not None:
            self._end(self._pool)

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """Have a module-level function carried out. Raises what it raises; TooBusy; TimeoutError when its time is up
        (the processes are ended); MemoryError; BrokenProcessPool when they die, twice, or have been closed."""
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
                async with asyncio.timeout(self.limit):
                    found = await _done(pool, work, *arguments)
            except (TimeoutError, MemoryError):
                self._end(pool)
                raise
            except (BrokenProcessPool, asyncio.CancelledError) as error:
                # Cancelled too is what others worked on when one of the processes was ended.
                if isinstance(error, asyncio.CancelledError) and self._pool is pool:
                    raise
                self._end(pool)
                if not again:
                    raise BrokenProcessPool from error
            else:
                if self._once:
                    self._end(pool)
                return found
        raise AssertionError

    async def _started(self) -> ProcessPoolExecutor:
        async with self._starting:
            if self._closed:
                raise BrokenProcessPool("closed")
            if self._pool is None:
                single_threaded()  # inherited
                context = multiprocessing.get_context(HOW)
                pool = ProcessPoolExecutor(
                    self.processes, mp_context=context, initializer=_begin, initargs=(self._memory,)
                )
                try:
                    async with asyncio.timeout(START):
                        await _done(pool, self._first)
                except BaseException:
                    self._end(pool)
                    raise
                self._pool = pool
            return self._pool

    def _end(self, pool: ProcessPoolExecutor) -> None:
        """Kill the processes with whatever they work on; the next piece of work starts others."""
        for process in dict(getattr(pool, "_processes", None) or {}).values():
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)
        if self._pool is pool:
            self._pool = None


def _begin(memory: int) -> None:
    # Ctrl+C reaches all of a terminal's processes; what it means is for the one that started us to say.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    if memory and resource is not None:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def end_with_parent() -> None:
    """In a worker: end when the process that started it is gone. A killed one cannot tell its workers, and they
    would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_wait_for, args=(parent,), daemon=True).start()


def _wait_for(parent: Any) -> None:
    parent.join()
    os._exit(0)


def _done(pool: ProcessPoolExecutor, work: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
    return asyncio.get_running_loop().run_in_executor(pool, work, *arguments)
