"""Several bot processes on one PostgreSQL database, each with a share of the servers; killed at random."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from local_discord.testing.channel import TestChannel
from tests.e2e.fleet import Fleet, channel_of_three, kills_at_random


@pytest.fixture
async def channel() -> AsyncIterator[TestChannel]:
    """A channel with three servers."""
    async with channel_of_three() as running:
        yield running
        assert [str(v) for v in running.violations if v.side == "request"] == []


@pytest.mark.parametrize(("processes", "kills"), [(2, 2), (3, 1)])
async def test_kills_at_random_lose_and_double_nothing(
    channel: TestChannel, tmp_path: Path, processes: int, kills: int
) -> None:
    """The long runs kill more often (tests/soak)."""
    await kills_at_random(channel, tmp_path, processes, kills, seed=processes, warm=True, pause=0.6)


async def test_a_second_process_stands_by_and_takes_over(channel: TestChannel, tmp_path: Path) -> None:
    fleet = Fleet(channel, tmp_path, 1, warm=True)
    try:
        first = await fleet.start()
        await fleet.whole()
        await fleet.start()
        await asyncio.sleep(4)
        assert len(channel.gateway.connections) == 1
        await fleet.kill(first)
        await fleet.whole()
    finally:
        await fleet.end()
