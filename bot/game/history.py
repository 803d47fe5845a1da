"""The past of a game: any position it was in."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.game.session import position_at, read_entry
from bot.store import Game as GameRow
from bot.store import Store
from rules.play.game import Entry, Game


async def position_after(store: Store, row: GameRow, seq: int) -> Game:
    """The game as it stood after an entry; its log goes no further. Worked out in a thread."""
    snapshot = await store.snapshot_before(row.id, seq)
    if snapshot is None or row.engine is None:
        raise LookupError(f"game {row.id} has no position after {seq}")
    entries = await store.entries(row.id, limit=seq)
    return await asyncio.to_thread(position_at, row, snapshot, entries)


def rewound(game: Game, number: int) -> Game:
    """The game as it stood after an entry, worked out backwards from where it stands; its log goes no further."""
    state = game.state.copy()
    for entry in reversed(game.log[number + 1 :]):
        for event in reversed(entry.events):
            event.inverse().apply(state)
    return Game(game.table, state, game.log[: number + 1])


def turn_of(entry: Entry) -> tuple[int, str]:
    """Round and power of an entry."""
    return entry.turn.round, entry.turn.power


def turn_span(log: Sequence[Entry], number: int) -> tuple[int, int]:
    """The first and last entry of the turn to which an entry belongs, as far as the log goes."""
    turn = turn_of(log[number])
    first = last = number
    while first > 1 and turn_of(log[first - 1]) == turn:
        first -= 1
    while last + 1 < len(log) and turn_of(log[last + 1]) == turn:
        last += 1
    return first, last


async def round_positions(store: Store, row: GameRow) -> list[tuple[str, Game]]:
    """The position at the start of each round, with its name."""
    return [(label, await position_after(store, row, seq)) for seq, label in await store.labels(row.id)]


async def last_entries(store: Store, row: GameRow, after: int, limit: int) -> Sequence[Entry]:
    """Entries of the log behind a number."""
    return [read_entry(entry) for entry in await store.entries(row.id, after, limit)]
