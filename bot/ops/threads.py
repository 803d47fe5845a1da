"""Threads for the event loop. asyncio takes no StopIteration over from a thread: what waits for it would wait for ever. A
bare `next` somewhere in the rules must not hold up a game, so it comes over as an error like any other."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")


def carried_over(work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """What work gives; RuntimeError for a StopIteration that comes out of it."""
    try:
        return work(*given, **named)
    except StopIteration as error:
        raise RuntimeError(f"ended by {error!r}") from error


class Threads(ThreadPoolExecutor):
    """Threads for `asyncio.to_thread` and the like (`loop.set_default_executor`)."""

    def submit(self, fn: Callable[P, T], /, *given: P.args, **named: P.kwargs) -> Future[T]:
        """See ThreadPoolExecutor."""
        return super().submit(lambda: carried_over(fn, *given, **named))
