"""Run by test_store_crash.py in a process of its own, which is killed: commits in a loop, tells of each receipt."""

from __future__ import annotations

import asyncio
import os
import signal
from multiprocessing.connection import Connection
from typing import Any

from store_helpers import message, order

from bot.store import Change, DiceLines, NewSnapshot, SetTimer, Store, transactions


def change(number: int, expected: int) -> Change:
    """The effect of one order: everything a change can hold, told apart by its number."""
    roll = {"kind": "roll", "roll": number, "id": f"{number}-abcdef", "dice": [number % 6 + 1]}
    return Change(
        f"order-{number}",
        "g1",
        expected,
        entries=(order(f"order {number}", dice=[{"dice": roll["dice"]}]),),
        snapshot=NewSnapshot({"after": number}),
        messages=(message(f"m{number}"),),
        steps=(DiceLines("g1", [roll]), SetTimer("turn", "deadline", float(number), game_id="g1")),
        answer=number,
    )


def die_inside(name: str) -> None:
    """Have the process killed when a function of the transaction is reached for the third time."""
    real, calls = getattr(transactions, name), []

    def dying(*args: Any) -> Any:
        calls.append(name)
        if len(calls) == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*args)

    setattr(transactions, name, dying)


def write(told: Connection, path: str, first: int, die: str | None) -> None:
    """Commit orders from a number on, and tell of each receipt. die: kill ourselves inside the transaction at that function
    of bot.store.transactions, the third time it is reached."""
    if die:
        die_inside(die)
    asyncio.run(_write(told, path, first))


async def _write(told: Connection, path: str, number: int) -> None:
    store = await Store.open(path)
    while True:
        # The first may be one that was stored before the last crash and not acknowledged.
        receipt = await store.commit(change(number, number - 1))
        told.send([number, receipt.last, receipt.answer, int(receipt.repeated)])
        number += 1
