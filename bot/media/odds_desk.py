"""Odds for messages, worked out in a process of their own: pictures never wait for them, and one that takes too long
is ended."""

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

import structlog

from bot.media import odds_jobs as jobs
from bot.media.odds_jobs import Told
from render.worker.jobs import end_with_parent
from rules.odds import Advice, Needed, Odds, RaidOdds, Wishes
from rules.odds.aims import Aim
from rules.play.game import Game

T = TypeVar("T")
log = structlog.get_logger()

LIMIT = 10.0  # seconds for one question
START = 60.0  # seconds for the process to start
WAITING = 20  # questions that may wait
PATIENCE = 1.5  # seconds that a message waits for odds which it can do without
SHOWN = 6  # battles whose odds are told together


class OddsError(Exception):
    """There are no odds now; the text says why, for the person who asked."""


class OddsDesk:
    """Questions about odds, one after the other, each with a time limit that ends the work."""

    def __init__(self, limit: float = LIMIT) -> None:
        self._limit = limit
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._pool: ProcessPoolExecutor | None = None
        self._pid = 0
        self._warm: asyncio.Future[None] | None = None

    def start(self) -> None:
        """Start the process ahead of the first question."""
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

    # --- questions ------------------------------------------------------------------------------------------

    async def battle(
        self, game: Game, wanted: str = "", wishes: Wishes | None = None, aim: Aim | None = None, side: str = "attacker"
    ) -> Told | None:
        """The odds of a battle that is due or would be; None if there is none. Raises OddsError."""
        return await self._ask(jobs.battle, game.head(), game.snapshot(), wanted, wishes or Wishes(), aim, side)

    async def forces(
        self, attacker: str, defender: str, head: dict[str, Any], wishes: Wishes, aim: Aim | None, side: str
    ) -> tuple[Odds, Advice | None]:
        """The odds of any two forces. Raises TypedError, OddsError."""
        return await self._ask(jobs.forces, attacker, defender, head, wishes, aim, side)

    async def least(self, have: str, defender: str, head: dict[str, Any], chance: float) -> Needed:
        """The least force. Raises TypedError, OddsError."""
        return await self._ask(jobs.least, have, defender, head, chance)

    async def due(self, game: Game, wait: float = PATIENCE) -> list[Told]:
        """The odds of the battles that are due or would be if combat movement ended now; none where there are none to
        be had within so many seconds. They are kept with the position."""
        return await self._kept(game, "odds due", jobs.due, SHOWN, wait=wait) or []

    async def raids(self, game: Game) -> list[RaidOdds]:
        """What the raids that are due will do."""
        if not any(b.kind == "raid" and b.status == "due" for b in game.state.battles.values()):
            return []
        return await self._kept(game, "odds of raids", jobs.raids) or []

    async def going_on(self, game: Game, battle: str) -> Told | None:
        """The odds of a battle whose attacker is asked whether he goes on."""
        return await self._kept(game, f"odds on {battle}", jobs.going_on, battle)

    async def _kept(
        self, game: Game, name: str, work: Callable[..., T], *more: Any, wait: float = PATIENCE
    ) -> T | None:
        """An answer that is kept with the position; None while it is not there in good time."""
        if name not in game.memo:
            game.memo[name] = asyncio.ensure_future(self._tried(work, game.head(), game.snapshot(), *more))
        found: asyncio.Future[T | None] = game.memo[name]
        await asyncio.wait({found}, timeout=wait)
        return found.result() if found.done() and not found.cancelled() else None

    async def _tried(self, work: Callable[..., T], *arguments: Any) -> T | None:
        try:
            return await self._ask(work, *arguments)
        except (OddsError, ValueError, KeyError) as error:
            log.info("no odds", why=str(error))
        except Exception as error:  # what is told goes without odds; it must not be kept back by them
            log.error("odds failed", work=work.__name__, why=repr(error))
        return None

    # --- the process ------------------------------------------------------------------------------------------

    async def _ask(self, work: Callable[..., T], *arguments: Any) -> T:
        if self._waiting >= WAITING:
            raise OddsError("Many are asking for odds just now. Try again in a moment.")
        self._waiting += 1
        try:
            async with self._turn:
                return await self._run(work, arguments)
        finally:
            self._waiting -= 1

    async def _run(self, work: Callable[..., T], arguments: tuple[Any, ...]) -> T:
        for again in (True, False):
            pool = await self._started()
            try:
                return await asyncio.wait_for(_done(pool, work, *arguments), self._limit)
            except TimeoutError:
                self._end()
                log.warning("odds took too long", work=work.__name__, limit=self._limit)
                text = f"These odds take longer than {self._limit:g} seconds to work out. Ask about fewer units."
                raise OddsError(text) from None
            except BrokenProcessPool:
                self._end()
                if not again:
                    raise OddsError("The odds could not be worked out.") from None
        raise AssertionError

    async def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # inherited; more threads get in each other's way
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=end_with_parent)
            self._pid = await asyncio.wait_for(_done(self._pool, os.getpid), START)
        return self._pool

    def _end(self) -> None:
        """Kill the process with whatever it works on; the next question starts another."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
        if self._pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)
            self._pid = 0


def _done(pool: ProcessPoolExecutor, work: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
    return asyncio.get_running_loop().run_in_executor(pool, work, *arguments)
