"""Keeps a worker going: what it raises is told, and it begins again after a pause."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from bot.ops.logging_setup import report
from bot.store import Store

LONGEST_PAUSE = 30.0


class Watch:
    """One worker under watch. Its pauses grow with failures that come one upon the other."""

    def __init__(self, name: str, work: Callable[[], Awaitable[None]], store: Store, first_pause: float = 1.0) -> None:
        self.name, self.failures = name, 0
        self._work, self._store, self._first_pause = work, store, first_pause
        self._pause, self._last = first_pause, 0.0
        self.task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, in a task of its own."""
        self.task = asyncio.create_task(self.run(), name=self.name)

    async def run(self) -> None:
        """Work until cancelled."""
        while True:
            begun = time.monotonic()
            try:
                await self._work()
                return
            except Exception as error:
                self.failures += 1
                self._last = time.monotonic() + self._pause
                await report(self._store, error, f"{self.name} begins again", failures=self.failures)
            if time.monotonic() - begun > 2 * LONGEST_PAUSE:
                self._pause = self._first_pause
            await asyncio.sleep(self._pause)
            self._pause = min(self._pause * 2, LONGEST_PAUSE)

    async def state(self) -> str:
        """For the health endpoint. Raises if it does not work now."""
        if self.task is None or self.task.done():
            raise RuntimeError("has ended")
        if time.monotonic() < self._last:
            raise RuntimeError("has failed and begins again soon")
        return f"running, {self.failures} failures"

    async def again(self) -> None:
        """Have it begin anew, if it has begun."""
        if self.task is not None:
            await self.stop()
            self.start()

    async def stop(self) -> None:
        """End it."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
