"""Transactions: how one is run on each kind of database, and that of a Change: receipt, entries, snapshot, messages and
steps, or nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeVar

from sqlalchemy import Connection, Engine, delete, insert, select, update
from sqlalchemy.engine import URL

from bot.store import tables as t
from bot.store.changes import Change, CreateGame, NewEntry, NewSnapshot, Step
from bot.store.database import READERS, Database, FileConnection, Guard, server_engine, sqlite_path, unavailable
from bot.store.enqueue import queue
from bot.store.problems import RevisionConflict, StoreError, UnknownGame
from bot.store.reader import find_receipt
from bot.store.records import Receipt
from bot.store.step_handlers import Work, carry_out_all, must_hold

T = TypeVar("T")
RECENT_SNAPSHOTS = 3


class FileDatabase(Database):
    """SQLite by aiosqlite: a whole transaction is one hop into the thread of a connection (README.md)."""

    def __init__(self, writer: FileConnection, readers: Sequence[FileConnection]) -> None:
        super().__init__()
        self._writer, self._readers = writer, readers
        self._idle = asyncio.LifoQueue[FileConnection]()
        for reader in readers:
            self._idle.put_nowait(reader)

    async def _run(self, work: Callable[[Connection], T], writes: bool) -> T:
        if writes:
            return await self._writer.run(self._transaction, work, True)
        reader = await self._idle.get()
        try:
            return await reader.run(self._transaction, work, False)
        finally:
            self._idle.put_nowait(reader)

    def _transaction(self, engine: Engine, work: Callable[[Connection], T], writes: bool) -> T:
        try:
            with unavailable(writes), engine.connect() as connection:
                connection = connection.execution_options(writes=writes)
                with connection.begin():
                    if writes and self.guard is not None:
                        self.guard(connection)
                    return work(connection)
        finally:
            # In the thread: whoever waits may have been cancelled meanwhile.
            self.mark += writes

    async def close(self) -> None:
        """See Database."""
        for connection in (self._writer, *self._readers):
            await connection.close()


class ServerDatabase(Database):
    """PostgreSQL by psycopg. What is read in one go is of one moment (REPEATABLE READ)."""

    def __init__(self, url: URL) -> None:
        super().__init__()
        self._engine = server_engine(url)
        self._reading = self._engine.execution_options(isolation_level="REPEATABLE READ")

    async def _run(self, work: Callable[[Connection], T], writes: bool) -> T:
        try:
            with unavailable(writes):
                async with (self._engine if writes else self._reading).begin() as connection:
                    if writes and self.guard is not None:
                        await connection.run_sync(self.guard)
                    return await connection.run_sync(work)
        finally:
            self.mark += writes

    async def close(self) -> None:
        """See Database."""
        await self._engine.dispose()


async def connect(url: URL, foreign_keys: bool = True, guard: Guard | None = None) -> Database:
    """The database at a URL. Raises Unavailable if an SQLite file can't be opened.

    guard: looked through at the start of every transaction that writes; what it raises stops it.
    """
    path = sqlite_path(url)
    if path is None:
        database: Database = ServerDatabase(url)
    else:
        with unavailable(writes=False):
            files = [await FileConnection(path, foreign_keys).opened() for _ in range(1 + READERS)]
        database = FileDatabase(files[0], files[1:])
    database.guard = guard
    return database


def carry_out_steps(steps: Sequence[Step], work: Work) -> None:
    """Do them on the transaction under way. Raises StoreError, to be rolled back."""
    must_hold(steps, "", work)
    carry_out_all(steps, work)


def carry_out_change(change: Change, work: Work) -> Receipt:
    """Do it all on the transaction under way. Raises RevisionConflict or StoreError, to be rolled back."""
    _check(change)
    connection = work.connection
    if done := find_receipt(connection, change.game_id, change.interaction_id):
        return done
    must_hold(change.steps, change.game_id, work)
    creating, others = _creation_first(change.steps)
    carry_out_all(creating, work)
    before = _advance(change, work)
    last = before + len(change.entries)
    inside = Work(connection, work.now, work.sealer, last, work.share)
    for count, snapshot in change.within:
        _take_snapshot(change.game_id, snapshot, Work(connection, work.now, work.sealer, before + count))
    _append(change, before, inside)
    carry_out_all(others, inside)
    if change.snapshot is not None:
        _take_snapshot(change.game_id, change.snapshot, inside)
    queue(change.messages, change.game_id or None, connection, work.now)
    receipt = Receipt(
        change.game_id, change.interaction_id, before + 1, last, change.answer, change.state_hash, work.now
    )
    _write_receipt(connection, receipt)
    return receipt


def _check(change: Change) -> None:
    if not change.interaction_id:
        raise StoreError("a change needs the id of the interaction that asks for it")
    if not change.game_id and (change.entries or change.snapshot or change.state_hash):
        raise StoreError("entries, snapshots and hashes belong to a game")


def _creation_first(steps: tuple[Step, ...]) -> tuple[list[Step], list[Step]]:
    creating: list[Step] = [step for step in steps if isinstance(step, CreateGame)]
    return creating, [step for step in steps if not isinstance(step, CreateGame)]


def _advance(change: Change, work: Work) -> int:
    """Move the game's revision on by the number of entries; gives the one before."""
    if not change.game_id:
        return 0
    g = t.games.c
    # Taken as a write lock by databases that lock rows; SQLite's transaction has its lock already.
    query = select(g.revision).where(g.id == change.game_id).with_for_update()
    actual = (work.connection.execute(query)).scalar_one_or_none()
    if actual is None:
        raise UnknownGame(f"there is no game {change.game_id}")
    if change.expected_revision is not None and change.expected_revision != actual:
        raise RevisionConflict(change.game_id, change.expected_revision, actual)
    values = {"revision": actual + len(change.entries), "updated": work.now}
    if change.state_hash is not None:
        values["state_hash"] = change.state_hash
    work.connection.execute(update(t.games).where(g.id == change.game_id).values(values))
    return int(actual)


def _append(change: Change, before: int, work: Work) -> None:
    if not change.entries:
        return
    numbered = list(enumerate(change.entries, before + 1))
    rows = [_row(change, seq, entry, work.now) for seq, entry in numbered]
    work.connection.execute(insert(t.entries), rows)
    voided = [(by, seq) for by, entry in numbered for seq in entry.voids]
    if any(seq >= by for by, seq in voided):
        raise StoreError("an entry can only take back earlier ones")
    if voided:
        voids = [{"game_id": change.game_id, "seq": seq, "by_seq": by} for by, seq in voided]
        work.connection.execute(insert(t.voids), voids)


def _row(change: Change, seq: int, entry: NewEntry, now: float) -> dict[str, object]:
    return {
        "game_id": change.game_id,
        "seq": seq,
        "interaction_id": change.interaction_id,
        "kind": entry.kind,
        "power": entry.power,
        "player": entry.player,
        "order": entry.order,
        "events": entry.events,
        "dice": entry.dice,
        "extra": entry.extra,
        "at": now,
    }


def _take_snapshot(game_id: str, snapshot: NewSnapshot, work: Work) -> None:
    values = {
        "game_id": game_id,
        "seq": work.seq,
        "keep": snapshot.keep,
        "label": snapshot.label,
        "data": snapshot.data,
        "at": work.now,
    }
    work.put(t.snapshots, values)
    s = t.snapshots.c
    passing = select(s.seq).where(s.game_id == game_id, s.keep.is_(False)).order_by(s.seq.desc())
    old = (work.connection.execute(passing.offset(RECENT_SNAPSHOTS))).scalars().all()
    if old:
        work.connection.execute(delete(t.snapshots).where(s.game_id == game_id, s.seq.in_(old)))


def _write_receipt(connection: Connection, receipt: Receipt) -> None:
    values = {
        "game_id": receipt.game_id,
        "interaction_id": receipt.interaction_id,
        "first_seq": receipt.first,
        "last_seq": receipt.last,
        "answer": receipt.answer,
        "state_hash": receipt.state_hash,
        "at": receipt.at,
    }
    connection.execute(insert(t.receipts).values(values))
