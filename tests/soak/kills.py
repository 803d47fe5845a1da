"""Kills at random moments: while people play on either database, in several processes, at start-up, in the middle of a
migration, of an import, with pictures. One number is one run of some kills; its remainder says of which kind."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import sqlite3
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from bot.store import Store
from bot.store.migrate import head
from local_discord.rates import Rates
from local_discord.testing.channel import TestChannel
from local_discord.testing.driver import Driver
from tests.e2e import crash, fleet, points
from tests.e2e.process import BotProcess
from tests.e2e.test_many import play_at_once
from tests.e2e.warm import ROOT
from tests.postgres import fresh_database
from tests.saves import FOLDER

A_RUN = 10
GAMES = 50  # at once
SAVE = "classic-warfare"


class Seen(NamedTuple):
    """Kills, what was lost, doubled or raised, and how long the longest hand-over took (seconds)."""

    kills: int
    wrong: Sequence[str] = ()
    longest: float = 0.0


def run(number: int) -> Seen:
    """The kills of a number."""
    kind = KINDS[number % len(KINDS)]
    with tempfile.TemporaryDirectory() as folder:
        try:
            found = asyncio.run(kind(number, Path(folder)))
            return found if isinstance(found, Seen) else Seen(found)
        except Exception as error:
            return Seen(0, [f"{kind.__name__.strip('_')}: {type(error).__name__}: {str(error)[-1500:]}"])


def many(number: int) -> tuple[int, list[str]]:
    """Fifty games played at the same time, on SQLite and PostgreSQL in turn."""

    async def play(folder: Path) -> None:
        async with _bot(folder, fresh_database() if number % 2 else "") as (driver, _):
            await play_at_once(driver, GAMES)

    with tempfile.TemporaryDirectory() as folder:
        try:
            asyncio.run(play(Path(folder)))
            return GAMES, []
        except Exception as error:
            return 0, [f"{type(error).__name__}: {str(error)[-1500:]}"]


def ended_at(number: int) -> tuple[int, list[str]]:
    """A scripted course with an end at the point of a number."""

    async def play(folder: Path) -> int:
        async with TestChannel(rates=Rates(pace=20)) as channel:
            bot = points.DoomedProcess(channel, folder)
            await bot.start()
            try:
                return int(await points.play_to(Driver(channel), bot, points.point(number), number))
            finally:
                await bot.kill()

    return _done(points.point(number), play)


def cuts(number: int) -> tuple[int, list[str]]:
    """A game through cut connections to PostgreSQL."""

    async def play(folder: Path) -> int:
        async with TestChannel(rates=Rates(pace=20)) as channel:
            bot = BotProcess(channel, folder, fresh_database())
            await bot.start()
            try:
                return (await points.play_through_cuts(Driver(channel), bot, A_RUN, number)).kills
            finally:
                await bot.kill()

    return _done("cuts", play)


def _done(what: str, play: Callable[[Path], Awaitable[int]]) -> tuple[int, list[str]]:
    with tempfile.TemporaryDirectory() as folder:
        try:
            return asyncio.run(play(Path(folder))), []
        except Exception as error:
            return 0, [f"{what}: {type(error).__name__}: {str(error)[-1500:]}"]


@contextlib.asynccontextmanager
async def _bot(folder: Path, database: str = "", **settings: str) -> AsyncIterator[tuple[Driver, BotProcess]]:
    """A channel with a bot; at the end it must not have logged an error of its own."""
    async with TestChannel(rates=Rates(pace=20)) as channel:
        bot = BotProcess(channel, folder, database, **settings)
        await bot.start()
        try:
            yield Driver(channel), bot
        finally:
            await bot.kill()
        assert not bot.errors(), bot.errors()[0]


async def _playing(number: int, folder: Path) -> int:
    async with _bot(folder) as (driver, bot):
        return (await crash.play_through_kills(driver, bot, A_RUN, number)).kills


async def _playing_postgresql(number: int, folder: Path) -> int:
    async with _bot(folder, fresh_database()) as (driver, bot):
        return (await crash.play_through_kills(driver, bot, A_RUN, number)).kills


async def _playing_with_pictures(number: int, folder: Path) -> int:
    async with _bot(folder, ADJUTANT_PICTURES="on") as (driver, bot):
        return (await crash.play_through_kills(driver, bot, A_RUN, number)).kills


async def _several_processes(number: int, folder: Path) -> Seen:
    """Two or three processes on one database; their shares are taken over within the time that is promised (of a machine
    that is not busy with other things)."""
    async with fleet.channel_of_three() as channel:
        longest = await fleet.kills_at_random(channel, folder, 2 + number // len(KINDS) % 2, A_RUN, number)
    busy = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
    assert longest < fleet.TAKEN_OVER_WITHIN * busy, f"taken over after {longest:.0f} s, load {busy:.1f}"
    return Seen(A_RUN, longest=longest)


async def _starting(number: int, folder: Path) -> int:
    """Killed before it is up, again and again; then it starts, and the game is as it was."""
    chance = random.Random(number)
    async with _bot(folder, fresh_database() if number // len(KINDS) % 2 else "") as (driver, bot):
        play = await crash.Play.started(driver, "Starts")
        await play.accepted("done\nbuy 1 infantry")
        shadow = crash.Shadow(bot.database)
        game_id = await shadow.id()
        before = (await shadow.game(game_id))[0].hash
        await bot.kill()
        for _ in range(A_RUN):
            beginning = asyncio.create_task(bot.start())
            await asyncio.wait({beginning}, timeout=chance.uniform(0.1, 2.5))
            await bot.kill()
            with contextlib.suppress(AssertionError, asyncio.CancelledError):
                beginning.cancel()
                await beginning
            await shadow.check(game_id)
        await bot.start()
        assert (await shadow.game(game_id))[0].hash == before
        await play.accepted("buy 1 infantry")
    return A_RUN


async def _importing(number: int, folder: Path) -> int:
    """Killed in the middle of /import: the game is there whole or not at all, and the channel is free if it is not."""
    chance, file = random.Random(number), next(FOLDER.glob(f"{SAVE}.*")).read_bytes()
    async with _bot(folder, fresh_database() if number // len(KINDS) % 2 else "") as (driver, bot):
        anna, shadow = (await driver.player("Anna")).at("general"), crash.Shadow(bot.database)
        for _ in range(A_RUN):
            upload = anna.file("game.json.gz", file)
            asked = asyncio.create_task(anna.slash("import", file=upload, _timeout=20))
            await asyncio.sleep(chance.uniform(0.0, 0.5))
            await bot.kill()
            asked.cancel()
            await asyncio.gather(asked, return_exceptions=True)
            async with shadow.reading() as reader:
                found = [game.id for game in await reader.games(status=("running", "lobby", "paused"))]
            for game_id in found:
                await shadow.check(game_id)
            await bot.start()
            if found:
                await anna.slash("game end", sure=True)
    return A_RUN


async def _migrating(number: int, folder: Path) -> int:
    """Killed while the tables are brought up to date: they are of the old form or of the new one, and then of the new."""
    chance, path = random.Random(number), folder / "adjutant.sqlite3"
    store = await Store.open(str(path), check="off")
    await store.close()
    await _migrate(path, "downgrade", "0001")
    old = path.read_bytes()
    for _ in range(A_RUN):
        for left in folder.iterdir():
            left.unlink()
        path.write_bytes(old)
        await _migrate(path, "upgrade", after=chance.uniform(0.2, 1.5))
        await _migrate(path, "upgrade")
        with sqlite3.connect(path) as live:
            assert live.execute("select version_num from alembic_version").fetchall() == [(head(),)]
            assert live.execute("pragma integrity_check").fetchone() == ("ok",)
    return A_RUN


async def _migrate(path: Path, *words: str, after: float | None = None) -> None:
    """Run the tool; killed after some seconds, or to its end."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot.ops.migrate", *words),
        cwd=ROOT,
        env={"ADJUTANT_DATABASE_URL": str(path), "PATH": "/usr/bin:/bin"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    if after is not None:
        await asyncio.sleep(after)
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGKILL)
    said, _ = await process.communicate()
    assert after is not None or process.returncode == 0, said.decode()[-1500:]


Kind = Callable[[int, Path], Awaitable[int | Seen]]
KINDS: tuple[Kind, ...] = (
    _playing,
    _playing_postgresql,
    _several_processes,
    _starting,
    _importing,
    _migrating,
    _playing_with_pictures,
)
