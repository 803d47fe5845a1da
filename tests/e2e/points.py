"""A course of orders through a bot that ends at a chosen point, and through one whose connections to PostgreSQL are cut: each
order is carried out once, whatever the point."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
from collections import Counter

from sqlalchemy.exc import SQLAlchemyError

from bot.store import StoreError
from local_discord.commands import BadInput
from local_discord.testing.driver import Driver, words_of
from tests.e2e.crash import Account, Shadow, give, missing, next_order, only_once
from tests.e2e.play import Play
from tests.e2e.process import BotProcess
from tests.postgres import close, cut, reopen

ORDERS = 8
KINDS = ("write {} before", "write {} after", "message {} before", "message {} after")


class DoomedProcess(BotProcess):
    """The bot that ends itself once."""

    module = "tests.e2e.doomed_bot"
    warm = True


def point(number: int) -> str:
    """The point of a number: of each kind in turn, one later with each round."""
    return KINDS[number % len(KINDS)].format(number // len(KINDS) + 1)


async def play_to(driver: Driver, bot: DoomedProcess, where: str, seed: int) -> bool:
    """Play the course with an end at a point; gives whether it came to that. Afterwards the log holds each order once."""
    chance, account, course = random.Random(seed), Account(), list[str]()
    play = await Play.started(driver, "Points")
    shadow = Shadow(bot.database)
    game_id = await shadow.id()
    await bot.stop()
    with contextlib.suppress(AssertionError):
        await bot.start(DOOM=where)
    doomed = await _revived(bot)
    for _ in range(ORDERS):
        game, before = await shadow.game(game_id)
        course.append(text := next_order(game, chance))
        told = await give(play.master, text, account, bot)
        if await _revived(bot):
            doomed = True
            await shadow.check(game_id)
            if (await shadow.game(game_id))[1] == before:
                assert not told, f"{where}: {text} was answered and is gone"
                assert await give(play.master, text, account)
        assert (await shadow.game(game_id))[1] == [*before, text], where
    doomed = await _settled(driver, bot, play, shadow, game_id) or doomed
    assert (await shadow.game(game_id))[1] == course, where
    return doomed


async def _revived(bot: BotProcess) -> bool:
    """Whether it had ended; then it has been started anew, to stay."""
    await asyncio.sleep(0.2)
    if bot.process is None or bot.process.returncode is None:
        return False
    assert bot.process.returncode == -signal.SIGKILL, bot.text()[-3000:]
    await bot.start()
    return True


async def _settled(driver: Driver, bot: BotProcess, play: Play, shadow: Shadow, game_id: str) -> bool:
    """The last panel is there, and no message came twice."""
    last = f"order {(await shadow.game(game_id))[0].log[-1].number}"
    waiting = asyncio.create_task(play.panel(last))
    doomed = False
    while not waiting.done():
        doomed = await _revived(bot) or doomed
    await waiting
    await shadow.check(game_id)
    said = [m for m in driver.world.messages.values() if m["author"]["bot"] and m.get("nonce")]
    assert max(Counter((m["channel_id"], m["nonce"]) for m in said).values(), default=1) == 1
    shown = [m for m in driver.messages(play.thread) if last in words_of(m) and m["embeds"]]
    assert len({m["id"] for m in shown}) == 1, "the panel stands twice"
    return doomed


async def play_through_cuts(driver: Driver, bot: BotProcess, cuts: int, seed: int) -> Account:
    """Play while connections are cut: the lock's, all of them, or all with a server that is away for a moment. The process
    stays, and its line to Discord."""
    chance, account = random.Random(seed), Account()
    play = await Play.started(driver, f"Cuts {seed}")
    shadow = Shadow(bot.database)
    game_id, line = await shadow.id(), set(driver.channel.gateway.connections)
    while account.kills < cuts:
        cutter = asyncio.create_task(_cut_soon(bot.database, chance))
        while not cutter.done():
            with contextlib.suppress(StoreError, SQLAlchemyError):
                game, _ = await shadow.game(game_id)
                await _try(play, next_order(game, chance), account)
        await cutter
        account.kills += 1
        await shadow.check(game_id)
        _, texts = await shadow.game(game_id)
        assert not missing(account.acknowledged, texts), bot.text()[-3000:]
        only_once(texts, account.given)
    async with asyncio.timeout(120):
        wanted = len(account.acknowledged) + 1
        while len(account.acknowledged) < wanted:
            await _try(play, next_order((await shadow.game(game_id))[0], chance), account)
    await _settled(driver, bot, play, shadow, game_id)
    assert set(driver.channel.gateway.connections) == line, "the line to Discord was lost"
    return account


async def _try(play: Play, text: str, account: Account) -> None:
    """Give an order. While the database is away no form opens, but a word that says so."""
    with contextlib.suppress(BadInput):
        await give(play.master, text, account)
        return
    await asyncio.sleep(0.2)


async def _cut_soon(url: str, chance: random.Random) -> None:
    await asyncio.sleep(chance.uniform(0.1, 2.0))
    match chance.choice(("lock", "all", "away")):
        case "lock":
            cut(url, locks_only=True)
        case "all":
            cut(url)
        case _:
            close(url)
            await asyncio.sleep(chance.uniform(0.1, 4.0))
            reopen(url)
    await asyncio.sleep(chance.uniform(0.1, 3.0))
