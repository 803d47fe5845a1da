"""Where transactions run: SQLite's in the threads of aiosqlite, whole."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import traceback
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select, update
from store_helpers import message, order

from bot.store import Change, NewSnapshot, Store
from bot.store import tables as t
from bot.store.database import READERS, FileConnection


@pytest.mark.sqlite
async def test_a_change_is_one_hop_into_a_thread_of_aiosqlite(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    hops, stacks = [], []
    run = FileConnection.run

    async def counted(connection: Any, *given: Any) -> Any:
        hops.append(given)
        return await run(connection, *given)

    def work(connection: Connection) -> None:
        stacks.append({frame.filename for frame in traceback.extract_stack()})

    monkeypatch.setattr(FileConnection, "run", counted)
    change = Change("1", "g1", 0, entries=(order(), order()), snapshot=NewSnapshot({}), messages=(message("m"),))
    assert (await store.commit(change)).last == 2
    assert len(hops) == 1
    for run_in in (store._database.write, store._database.read):
        await run_in(work)
    assert all(any(Path(file).parent.name == "aiosqlite" for file in stack) for stack in stacks) and len(stacks) == 2


@pytest.mark.sqlite
async def test_as_many_read_at_once_as_there_are_connections_while_one_writes(store: Store) -> None:
    together = threading.Barrier(1 + READERS)
    work = lambda _: together.wait(60)  # noqa: E731
    database = store._database
    met = await asyncio.gather(database.write(work), *(database.read(work) for _ in range(READERS)))
    assert sorted(met) == list(range(1 + READERS))


@pytest.mark.sqlite
async def test_what_is_written_after_its_caller_has_gone_is_seen(store: Store) -> None:
    """A thread can't be called back: what was begun is done."""
    begun, go_on, name = threading.Event(), threading.Event(), t.games.c.name

    def work(connection: Connection) -> None:
        begun.set()
        go_on.wait(60)
        connection.execute(update(t.games).values(name="Another name"))

    writing = asyncio.create_task(store._database.write(work))
    await asyncio.to_thread(begun.wait, 60)
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert (await store.game("g1")).name == "A game"
    go_on.set()
    assert await store._database.write(lambda c: c.execute(select(name)).scalar_one()) == "Another name"
    assert (await store.game("g1")).name == "Another name"


async def test_who_waits_for_its_turn_and_goes_has_written_nothing(store: Store) -> None:
    done = []
    async with asyncio.TaskGroup() as group:
        group.create_task(store._database.write(lambda _: done.append(1)))
        waiting = group.create_task(store._database.write(lambda _: done.append(2)))
        await asyncio.sleep(0)
        waiting.cancel()
    assert done == [1]


def test_a_store_that_nobody_closed_keeps_no_process_from_ending(tmp_path: Path) -> None:
    script = f"import asyncio; from bot.store import Store; kept = asyncio.run(Store.open({str(tmp_path / 'x.db')!r}))"
    done = subprocess.run([sys.executable, "-c", script], timeout=120, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
