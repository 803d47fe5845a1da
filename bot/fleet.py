"""The shares of the games that this process works for: one with SQLite; with PostgreSQL as many as nobody else has.

Each share is one of Discord's shards with its own connection, store and workers (bot/app.py). A share is held by a
lock that ends with its process; the others look every few seconds, and whoever sees a share free for long enough
takes it over. A process that holds nothing takes at once, so that processes started together each get some.

A lock that is lost with its connection does not end a share: it stays connected, says that it can't store anything, and takes
the lock again when the database is back, unless another process was quicker.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog

from bot.app import App
from bot.ops.health import Health, Unwell
from bot.ops.memory import calm
from bot.ops.metrics import measured
from bot.ops.threads import Threads
from bot.settings import Settings
from bot.store import InUse, Share, ShareWatch, Store, StoreError

log = structlog.get_logger()
LOOK = 3.0
# For each share that a process has already, it leaves a free one so many seconds to others, up to a bound.
RESTRAINT, LONGEST_RESTRAINT = 6.0, 12.0
# For so many seconds a share may belong to nobody while it changes hands.
HANDOVER = 60.0


@dataclass
class Cell:
    """One share at work."""

    store: Store
    app: App
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None
    holding: asyncio.Task[None] | None = None
    lost: bool = False

    def start(self, token: str) -> None:
        """Connect and begin."""
        self.task = asyncio.create_task(self.app.run(token, self.stop))
        self.holding = asyncio.create_task(self._hold())

    async def _hold(self) -> None:
        """Look after the share's lock, also while the app comes to its end. Ends the app when another process has it."""
        away = False
        while True:
            await asyncio.sleep(LOOK)
            try:
                if await self.store.hold():
                    log.warning("share taken again", share=self.store.share.number)
                    await self.app.go_on()
                away = False
            except InUse as error:
                log.error("share lost", share=self.store.share.number, why=str(error))
                self.lost = True
                self.stop.set()
                return
            except Exception as error:
                if not away:
                    text = "share lost for now: nothing is stored until the database is back"
                    log.error(text, share=self.store.share.number, why=str(error))
                away = True

    async def end(self) -> None:
        """Finish what is under way and let go of the share."""
        self.stop.set()
        if self.task is not None:
            await asyncio.gather(self.task, return_exceptions=True)
        if self.holding is not None:
            self.holding.cancel()
            await asyncio.gather(self.holding, return_exceptions=True)
        await self.store.close()


class Fleet:
    """All cells of this process."""

    def __init__(self, settings: Settings, token: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.settings, self._token, self._clock = settings, token, clock
        self.cells: dict[int, Cell] = {}
        self._free_since: dict[int, float] = {}
        self._has_worked = False
        self._watch: ShareWatch | None = None
        self._waits_for = ""

    async def run(self, stop: asyncio.Event) -> None:
        """Work until told to stop. Raises what ends a cell for good (a wrong token), or StoreError at the start."""
        watch = self._watch = ShareWatch.over(self.settings.store_url)
        try:
            if watch is None:
                await self._take(0)
            while not stop.is_set() and (self.cells or watch is not None):
                await self._look_after()
                if watch is not None:
                    await self._look_around(watch)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._stopped(stop), LOOK if watch is not None else None)
        finally:
            await asyncio.gather(*(cell.end() for cell in self.cells.values()))
            if watch is not None:
                await watch.close()

    async def _stopped(self, stop: asyncio.Event) -> None:
        """Wait for the end, ours or a cell's."""
        waits = [asyncio.create_task(stop.wait()), *(c.task for c in self.cells.values() if c.task is not None)]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waits[0].cancel()

    async def _look_after(self) -> None:
        """Let go of cells that have come to their end: their share is another's now, or a shared database was away as they
        began. What else ends one ends us."""
        for number, cell in list(self.cells.items()):
            if cell.task is None or not cell.task.done():
                continue
            error = None if cell.task.cancelled() else cell.task.exception()
            if error is not None and not (cell.lost or (self._watch is not None and isinstance(error, StoreError))):
                raise error
            if error is not None:
                log.error("share given back", share=number, why=str(error))
            del self.cells[number]
            await cell.end()

    async def _look_around(self, watch: ShareWatch) -> None:
        """Take a share that nobody has; at most as many as we hold, so that who began together ends up alike. A database
        that is away ends a start; who has worked waits for it."""
        try:
            if silent := await watch.free_silent():
                log.warning("shares taken from a process that is stopped or stuck", shares=sorted(silent))
            await self._take_free(await watch.taken())
        except StoreError as error:
            if not self._has_worked:
                raise
            log.warning("the database does not answer; again soon", why=str(error))

    async def _take_free(self, taken: set[int]) -> None:
        now, held = self._clock(), len(self.cells)
        free = [n for n in range(self.settings.shards) if n not in taken and n not in self.cells]
        self._free_since = {n: self._free_since.get(n, now) for n in free}
        for number in free:
            patience = min(RESTRAINT * len(self.cells), LONGEST_RESTRAINT)
            if now - self._free_since[number] >= patience and len(self.cells) < 2 * held + (not held):
                try:
                    await self._take(number)
                except InUse as error:
                    if self._waits_for != str(error):
                        log.info("not taken", share=number, why=str(error))
                    self._waits_for = str(error)

    async def _take(self, number: int) -> None:
        settings = self.settings
        share = Share(number, settings.shards)
        key, check = settings.dice_key_bytes, settings.integrity_check
        store = await Store.open(settings.store_url, key, check, share=share, aside=settings.data_dir)
        log.info("share taken", share=number, of=share.of)
        self._has_worked = True
        self.cells[number] = Cell(store, App(settings, store))
        self.cells[number].start(self._token)

    # --- health -----------------------------------------------------------------------------------------------

    def health(self) -> Health:
        """What the health endpoint asks: each check of every cell."""
        health = Health(metrics=self._measured)
        health.add("shares", self._check_shares)
        for name in App.CHECKS:
            health.add(name, lambda name=name: self._check(name))  # type: ignore[misc]
        return health

    async def _check_shares(self) -> str:
        """Every share belongs to this process or to another, by what the database says now. Raises Unwell or StoreError."""
        mine = f"{len(self.cells)} of {self.settings.shards} here"
        if self._watch is None:
            if not self.cells:
                raise Unwell("not yet begun")
            return mine
        taken, now = await self._watch.taken(), self._clock()
        if lost := sorted(set(self.cells) - taken):
            raise Unwell(f"share {lost[0]} has lost its lock")
        free = [n for n in range(self.settings.shards) if n not in taken]
        if late := [n for n in free if now - self._free_since.get(n, now) > HANDOVER]:
            raise Unwell(f"share {late[0]} belongs to no process")
        return f"{mine}, {len(free)} about to be taken" if free else mine

    async def _check(self, name: str) -> str:
        if not self.cells:
            return "standing by"
        told = [await cell.app.check(name) for cell in self.cells.values()]
        return "; ".join(told)

    async def _measured(self) -> bytes:
        return await measured([cell.store for cell in self.cells.values()])


async def serve(settings: Settings, token: str) -> None:
    """Run the bot until a signal or a failure ends it; orders under way are finished first."""
    stop = asyncio.Event()
    asyncio.get_running_loop().set_default_executor(Threads())
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    calm()
    fleet = Fleet(settings, token)
    health = fleet.health()
    try:
        if settings.health_port:
            await health.start(settings.health_host, settings.health_port)
        await fleet.run(stop)
    finally:
        await health.stop()
