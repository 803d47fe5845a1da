"""Games as files: everything for a complete copy, or the orders alone to be played again."""

from __future__ import annotations

import asyncio
import hashlib
import pickle
import secrets
import zlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.game.files.import_check import FORMAT, read
from bot.game.files.json_writer import written
from bot.game.lobby.lobby import Lobby
from bot.game.moderator.outbox_messages import panel
from bot.game.moderator.table import engine_head, entry_extra, raw_entry
from bot.game.people.typed_text import plain
from bot.game.record.history import read_log
from bot.ops.memory import bulk, let_go
from bot.store import (
    Change,
    CreateGame,
    DiceLines,
    NewEntry,
    NewSnapshot,
    PutChain,
    PutSeat,
    RequireFree,
    SetGame,
    Store,
)
from bot.store.records import Chain, Seat
from bot.store.records import Game as GameRow
from rules.core.changes import VERSION
from rules.dice import LENGTH, Ledger, SeedChain
from rules.model import codec
from rules.model.formats import current
from rules.play.game import Entry, Game, standing
from rules.play.numbered import Numbered


async def dump(store: Store, row: GameRow) -> bytes:
    """A game as gzipped JSON: head, first position, every entry with its events, dice log."""
    with bulk():
        first, entries = await store.snapshot_before(row.id, 0), await store.entries(row.id)
        engine = row.engine or {}
        log = [engine.get("first"), *map(raw_entry, entries)]
        data = {
            "format": FORMAT,
            "name": row.name,
            "head": engine.get("head"),
            "start": first.data if first else None,
            "log": log,
            "state_hash": row.state_hash,
            "dice": await store.dice_log(row.id),
        }
        text = await asyncio.to_thread(_packed, data)
        await let_go(log, entries)
        return text


def _packed(data: Mapping[str, Any]) -> bytes:
    """JSON, gzipped."""
    tool = zlib.compressobj(6, wbits=31)
    return b"".join([*(tool.compress(piece.encode()) for piece in written(data)), tool.flush()])


async def orders_text(store: Store, row: GameRow) -> str:
    """The orders that stand, one a line, by turns; in the order language."""
    async with read_log(store, row) as log:
        return await asyncio.to_thread(_orders, row, log[1:])


def _orders(row: GameRow, entries: Sequence[Entry]) -> str:
    lines, turn = [f"# {row.name}: {row.board}, rules: {', '.join(row.rules) or 'as printed'}"], None
    for entry in standing(entries):
        if (entry.turn.round, entry.turn.power) != turn:
            turn = (entry.turn.round, entry.turn.power)
            lines += ["", f"# Round {turn[0]}, {turn[1]}"]
        if entry.text.startswith("edit "):
            lines.append(f"# {entry.text}")
            continue
        by = "" if entry.by in ("", entry.turn.power) else f"  # {entry.by}"
        lines.append(f"{entry.text}{by}")
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class Incoming:
    """A game from a file: its row, the change that brings it into being, and what makes that long, pickled in pieces, as
    reading all of it in one go would hold up every other thread."""

    row: GameRow
    change: Change
    entries: list[bytes]
    within: list[bytes]

    def whole(self) -> Change:
        """The change with everything."""
        entries = tuple(entry for piece in self.entries for entry in pickle.loads(piece))
        return replace(self.change, entries=entries, within=tuple(map(pickle.loads, self.within)))


# Has a function of this module carried out, where it may cost much.
Run = Callable[..., Awaitable[Incoming]]


async def restore(
    lobby: Lobby, run: Run, interaction_id: str, where: Mapping[str, Any], data: bytes, name: str
) -> GameRow:
    """A new game from a file, which `run` reads; the importer holds all its seats, and its dice begin a new chain.

    where: guild_id, channel_id, thread_id, master. Raises PlayError, and what `run` raises.
    """
    found = await run(incoming, interaction_id, where, data, name)
    row, locks = found.row, lobby.moderator.locks
    with bulk():
        held = [await asyncio.to_thread(found.whole)]
        async with locks.server(row.guild_id), locks.place(row.place):
            await lobby.must_have_room(row.guild_id, row.master)
            await lobby.store.commit(held[0])
        await let_go(list(held.pop().entries))
        return await lobby.store.game(row.id)


# Entries that are pickled together.
PIECE = 40


def incoming(interaction_id: str, where: Mapping[str, Any], data: bytes, name: str) -> Incoming:
    """The game of a file. Raises PlayError."""
    row, change = _change(interaction_id, where, data, name)
    entries = change.entries
    pieces = [pickle.dumps(entries[at : at + PIECE]) for at in range(0, len(entries), PIECE)]
    return Incoming(row, replace(change, entries=(), within=()), pieces, [*map(pickle.dumps, change.within)])


def _change(interaction_id: str, where: Mapping[str, Any], data: bytes, name: str) -> tuple[GameRow, Change]:
    """The game of a file, and the one change that brings it into being."""
    found, game, rounds = read(data)
    game_id = hashlib.sha256(f"import {interaction_id}".encode()).hexdigest()[:8]
    head = game.head()
    row = GameRow(
        id=game_id,
        name=plain(found["name"], 80) or "Imported game",
        board=head["board"],
        rules=list(head["rules"]),
        options=dict(head["options"]),
        rules_version=VERSION,
        **where,
    )
    chain, ledger = SeedChain(root := secrets.token_bytes(32)), Ledger()
    status = "over" if game.state.winner else "running"
    engine = engine_head(Game(game.table, game.state, Numbered(game.log[:1])))
    seats = [PutSeat(Seat(game_id, p, row.master, "player", name, interaction_id)) for p in game.table.board.order]
    entries = tuple(map(_entry, game.log[1:], found["log"][1:]))
    kept = [(0, "Round 1", found["start"]), *rounds]
    change = Change(
        interaction_id,
        game_id,
        0,
        entries=entries,
        within=tuple((n, NewSnapshot(position, keep=True, label=label)) for n, label, position in kept),
        snapshot=NewSnapshot(game.snapshot()) if kept[-1][0] < len(entries) else None,
        state_hash=game.hash,
        answer=game_id,
        messages=(panel(row, "new"),),
        steps=(
            CreateGame(row),
            RequireFree(row.place, game_id),
            SetGame(game_id, {"status": status, "engine": engine}),
            PutChain(Chain(game_id, 1, LENGTH, chain.commitment.hex(), root)),
            DiceLines(game_id, [ledger.commit(game_id, chain)]),
            *seats,
        ),
    )
    return row, change


def _entry(entry: Entry, written: Mapping[str, Any]) -> NewEntry:
    """An entry as it is stored, by what was read of the one in the file. Who gave it is not known: a file may say
    anything."""
    return NewEntry(
        order=entry.text,
        events=written["events"] if current(written) else [codec.dump_event(e) for e in entry.events],
        power=entry.by,
        kind="undo" if entry.undoes else "order",
        extra=entry_extra(entry),
        voids=entry.undoes,
    )
