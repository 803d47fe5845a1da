"""The store: a durable commit beside a bare write to the same disk, loading a game, memory of many games."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from pathlib import Path

from bot.game import Accepted, Lobby, Moderator
from bot.store import Store
from tests.benchmarks.clock import Row, middle, timed, timed_async

GAMES, ACTIVE, ORDERS = 200, 50, 40
"""Games stored, games in memory, orders given in each of those. The goal speaks of 1,000 games stored: those not
active are only on disk, so that fewer show the same."""
MASTER = 7


async def rows() -> list[Row]:
    """All store rows."""
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(url(folder))
        try:
            found = [await _commit(store, Path(folder)), *await _fill(store)]
        finally:
            await store.close()
        return [*found, *await _memory(folder)]


def url(folder: str) -> str:
    """The database in a folder."""
    return f"sqlite:///{folder}/bench.sqlite3"


def _synced(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"x" * 4096)
        file.flush()
        os.fsync(file.fileno())


async def started(lobby: Lobby, number: int) -> str:
    """A started game of Classic with one person in all seats; gives its id."""
    row = {"guild_id": 1, "channel_id": 1000 + number, "name": f"Game {number}", "board": "classic", "master": MASTER}
    game = await lobby.create(f"new-{number}", {**row, "thread_id": None, "rules": []})
    await lobby.take_open_seats(game.id, MASTER, "Anna", str(10_000 + number))
    await lobby.start(game.id, f"start-{number}")
    return game.id


async def _commit(store: Store, folder: Path) -> Row:
    moderator = Moderator(store)
    game = await started(Lobby(moderator), 0)
    await moderator.orders(game, "skip", MASTER, ["done"])
    bare = timed(lambda: _synced(folder / "bare"), 60)
    count = iter(range(10_000))

    async def order() -> None:
        number = next(count)
        outcome = await moderator.orders(game, f"o{number}", MASTER, ["undo" if number % 2 else "buy 1 infantry"])
        assert isinstance(outcome, Accepted), outcome

    times = await timed_async(order, 60)
    return Row("an order judged and durable", times, "a synced write of 4 kB", middle(bare))


async def _fill(store: Store) -> list[Row]:
    """The games of the measurement of memory: all started, some played on."""
    moderator = Moderator(store)
    lobby = Lobby(moderator)
    count = iter(range(1, GAMES))
    ids: list[str] = []

    async def one() -> None:
        ids.append(await started(lobby, next(count)))

    times = await timed_async(one, GAMES - 1)
    texts = ["buy 1 infantry", "undo"] * (ORDERS // 2)
    for game in ids[:ACTIVE]:
        outcome = await moderator.orders(game, f"play-{game}", MASTER, ["done", *texts])
        assert isinstance(outcome, Accepted), outcome
    return [Row("a game opened, seated and started", times)]


async def _memory(folder: str) -> list[Row]:
    """What 50 games take, told by a process of its own that has loaded the bot."""
    command = (sys.executable, "-m", "tests.benchmarks.memory", url(folder), str(ACTIVE))
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdout=pipe)
    out, _ = await process.communicate()
    told = json.loads(out)
    size = sum(p.stat().st_size for p in Path(folder).glob("bench.sqlite3*")) / 2**20
    note = (
        f"memory: {told['before']:.0f} MB with no game loaded, {told['after']:.0f} MB with {ACTIVE} of {GAMES} "
        f"active, {told['loaded']} stored orders among them; {size:.0f} MB on disk"
    )
    return [Row("a game loaded from the store", told["times"], note=note)]
