"""A channel that checks itself against Discord's description, and a small bot connected to it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from local_discord.connect import point_discord_at
from local_discord.testing.channel import TestChannel
from local_discord.testing.driver import Driver, Player
from tests.local_discord.tinybot import TinyBot

SPEC = Path(__file__).parents[1] / "e2e" / "data" / "discord-openapi.json.gz"


@pytest.fixture(autouse=True)
def restore_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave discord.py as it was."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)


@asynccontextmanager
async def checked() -> AsyncIterator[TestChannel]:
    """A channel; at the end nobody may have broken Discord's description. Its clock stands still: tests move it."""
    async with TestChannel(spec=SPEC, clock=lambda: 0.0) as running:
        yield running
        assert [str(v) for v in running.violations] == []


@pytest.fixture
async def channel() -> AsyncIterator[TestChannel]:
    """The channel of a test."""
    async with checked() as running:
        yield running


@asynccontextmanager
async def connected(channel: TestChannel, bot: discord.Client) -> AsyncIterator[discord.Client]:
    """The bot, logged in and ready, for as long as the block lasts."""
    point_discord_at(channel.url)
    running = asyncio.create_task(bot.start(channel.token))
    try:
        await asyncio.wait({running, asyncio.ensure_future(bot_ready(bot))}, return_when="FIRST_COMPLETED")
        if running.done():
            running.result()
        yield bot
    finally:
        await bot.close()
        await asyncio.gather(running, return_exceptions=True)


async def bot_ready(bot: discord.Client) -> None:
    """Wait until the client has logged in and knows its guilds."""
    while not bot.is_ready():
        await asyncio.sleep(0.005)


@pytest.fixture
async def tiny(channel: TestChannel) -> AsyncIterator[TinyBot]:
    """The small bot, connected."""
    bot = TinyBot()
    async with connected(channel, bot):
        yield bot


@pytest.fixture
def driver(channel: TestChannel) -> Driver:
    """Players on the channel."""
    return Driver(channel)


@pytest.fixture
async def anna(driver: Driver, tiny: TinyBot) -> Player:
    """The first player, on a channel with the bot."""
    return await driver.player("Anna")
