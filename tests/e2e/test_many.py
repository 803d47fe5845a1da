"""Many games at once on one server."""

from __future__ import annotations

import asyncio

from bot.local_discord.driver import Driver, words_of
from tests.e2e.play import Play

GAMES = 50


async def test_fifty_games_at_once(driver: Driver) -> None:
    names = ("Anna", "Boris", "Chen", "Dilys", "Ezra")
    masters = [await driver.player(names[n % 5]) for n in range(GAMES)]
    await asyncio.gather(*(m.slash("game new", board="classic", name=f"Game {n}") for n, m in enumerate(masters)))
    threads = {t["name"]: t for t in driver.threads()}
    plays = [Play(driver, threads[f"Game {n}"], m) for n, m in enumerate(masters)]
    assert len({p.thread["id"] for p in plays}) == GAMES

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
