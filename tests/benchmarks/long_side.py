"""A long game beside everything else: how late the event loop is while it is read in, loaded, exported, looked at; and while
the rules are asked what takes them long."""

from __future__ import annotations

import asyncio
import gzip
import json
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.discord.features.orders import controls
from bot.discord.features.orders.autocomplete import offered
from bot.discord.features.orders.specs import VERBS
from bot.game import Lobby, Moderator
from bot.game.files import transfer
from bot.game.moderator.outbox_messages import announce
from bot.game.moderator.threads import ponder
from bot.game.record import history
from bot.ops.memory import calm
from bot.processes import map_requests
from bot.processes.apart import Apart
from bot.services import FILES, READERS_MEMORY, READING
from bot.store import Store
from bot.store.records import Game as GameRow
from rules.legal import complete
from rules.model.board import load
from rules.model.refusals import Refusal
from rules.play.game import Entry, Game, NoDice
from rules.soak.run import soak
from tests.benchmarks.clock import Goal, Row, middle, worked
from tests.saves import file_of

ENTRIES = 4500
TICK = 0.002
READ_IN = "read in (/import)"
GOALS = {READ_IN: Goal(3, times=True)}
WHERE = {"guild_id": 9, "channel_id": 10, "thread_id": None, "master": 1}


async def rows() -> list[Row]:
    """All of them, for a game of 4,500 orders on Global 1940."""
    game = soak("global1940", 1, 11, ("bx",), rounds=3).last
    assert game is not None
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite:///{Path(folder) / 'games.sqlite3'}", check="off")
        calm()
        try:
            return await _measured(store, file_of(game, "Long", long(game)))
        finally:
            await store.close()


async def _measured(store: Store, data: bytes) -> list[Row]:
    moderator = Moderator(store, announce)
    found: dict[str, tuple[float, float]] = {}
    row = await _read_in(found, moderator, data)
    table = await _late(found, "loaded", lambda: moderator.table(row.id))
    row = await store.game(row.id)
    bare = middle(worked(lambda: json.loads(gzip.decompress(data)), 5))

    async def whole() -> None:
        async with history.whole(store, row, table.game):
            pass

    await _late(found, "searched for its turns (/log)", lambda: history.turns(store, row))
    await _late(found, "replayed to a position (/history)", lambda: history.position_after(store, row, 2000))
    await _late(found, "read whole (/stats)", whole)
    await _late(found, "exported (/export)", lambda: transfer.dump(store, row))
    await _late(found, "written as orders", lambda: transfer.orders_text(store, row))
    note = f"{row.revision} orders"
    thought = dict[str, tuple[float, float]]()
    await _late(thought, "completions, menus and maps of 1943 asked anew", _thoughts(_in_combat_move()))
    return [
        *(Row(f"event loop late by, {name}", [late], goal=Goal(50)) for name, (_, late) in thought.items()),
        *(
            Row(f"a long game {name}", [took], "its file as JSON", bare, GOALS.get(name), note)
            for name, (took, _) in found.items()
        ),
        *(Row(f"event loop late by, {name}", [late], goal=Goal(50)) for name, (_, late) in found.items()),
    ]


async def _read_in(found: dict[str, tuple[float, float]], moderator: Moderator, data: bytes) -> GameRow:
    """A file read in twice: as the bot does it, with the reading in another process, for how late the loop is; and here, for
    what all of it takes."""

    def restored(run: transfer.Run, name: str, channel: int) -> Awaitable[GameRow]:
        return transfer.restore(Lobby(moderator), run, name, {**WHERE, "channel_id": channel}, data, "Anna")

    reader = Apart(READING, FILES, memory=READERS_MEMORY, once=True)
    try:
        row: GameRow = await _late(found, READ_IN, lambda: restored(reader.run, "1", 10))
    finally:
        reader.close()
    _, late = found[READ_IN]
    await _late(found, READ_IN, lambda: restored(asyncio.to_thread, "2", 11))
    found[READ_IN] = (found[READ_IN][0], late)
    return row


def _in_combat_move() -> Game:
    game = Game.new("europe1943", load("europe1943").documents)
    while game.state.turn.phase != "combat move":
        assert not isinstance(game.submit("done", NoDice(), game.to_act), Refusal)
    return game


def _thoughts(game: Game) -> Callable[[], Awaitable[None]]:
    """What takes the rules longest, in a position about which nothing is known yet."""
    row, move = (
        GameRow("g", 1, 2, "Test", "europe1943", 3, status="running"),
        next(v for v in VERBS if v.command == "move"),
    )
    asked: tuple[Callable[[Game], object], ...] = (
        lambda copy: offered(copy, copy.to_act, move, move.slots[0], {}, ""),
        lambda copy: complete(copy, copy.to_act, "move", "2 inf"),
        lambda copy: controls.rows(row, copy),
        map_requests.now,
    )

    async def all_of_it() -> None:
        for work in asked:
            await ponder(Game(game.table, game.state, game.log), work)

    return all_of_it


async def _late(found: dict[str, tuple[float, float]], name: str, act: Callable[[], Awaitable[Any]]) -> Any:
    """What an act gives; how many ms of the processor it took, of all threads, and by how many the loop was late at worst,
    go into `found`."""
    late = [0.0]

    async def watch() -> None:
        while True:
            start = time.perf_counter()
            await asyncio.sleep(TICK)
            late.append((time.perf_counter() - start - TICK) * 1000)

    watcher = asyncio.create_task(watch())
    await asyncio.sleep(0.05)
    late.clear()
    start = time.process_time()
    given = await act()
    took = (time.process_time() - start) * 1000
    await asyncio.sleep(0.05)
    watcher.cancel()
    found[name] = (took, max(late))
    return given


def long(game: Game) -> list[Entry]:
    """A log of so many orders that leads where the game stands: its last orders there and back again."""
    log = list(game.log)
    tail = log[-200:]
    while len(log) < ENTRIES:
        for entry in reversed(tail):
            log.append(
                replace(entry, number=len(log), events=tuple(e.inverse() for e in reversed(entry.events)), undoes=())
            )
        log += [replace(entry, number=len(log) + n, undoes=()) for n, entry in enumerate(tail)]
    return log
