"""Connections to PostgreSQL are cut while people play, the lock's own among them: the process stays, and so does its line to
Discord."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from local_discord.rates import Rates
from local_discord.testing.channel import TestChannel
from local_discord.testing.driver import Driver
from tests.e2e.conftest import SPEC
from tests.e2e.play import Play
from tests.e2e.process import BotProcess
from tests.postgres import close, cut, reopen
from tests.ready_stores import ready_database

NOT_NOW = "can't store anything just now"


@pytest.fixture
async def channel() -> AsyncIterator[TestChannel]:
    """A channel."""
    async with TestChannel(spec=SPEC, rates=Rates(pace=20)) as running:
        yield running
        assert [str(v) for v in running.violations if v.side == "request"] == []


@pytest.fixture
async def bot(channel: TestChannel, tmp_path: Path) -> AsyncIterator[BotProcess]:
    """The bot on PostgreSQL. What it logs of a database that is away is no error of its own."""
    process = BotProcess(channel, tmp_path, ready_database())
    process.warm = True
    await process.start()
    yield process
    await process.kill()


async def _taken(play: Play, text: str) -> None:
    """Give an order until it is taken."""
    async with asyncio.timeout(60):
        while NOT_NOW in (await play.master.submit(await play.master.slash("orders"), {"orders": text})).text:
            await asyncio.sleep(0.3)


@pytest.mark.parametrize("locks_only", [True, False])
async def test_orders_go_on_after_connections_are_cut(
    driver: Driver, bot: BotProcess, channel: TestChannel, locks_only: bool
) -> None:
    play = await Play.started(driver)
    await play.accepted("done")
    line = set(channel.gateway.connections)
    for _ in range(2):
        cut(bot.database, locks_only)
        await _taken(play, "buy 1 infantry")
    await play.panel("order 3")
    assert channel.gateway.connections == line
    assert "share taken again" in bot.text()
    assert await bot.stop() == 0


async def test_a_database_that_is_away_is_told_and_waited_for(
    driver: Driver, bot: BotProcess, channel: TestChannel
) -> None:
    play = await Play.started(driver)
    await play.accepted("done")
    line = set(channel.gateway.connections)
    close(bot.database)
    for text in ("buy 1 infantry", "done"):
        told = await play.master.slash("done") if text == "done" else await play.master.slash("buy", units="1 infantry")
        assert told.ephemeral and NOT_NOW in told.text, told.text
    reopen(bot.database)
    await _taken(play, "buy 1 infantry")
    await play.panel("order 2", "1 infantry")
    assert channel.gateway.connections == line
