"""The bot put together: store, moderator, Discord client, sender, scheduler, pictures, health."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator

import structlog

from bot.announce import announce
from bot.client import Adjutant
from bot.health import Health
from bot.moderator import Moderator
from bot.settings import Settings
from bot.store import Store

log = structlog.get_logger()


@contextlib.asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Adjutant]:
    """A client over an open store; everything is closed again behind it."""
    store = await Store.open(settings.store_url, settings.dice_key_bytes, settings.integrity_check)
    client = Adjutant(settings, store, Moderator(store, announce))
    try:
        yield client
    finally:
        await client.close()
        await store.close()


async def serve(settings: Settings, token: str) -> None:
    """Run the bot until it is told to stop; orders under way are finished first."""
    async with opened(settings) as client:
        health = Health({"store": client.store.ping, "discord": client.alive})
        if settings.health_port:
            await health.start(settings.health_host, settings.health_port)
        stop = asyncio.Event()
        for name in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(name, stop.set)
        running = asyncio.create_task(client.start(token))
        waiting = asyncio.create_task(stop.wait())
        await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
        log.info("stopping")
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.wait_for(client.close(), settings.shutdown_seconds)
        await health.stop()
        if running.done() and running.exception():
            raise running.exception() or RuntimeError
