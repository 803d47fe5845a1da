"""Many games at once on one server, on either database."""

from __future__ import annotations

import asyncio
from pathlib import Path

from local_discord.testing.channel import TestChannel
from local_discord.testing.driver import Driver, words_of
from tests.e2e.play import Play
from tests.e2e.process import BotProcess
from tests.ready_stores import ready_database


async def test_twenty_games_at_once(driver: Driver) -> None:
    """The long runs play fifty (tests/soak)."""
    await play_at_once(driver, 20)


async def test_ten_games_at_once_on_postgresql(channel: TestChannel, tmp_path: Path) -> None:
    bot = BotProcess(channel, tmp_path, ready_database())
    bot.warm = True
    await bot.start()
    try:
        await play_at_once(Driver(channel), 10)
    finally:
        await bot.kill()
    assert bot.errors() == []


async def play_at_once(driver: Driver, count: int) -> None:
    """So many games are opened, started and played for a turn at the same time."""
    names = ("Anna", "Boris", "Chen", "Dilys", "Ezra")
    masters = [await driver.player(names[n % 5]) for n in range(count)]
    await asyncio.gather(*(m.slash("game new", board="classic", name=f"Game {n}") for n, m in enumerate(masters)))
    threads = {t["name"]: t for t in driver.threads()}
    plays = [Play(driver, threads[f"Game {n}"], m) for n, m in enumerate(masters)]
    assert len({p.thread["id"] for p in plays}) == count

    async def begin(play: Play) -> None:
        await play.master.press(await play.panel("Press a power"), "Take all open seats")
        await play.master.slash("game start")

    await asyncio.gather(*map(begin, plays))

    async def turn(number: int, play: Play) -> None:
        await play.accepted("done")
        for count in range(1 + number % 3):
            await play.accepted(f"buy {count + 1} infantry")
        await play.accepted("done\ndone")
        await play.panel("Noncombat move")

    await asyncio.gather(*(turn(n, p) for n, p in enumerate(plays)))
    for number, play in enumerate(plays):
        bought = sum(range(1, 2 + number % 3))
        assert f"To be placed: {bought} infantry" in words_of(await play.panel("Noncombat move")), number
