"""The bot put together: store, moderator, Discord client, health; run until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import signal

import structlog

from bot.background.deadline_handler import Timekeeper
from bot.background.outbox_worker import Sender
from bot.background.watch import Watch
from bot.interface.client import Adjutant
from bot.interface.delivery import Delivery
from bot.ops.health import Health
from bot.services import Services
from bot.settings import Settings
from bot.store import Store

log = structlog.get_logger()


class App:
    """One running bot. The client answers people; the workers do what goes on by itself."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.services = Services.over(settings, store)
        self.client = Adjutant(self.services)
        self.sender = Sender(self.services, Delivery(self.client, self.client.connected))
        keeper = Timekeeper(self.services, self.client.connected)
        self.workers = [Watch("sender", self.sender.run, store), Watch("timers", keeper.run, store)]

    def health(self) -> Health:
        """What the health endpoint asks."""
        health = Health()
        health.add("store", self._stored)
        health.add("discord", self.client.alive)
        for worker in self.workers:
            health.add(worker.name, worker.state)
        return health

    async def _stored(self) -> str:
        await self.services.store.ping()
        return await self.sender.stuck()

    async def run(self, token: str, stop: asyncio.Event) -> None:
        """Until it is told to stop, or the connection fails for good. Raises what the client raised."""
        self.services.media.start()
        self.services.odds.start()
        for worker in self.workers:
            worker.start()
        running = asyncio.create_task(self.client.stay(token))
        waiting = asyncio.create_task(stop.wait())
        await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        log.info("stopping")
        await self._end(running)
        if not running.cancelled() and (error := running.exception()) is not None:
            raise error

    async def _end(self, running: asyncio.Task[None]) -> None:
        """Let what is under way end, then close. A client that waits to connect again is not waited for."""
        patience = self.services.settings.shutdown_seconds
        try:
            await asyncio.wait_for(self.client.quiet_end(), patience)
        except TimeoutError:
            log.warning("stopped with work left; it goes on at the next start")
        for worker in self.workers:
            await worker.stop()
        await self.sender.finish(min(patience, 5))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.client.close(), 5)
        running.cancel()
        await asyncio.wait({running}, timeout=5)
        await self.services.media.close()
        self.services.odds.close()


async def serve(settings: Settings, token: str) -> None:
    """Run the bot until a signal or a failure ends it; orders under way are finished first."""
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    store = await Store.open(settings.store_url, settings.dice_key_bytes, settings.integrity_check)
    app = App(settings, store)
    health = app.health()
    try:
        if settings.health_port:
            await health.start(settings.health_host, settings.health_port)
        await app.run(token, stop)
    finally:
        await health.stop()
        await store.close()
