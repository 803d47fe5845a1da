"""A season of forty people through the real bot, killed a hundred times on the way: on SQLite and PostgreSQL in turn."""

from __future__ import annotations

import asyncio
import random
import tempfile
from pathlib import Path

from local_discord.rates import Rates
from local_discord.testing.channel import TestChannel
from local_discord.testing.driver import Driver
from tests.e2e.process import BotProcess
from tests.e2e.season import SeasonPlay, Size
from tests.e2e.season_check import check
from tests.postgres import fresh_database


def run(number: int, size: Size | None = None) -> tuple[int, list[str]]:
    """A season; gives how many games were played, and what went wrong."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            figures = asyncio.run(_season(number, Path(folder), size or Size()))
            return figures["games"], []
        except Exception as error:
            return 0, [f"season {number}: {type(error).__name__}: {str(error)[-1500:]}"]


async def _season(number: int, folder: Path, size: Size) -> dict[str, int]:
    async with TestChannel(rates=Rates(pace=20)) as channel:
        bot = BotProcess(channel, folder, fresh_database() if number % 2 else "")
        bot.warm = True
        await bot.start()
        try:
            play = SeasonPlay(Driver(channel), bot, size, random.Random(number))
            await play.play()
            figures = await check(play, folder)
        finally:
            await bot.kill()
        assert not bot.errors(), bot.errors()[0]
        return figures
