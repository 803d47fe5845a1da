"""python -m tests.composed [MESSAGES] [--seed N]: compose so many messages, on every board and with every document.

A long walk can be taken in pieces: the same seed walks the same way, another one another way.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from unittest import mock

from tests.composed.discord_side import Book, book
from tests.composed.forged import Forger
from tests.composed.stage import stage
from tests.composed.walk import Walk
from tests.soak.tables import tables

STEPS = 25
FORGED, FORGED_STEPS = 200, 8


class Patch:
    """What pytest's monkeypatch does, outside of pytest."""

    def __init__(self) -> None:
        self._held: list[mock._patch[object]] = []

    def setattr(self, target: object, name: str, value: object) -> None:
        """Put a value in the place of an attribute, until `undo`."""
        held = mock.patch.object(target, name, value)
        held.start()
        self._held.append(held)

    def undo(self) -> None:
        """Everything as it was."""
        while self._held:
            self._held.pop().stop()


async def one(
    found: Book, board: str, rules: tuple[str, ...], seed: int, steps: int, act: Callable[[Walk, int], Awaitable[None]]
) -> None:
    """Walk through one game. act: what is done at each step, after so many orders."""
    patch = Patch()
    try:
        with tempfile.TemporaryDirectory() as folder:
            async with stage(Path(folder), found, patch, board, rules) as set_up:
                walk, chance = Walk(set_up, seed), random.Random(seed)
                for _ in range(steps):
                    await act(walk, chance.choice((1, 2, 5, 20, 60)))
    finally:
        patch.undo()


def game(number: int) -> Book:
    """The walk through one game: the number is its seed, and tells the table."""
    found, every = book(), list(tables())
    board, rules = every[number % len(every)]
    asyncio.run(one(found, board, rules, number, STEPS, Walk.step))
    return found


def forged(number: int) -> Book:
    """Forged interactions in positions of one game: the number is its seed, and tells the table."""

    async def act(walk: Walk, orders: int) -> None:
        await walk.go_on(orders)
        await Forger(walk).send(FORGED // FORGED_STEPS)

    found, every = book(validate=False), list(tables())
    board, rules = every[number % len(every)]
    asyncio.run(one(found, board, rules, number, FORGED_STEPS, act))
    return found


async def compose(messages: int, seed: int = 1) -> Book:
    """Games of all boards and documents in turn, until so many messages are composed."""
    found, number = book(), 0
    every = list(tables())
    while found.composed < messages:
        board, rules = every[number % len(every)]
        await one(found, board, rules, seed + number, STEPS, Walk.step)
        number += 1
    return found


def grouped(wrong: list[str]) -> list[tuple[int, str]]:
    """Findings whose last lines are alike, once, with an example."""
    kinds: dict[str, list[str]] = {}
    for text in wrong:
        kinds.setdefault(re.sub(r"[0-9`A-Z]{6,}", "", text.strip().splitlines()[-1])[-120:], []).append(text)
    return [(len(texts), min(texts, key=len)) for texts in kinds.values()]


def main(messages: int, seed: int = 1) -> int:
    """Compose; 1 if anything was wrong. The row that is printed says what a piece of a long walk has done."""
    begun = time.monotonic()
    found = asyncio.run(compose(messages, seed))
    spent = time.monotonic() - begun
    print(f"messages composed: {found.composed}, wrong: {len(found.wrong)}, seed {seed}, {spent:.0f} s", flush=True)
    print("  positions: " + ", ".join(f"{kind} {count}" for kind, count in sorted(found.seen.items())), flush=True)
    for count, wrong in grouped(found.wrong):
        print(f"  WRONG, {count} times: {wrong}", flush=True)
    return 1 if found.wrong else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.composed")
    parser.add_argument("messages", type=int, nargs="?", default=2000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    sys.exit(main(asked.messages, asked.seed))
