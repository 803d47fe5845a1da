"""A small season of a league through the real bot, killed on the way; the long run has forty people, and both databases
(tests/soak)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from local_discord.rates import Rates
from local_discord.testing.channel import TestChannel
from local_discord.testing.driver import Driver
from tests.e2e.process import BotProcess
from tests.e2e.season import SMALL, SeasonPlay
from tests.e2e.season_check import check


@pytest.mark.timeout(1200)  # an end to hopeless waiting: it starts five bots one after another
async def test_a_small_season(tmp_path: Path) -> None:
    async with TestChannel(rates=Rates(pace=20)) as channel:
        bot = BotProcess(channel, tmp_path)
        bot.warm = True
        await bot.start()
        try:
            play = SeasonPlay(Driver(channel), bot, SMALL, random.Random(1))
            await play.play()
            figures = await check(play, tmp_path)
            assert figures["kills"] >= SMALL.kills and figures["victory"] == SMALL.ended
            assert bot.errors() == []
        finally:
            await bot.kill()
