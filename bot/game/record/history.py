"""The past of a game: its whole log, any turn of it, any position it was in. Read from the store, decoded in threads."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.game.moderator.table import position_at, read_entry
from bot.ops.memory import bulk, let_go
from bot.store import Game as GameRow
from bot.store.reader import Reader
from rules.play.game import Entry, Game, load_entry
from rules.play.numbered import Numbered


@dataclass(frozen=True, slots=True)
class TurnSpan:
    """A turn of the log: its round and power, the numbers of its first and last entry."""

    round: int
    power: str
    first: int
    last: int


async def turns(store: Reader, row: GameRow) -> list[TurnSpan]:
    """The turns in which something was ordered, from the first."""
    return await store.marks(row.id, _spans)


def _spans(marks: Iterable[tuple[int, Mapping[str, Any]]]) -> list[TurnSpan]:
    found: list[TurnSpan] = []
    for seq, extra in marks:
        number, power = extra["turn"]["round"], extra["turn"]["power"]
        if found and (found[-1].round, found[-1].power) == (number, power):
            found[-1] = TurnSpan(number, power, found[-1].first, seq)
        else:
            found.append(TurnSpan(number, power, seq, seq))
    return found


async def entries_of(store: Reader, row: GameRow, first: int, last: int) -> list[Entry]:
    """The entries of the log from a number to another."""
    return (await entries_with_voids(store, row, first, last))[0]


async def entries_with_voids(store: Reader, row: GameRow, first: int, last: int) -> tuple[list[Entry], set[int]]:
    """The same, and the numbers of those that were taken back."""
    with bulk():
        stored = await store.entries(row.id, first - 1, last - first + 1)
        read = await asyncio.to_thread(lambda: [read_entry(entry) for entry in stored])
    return read, {entry.seq for entry in stored if entry.voided_by is not None}


@contextlib.asynccontextmanager
async def read_log(store: Reader, row: GameRow) -> AsyncIterator[list[Entry]]:
    """The whole log for a while, its opening first."""
    with bulk():
        engine, stored = row.engine or {}, await store.entries(row.id)
        log = await asyncio.to_thread(lambda: [load_entry(engine["first"]), *map(read_entry, stored)])
        await let_go(stored)
        try:
            yield log
        finally:
            await let_go(log)


@contextlib.asynccontextmanager
async def whole(store: Reader, row: GameRow, game: Game) -> AsyncIterator[Game]:
    """A game with all of its log for a while, for what looks at every order."""
    async with read_log(store, row) as log:
        found = Game(game.table, game.state, Numbered(log[: len(game.log)]))
        try:
            yield found
        finally:
            await let_go(found.log.here)


async def position_after(store: Reader, row: GameRow, seq: int, since: int | None = None) -> Game:
    """The game as it stood after an entry; its log goes no further, and back to `since` at least."""
    snapshot = await store.snapshot_before(row.id, seq)
    if snapshot is None or row.engine is None:
        raise LookupError(f"game {row.id} has no position after {seq}")
    first = min(snapshot.seq + 1, since or seq + 1)
    with bulk():
        entries = await store.entries(row.id, first - 1, seq - first + 1)
        return await asyncio.to_thread(position_at, row, snapshot, entries)


def turn_with(spans: Sequence[TurnSpan], number: int) -> TurnSpan:
    """The turn to which an entry belongs; what comes before the first order belongs to the first."""
    return next((span for span in spans if number <= span.last), spans[-1])


async def round_positions(store: Reader, row: GameRow) -> list[tuple[str, Game]]:
    """The position at the start of each round, with its name."""
    return [(label, await position_after(store, row, seq)) for seq, label in await store.labels(row.id)]
