"""The transaction of a Change: receipt, entries, snapshot, messages and steps, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from bot.store import tables as t
from bot.store.changes import Change, CreateGame, NewEntry, NewSnapshot, Step
from bot.store.enqueue import queue
from bot.store.problems import RevisionConflict, StoreError, UnknownGame
from bot.store.reader import find_receipt
from bot.store.records import Receipt
from bot.store.step_handlers import Work, carry_out_all, must_hold

RECENT_SNAPSHOTS = 3
# Taken as a write lock by databases that lock rows; SQLite's transaction has its lock already.
_REVISION = select(t.games.c.revision).where(t.games.c.id == bindparam("game")).with_for_update()
_GO_ON = update(t.games).where(t.games.c.id == bindparam("game"))


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
    inside = replace(work, seq=last)
    for count, snapshot in change.within:
        _take_snapshot(change.game_id, snapshot, replace(work, seq=before + count))
    _append(change, before, inside)
    carry_out_all(others, inside)
    if change.snapshot is not None:
        _take_snapshot(change.game_id, change.snapshot, inside)
    queue(change.messages, change.game_id or None, connection, work.now, work.queued)
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
    actual = work.connection.execute(_REVISION, {"game": change.game_id}).scalar_one_or_none()
    if actual is None:
        raise UnknownGame(f"there is no game {change.game_id}")
    if change.expected_revision is not None and change.expected_revision != actual:
        raise RevisionConflict(change.game_id, change.expected_revision, actual)
    values = {"game": change.game_id, "revision": actual + len(change.entries), "updated": work.now}
    if change.state_hash is not None:
        values["state_hash"] = change.state_hash
    work.connection.execute(_GO_ON, values)
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
    connection.execute(insert(t.receipts), values)
