"""A channel that checks every request against Discord's description, and the real bot on it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from local_discord.rates import Rates
from local_discord.testing.channel import TestChannel
from local_discord.testing.driver import Driver
from tests.e2e.process import BotProcess

SPEC = Path(__file__).parent / "data" / "discord-openapi.json.gz"


@pytest.fixture
async def channel() -> AsyncIterator[TestChannel]:
    """A channel; at the end the bot may not have broken Discord's description. Its three seconds hold, counted in what
    the bot works (process.py); its rate limits hold, at twenty times their pace."""
    async with TestChannel(spec=SPEC, rates=Rates(pace=20)) as running:
        yield running
        assert [str(v) for v in running.violations if v.side == "request"] == []


@pytest.fixture
async def bot(channel: TestChannel, tmp_path: Path) -> AsyncIterator[BotProcess]:
    """The bot, started; it must not have logged an error of its own."""
    process = BotProcess(channel, tmp_path)
    process.warm = True
    await process.start()
    yield process
    await process.kill()
    assert process.errors() == []


@pytest.fixture
def driver(channel: TestChannel, bot: BotProcess) -> Driver:
    """Players on the channel, with the bot there."""
    return Driver(channel)
