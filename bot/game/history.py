"""The past of a game: any position it was in."""

from __future__ import annotations

from collections.abc import Sequence

from bot.game.session import read_entry, read_log
from bot.store import Game as GameRow
from bot.store import Store
from rules.play.game import Entry, Game


async def position_after(store: Store, row: GameRow, seq: int) -> Game:
    """The game as it stood after an entry; its log goes no further."""
    snapshot = await store.snapshot_before(row.id, seq)
    log = await read_log(store, row, limit=seq)
    if snapshot is None or row.engine is None:
        raise LookupError(f"game {row.id} has no position after {seq}")
    game = Game.load(row.engine["head"], snapshot.data, log[: snapshot.seq + 1])
    for entry in log[snapshot.seq + 1 :]:
        game.replay(entry)
    return game


async def round_positions(store: Store, row: GameRow) -> list[tuple[str, Game]]:
    """The position at the start of each round, with its name."""
    return [(label, await position_after(store, row, seq)) for seq, label in await store.labels(row.id)]


async def last_entries(store: Store, row: GameRow, after: int, limit: int) -> Sequence[Entry]:
    """Entries of the log behind a number."""
    return [read_entry(entry) for entry in await store.entries(row.id, after, limit)]
