"""The bot put together: store, moderator, Discord client, health; run until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator

import structlog

from bot.game import Moderator
from bot.game.outbox_messages import announce
from bot.interface.client import Adjutant
from bot.ops.health import Health
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
    """Run the bot until a signal or a failure ends it; orders under way are finished first."""
    async with opened(settings) as client:
        health = _health(client)
        if settings.health_port:
            await health.start(settings.health_host, settings.health_port)
        try:
            await _run(client, token, settings.shutdown_seconds)
        finally:
            await health.stop()


def _health(client: Adjutant) -> Health:
    health = Health()
    health.add("store", client.stored)
    health.add("discord", client.alive)
    health.add("work", client.working)
    return health


async def _run(client: Adjutant, token: str, patience: float) -> None:
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    running = asyncio.create_task(client.start(token))
    waiting = asyncio.create_task(stop.wait())
    await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    log.info("stopping")
    try:
        await asyncio.wait_for(client.quiet_end(), patience)
    except TimeoutError:
        log.warning("stopped with work left; it goes on at the next start")
    await client.close()
    await asyncio.gather(running, return_exceptions=True)
    if not running.cancelled() and (error := running.exception()) is not None:
        raise error
