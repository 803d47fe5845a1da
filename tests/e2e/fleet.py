"""Several bot processes on one PostgreSQL database, each with a share of the servers; killed at random."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from bot.store.database import connect, parse_url
from bot.store.reader import Reader
from bot.store.seal import Sealer
from local_discord.seed import GUILD_ID
from local_discord.testing.channel import TestChannel
from local_discord.testing.driver import Driver, NoAnswer, Player
from tests.e2e.conftest import SPEC
from tests.e2e.warm import ROOT, Process, ended, made
from tests.ready_stores import ready_database

TAKEN_OVER_WITHIN = 30.0
GOES_ON_WITHIN = 300.0
"""Seconds: an end to hopeless waiting, on a machine that does much else."""


class Fleet:
    """Processes on one database and one channel. warm: forked from one that has imported everything."""

    def __init__(self, channel: TestChannel, folder: Path, shards: int, warm: bool = False) -> None:
        self.channel, self.folder, self.shards, self.warm = channel, folder, shards, warm
        self.url = ready_database()
        self.processes: list[Process] = []
        self.log = folder / "bots.log"

    async def start(self) -> Process:
        """One more process."""
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("ADJUTANT_", "DISCORD_"))}
        environment |= {
            "ADJUTANT_CHANNEL_URL": self.channel.url,
            "ADJUTANT_DATA_DIR": str(self.folder),
            "ADJUTANT_DATABASE_URL": self.url,
            "ADJUTANT_SHARDS": str(self.shards),
            "ADJUTANT_HEALTH_PORT": "0",
            "ADJUTANT_PICTURES": "off",
            "ADJUTANT_COSTLY_PER_MINUTE": "0",
            "ADJUTANT_LOG_FORMAT": "json",
            "PYTHONPATH": str(ROOT),
        }
        process = await made("bot", environment, self.log, self.warm)
        self.processes.append(process)
        return process

    def connected(self) -> set[int]:
        """Shards whose gateway is open."""
        return {c.session.shard[0] for c in self.channel.gateway.connections if c.session}

    async def whole(self, within: float = 180.0) -> float:
        """Wait until every shard is connected; gives how long that took. within: an end to hopeless waiting."""
        begun = time.monotonic()
        while self.connected() != set(range(self.shards)):
            assert time.monotonic() - begun < within, self.log.read_text()[-3000:]
            await asyncio.sleep(0.05)
        return time.monotonic() - begun

    async def kill(self, process: Process) -> None:
        """kill -9."""
        process.send_signal(signal.SIGKILL)
        await ended(process, self.log)
        self.processes.remove(process)
        await asyncio.sleep(0.1)

    async def end(self) -> None:
        """Stop them all."""
        for process in self.processes:
            if process.returncode is None:
                process.send_signal(signal.SIGTERM)
        for process in self.processes:
            await ended(process, self.log)


def channel_of_three() -> TestChannel:
    """A channel with three servers, one of each of three shards. Nobody's seconds are counted: processes come and go."""
    made = TestChannel(spec=SPEC, clock=lambda: 0.0)
    for number in (1, 2):
        made.world.add_guild(str(int(GUILD_ID) + (number << 22)), f"Server {number}")
    return made


def at_server(driver: Driver, player: Player, number: int) -> Player:
    """A player in the first channel of a server."""
    guild = str(int(GUILD_ID) + (number << 22))
    place = next(c for c in driver.world.channels.values() if c.get("guild_id") == guild and c["type"] == 0)
    return player.at(place)


async def order(player: Player, text: str) -> bool | None:
    """Give an order; True: acknowledged, None: no answer came."""
    try:
        answer = await player.submit(await player.slash("orders", _timeout=4), {"orders": text}, timeout=4)
        return "error of mine" not in answer.text and not answer.ephemeral
    except (NoAnswer, TimeoutError, AssertionError):
        return None


async def kills_at_random(
    channel: TestChannel, folder: Path, processes: int, kills: int, seed: int, warm: bool = False, pause: float = 0.0
) -> float:
    """Three games on three servers are played while processes are killed, one at a time; gives the seconds that the longest
    hand-over took. pause: seconds between two orders of a player."""
    fleet, driver, chance = Fleet(channel, folder, 3, warm), Driver(channel), random.Random(seed)
    try:
        for _ in range(processes):
            await fleet.start()
        await fleet.whole()
        anna = await driver.player("Anna")
        players = [at_server(driver, anna, number) for number in range(3)]
        for player in players:
            await player.slash("game new", board="classic", name="Table", here=True)
            lobby = await driver.wait_message(player.channel, lambda m: bool(m["components"]))
            await player.press(lobby, "Take all open seats")
            await player.slash("game start")
            assert await order(player, "done")
        acknowledged, unknown, waits = Counter[int](), Counter[int](), list[float]()
        for _ in range(kills):
            stop = asyncio.Event()
            givers = [_keep_ordering(n, p, acknowledged, unknown, stop.is_set, pause) for n, p in enumerate(players)]
            giving = asyncio.gather(*givers)
            await asyncio.sleep(chance.uniform(0.3, 1.2))
            await fleet.kill(chance.choice(fleet.processes))
            waits.append(await fleet.whole())
            await asyncio.sleep(chance.uniform(0.3, 1.0))
            stop.set()
            await giving
            await fleet.start()
        async with asyncio.timeout(GOES_ON_WITHIN):  # each game goes on
            for number, player in enumerate(players):
                wanted = acknowledged[number] + 1
                there = lambda n=number, w=wanted: acknowledged[n] >= w  # noqa: E731
                await _keep_ordering(number, player, acknowledged, unknown, there)
        await _check(fleet, acknowledged, unknown)
        said = [m for m in driver.world.messages.values() if m["author"]["bot"] and m.get("nonce")]
        assert max(Counter((m["channel_id"], m["nonce"]) for m in said).values(), default=1) == 1
    finally:
        await fleet.end()
    return max(waits)


async def _keep_ordering(
    number: int,
    player: Player,
    acknowledged: Counter[int],
    unknown: Counter[int],
    stop: Callable[[], bool],
    pause: float = 0.0,
) -> None:
    text = "buy 1 infantry"
    while not stop():
        told = await order(player, text)
        if told:
            acknowledged[number] += 1
        else:
            unknown[number] += 1
        text = "undo" if text.startswith("buy") else "buy 1 infantry"
        await asyncio.sleep(pause)


async def _check(fleet: Fleet, acknowledged: Counter[int], unknown: Counter[int]) -> None:
    """Every order that was acknowledged is in the log once, and nothing else but what had no answer."""
    database = await connect(parse_url(fleet.url))
    try:
        reader = Reader(database, Sealer(None))
        for game in await reader.games():
            number = (game.guild_id - int(GUILD_ID)) >> 22
            entries = await reader.entries(game.id)
            assert [e.seq for e in entries] == list(range(1, game.revision + 1))
            assert len({e.interaction_id for e in entries}) == len(entries)
            given = len(entries) - 1
            assert 0 < acknowledged[number] <= given <= acknowledged[number] + unknown[number]
    finally:
        await database.close()
