"""kill -9 while committing: nothing acknowledged is missing, nothing is there twice or by half."""

from __future__ import annotations

import contextlib
import random
import signal
from pathlib import Path

import pytest
from crash_writer import write
from store_helpers import create

from bot.store import Loaded, Store
from tests.e2e.warm import CONTEXT
from tests.ready_stores import ready_file

Ledger = dict[int, int]


def write_until_killed(path: Path, first: int, acks: int | None = None, die: str | None = None) -> list[list[int]]:
    """Let a writer run until it has acknowledged so many orders, or kills itself; gives its acknowledgements."""
    told, telling = CONTEXT.Pipe(duplex=False)
    writer = CONTEXT.Process(target=write, args=(telling, str(path), first, die))
    writer.start()
    telling.close()
    found = list[list[int]]()
    with contextlib.suppress(EOFError):
        while True:
            found.append(told.recv())
            if len(found) == acks:
                writer.kill()
    writer.join()
    assert writer.exitcode == -signal.SIGKILL
    return found


async def check(path: Path, ledger: Ledger) -> Loaded:
    """Compare what is stored with what was acknowledged."""
    store = await Store.open(str(path))
    try:
        entries = await store.entries("g1")
        loaded = await store.load("g1")
        stored = len(entries)
        assert [entry.seq for entry in entries] == list(range(1, stored + 1))
        assert [entry.order for entry in entries] == [f"order {n}" for n in range(1, stored + 1)]
        assert stored in (len(ledger), len(ledger) + 1), "one order at most is stored and not acknowledged"
        for number, seq in ledger.items():
            receipt = await store.receipt("g1", f"order-{number}")
            assert receipt is not None and receipt.last == seq == number
        assert loaded.game.revision == stored
        assert loaded.snapshot is not None and loaded.snapshot.data == {"after": stored}
        assert [line["roll"] for line in await store.dice_log("g1")] == list(range(1, stored + 1))
        assert [out.dedupe for out in await store.outbox.listed()] == [f"m{n}" for n in range(1, stored + 1)]
        assert [timer.due for timer in await store.timers.of_game("g1")] == [float(stored)]
        return loaded
    finally:
        await store.close()


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    path = tmp_path / "store.sqlite3"
    ready_file(path)
    store = await Store.open(str(path))
    await create(store)
    await store.close()
    return path


async def test_killed_again_and_again(path: Path) -> None:
    chance = random.Random(7)
    ledger: Ledger = {}
    for _ in range(4):
        acks = write_until_killed(path, len(ledger) + 1, acks=chance.randint(1, 40))
        for number, seq, answer, _repeated in acks:
            assert answer == number and number not in ledger
            ledger[number] = seq
        await check(path, ledger)
    assert len(ledger) >= 4


@pytest.mark.parametrize("function", ["_append", "_take_snapshot", "queue", "_write_receipt"])
async def test_killed_inside_the_transaction(path: Path, function: str) -> None:
    acks = write_until_killed(path, 1, die=function)
    ledger = {number: seq for number, seq, _, _ in acks}
    assert ledger == {1: 1, 2: 2}
    assert (await check(path, ledger)).game.revision == 2


async def test_an_order_stored_but_not_acknowledged_is_not_done_again(path: Path) -> None:
    ledger = {number: seq for number, seq, _, _ in write_until_killed(path, 1, acks=3)}
    again = write_until_killed(path, 1, acks=len(ledger) + 2)
    assert [repeated for *_, repeated in again[: len(ledger)]] == [1] * len(ledger)
    ledger.update({number: seq for number, seq, _, _ in again})
    await check(path, ledger)
