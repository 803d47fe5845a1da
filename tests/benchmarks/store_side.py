"""The store: a durable commit beside a bare write to the same disk, loading a game, memory of many games."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.game import Accepted, Lobby, Moderator
from bot.store import Store
from tests.benchmarks.clock import Goal, Row, middle, timed, timed_async

FEW, MANY, ACTIVE, ORDERS = 200, 1000, 50, 40
"""Games stored at first and in the end, games in memory, orders given in each of those."""
MASTER = 7


async def rows() -> list[Row]:
    """All store rows."""
    with tempfile.TemporaryDirectory() as folder:
        async with _store(folder) as store:
            commit = await _commit(store, Path(folder))
            opening, games = await _fill(store, 1, FEW)
            await _play_on(store, games[:ACTIVE])
        few = await _loaded(folder, games[:ACTIVE])
        async with _store(folder) as store:
            await _fill(store, FEW, MANY)
        return [*commit, opening, _loading(few, await _loaded(folder, games[:ACTIVE]))]


@asynccontextmanager
async def _store(folder: str) -> AsyncIterator[Store]:
    """The store of the measurement, which one process at a time may have."""
    store = await Store.open(url(folder))
    try:
        yield store
    finally:
        await store.close()


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
    await lobby.seating.take_open_seats(game.id, MASTER, "Anna", str(10_000 + number))
    await lobby.start(game.id, f"start-{number}")
    return game.id


async def _commit(store: Store, folder: Path) -> list[Row]:
    moderator = Moderator(store)
    game = await started(Lobby(moderator), 0)
    await moderator.orders(game, "skip", MASTER, ["done"])
    bare = timed(lambda: _synced(folder / "bare"), 60)
    count = iter(range(10_000))

    async def order() -> None:
        number = next(count)
        outcome = await moderator.orders(game, f"o{number}", MASTER, ["undo" if number % 2 else "buy 1 infantry"])
        assert isinstance(outcome, Accepted), outcome

    works: list[float] = []

    async def watched() -> None:
        start = time.process_time()
        await order()
        works.append((time.process_time() - start) * 1000)

    times = await timed_async(watched, 60)
    what = "an order judged and durable"
    return [
        Row(what, times, "a synced write of 4 kB", middle(bare), Goal(3)),
        Row(f"{what}, of the processor, all threads", works, goal=Goal(3)),
    ]


async def _fill(store: Store, first: int, end: int) -> tuple[Row, list[str]]:
    """Games for the measurement of memory, all started; how long that took, and their ids."""
    lobby, count = Lobby(Moderator(store)), iter(range(first, end))
    ids: list[str] = []

    async def one() -> None:
        ids.append(await started(lobby, next(count)))

    times = await timed_async(one, end - first)
    return Row("a game opened, seated and started", times), ids


async def _play_on(store: Store, games: list[str]) -> None:
    """Orders in those that are to be active."""
    moderator, texts = Moderator(store), ["buy 1 infantry", "undo"] * (ORDERS // 2)
    for game in games:
        outcome = await moderator.orders(game, f"play-{game}", MASTER, ["done", *texts])
        assert isinstance(outcome, Accepted), outcome


def _loading(few: dict[str, Any], many: dict[str, Any]) -> Row:
    """Loading a game, beside the same with fewer games stored, and what is held then."""
    note = (
        f"memory: {many['before']:.0f} MB with no game loaded, {few['after']:.0f} MB with {ACTIVE} of {FEW} active, "
        f"{many['after']:.0f} MB with {ACTIVE} of {MANY:,}, {many['loaded']} stored orders among them; "
        f"{few['size']:.0f} MB and {many['size']:.0f} MB on disk"
    )
    base = middle(few["times"])
    return Row(f"a game of {MANY:,} loaded from the store", many["times"], f"one of {FEW}", base, note=note)


async def _loaded(folder: str, games: Sequence[str]) -> dict[str, Any]:
    """What some games take, told by a process of its own that has loaded the bot."""
    command = (sys.executable, "-m", "tests.benchmarks.memory", url(folder), *games)
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdout=pipe)
    out, _ = await process.communicate()
    size = sum(p.stat().st_size for p in Path(folder).glob("bench.sqlite3*")) / 2**20
    return {**json.loads(out), "size": size}
