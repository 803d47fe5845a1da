"""Long thoughts about a position in threads of their own, so that the event loop goes on meanwhile.

One thread judges orders, one answers what else is asked (completions, menus, maps): more of them would only take the
interpreter away from the loop. Trying an order changes a position for a moment, so no two threads ever have the same one:
what they are given is frozen (a table's game always is) or a copy that was made here, on the loop, and they think on a copy
of their own. A thought that does not end is given up, so that whoever waits for it, or behind it, is answered.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, ParamSpec, TypeVar

import structlog

from bot.ops.threads import carried_over
from rules.play.game import Game

T = TypeVar("T")
P = ParamSpec("P")
log = structlog.get_logger()
# Seconds of one thought; the longest that is known to end takes about two.
LONGEST = 60.0


class EndlessThought(Exception):
    """A thought took so long that it was given up."""


class _Work:
    """One thought. begun: when (time.monotonic), once it has."""

    def __init__(self, think: Callable[[], Any]) -> None:
        self.think, self.done, self.begun = think, Future[Any](), 0.0

    def run(self) -> None:
        """Think."""
        self.begun = time.monotonic()
        if self.done.set_running_or_notify_cancel():
            try:
                self.done.set_result(carried_over(self.think))
            except BaseException as error:
                self.done.set_exception(error)


class Thinker:
    """A thread that thinks one thing after another. Where a thought does not end the thread is left to it, and another
    one goes on with what waits; it keeps no process from ending."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._waiting: SimpleQueue[_Work | None] | None = None

    async def think(self, work: Callable[[], T]) -> T:
        """What work gives. Raises what it raises; EndlessThought."""
        one = _Work(work)
        queue = self._queue()
        queue.put(one)
        thought = asyncio.wrap_future(one.done)
        while not thought.done():
            left = one.begun + LONGEST - time.monotonic() if one.begun else LONGEST
            if left <= 0:
                self._give_up(queue)
                raise EndlessThought(f"a thought was given up after {LONGEST:g} seconds")
            await asyncio.wait({thought}, timeout=left)
        found: T = thought.result()
        return found

    def _queue(self) -> SimpleQueue[_Work | None]:
        if self._waiting is None:
            self._waiting = SimpleQueue()
            threading.Thread(target=_go_on, args=(self._waiting,), name=self._name, daemon=True).start()
        return self._waiting

    def _give_up(self, queue: SimpleQueue[_Work | None]) -> None:
        """Another thread takes over what waits behind the endless thought."""
        log.error("a thought does not end", thread=self._name, seconds=LONGEST)
        if queue is not self._waiting:
            return
        self._waiting = None
        following = self._queue()
        while not queue.empty():
            following.put(queue.get())
        queue.put(None)


def _go_on(queue: SimpleQueue[_Work | None]) -> None:
    while (one := queue.get()) is not None:
        one.run()


_JUDGE, _OTHERS = Thinker("orders"), Thinker("questions")


async def judged(work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """Work on copies that nobody else has: orders tried, a game set up. Raises EndlessThought."""
    return await _JUDGE.think(lambda: work(*given, **named))


class _Mind:
    """A position in the thread that thinks about it: a copy with all that has been worked out on it. Whoever thinks takes
    the copy, and gives it back at the end; so a thought that does not end keeps it, and the next one has another."""

    def __init__(self, game: Game) -> None:
        self._game = game if game.is_frozen else game.copy()
        self._twin: Game | None = None

    def think(self, work: Callable[[Game], T], told: dict[str, Any]) -> T:
        """What work gives. told: what has been worked out elsewhere."""
        twin, self._twin = self._twin or self._game.copy(), None
        twin.memo.elsewhere.update(told)
        try:
            return work(twin)
        finally:
            self._twin = twin


async def ponder(game: Game, work: Callable[[Game], T]) -> T:
    """What a question about a position gives. What was worked out on the way is kept for the next one, as long as the
    position holds. The answer must not hold on to the copy. Raises EndlessThought."""
    mind: _Mind | None = game.memo.facts.get(_Mind)
    if mind is None:
        mind = game.memo.facts[_Mind] = _Mind(game)
    told = dict(game.memo.elsewhere)
    return await _OTHERS.think(lambda: mind.think(work, told))
