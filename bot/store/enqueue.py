"""Putting messages in the outbox, inside a transaction under way."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, insert, select, update

from bot.store import tables as t
from bot.store.changes import Message


def queue(messages: Sequence[Message], game_id: str | None, connection: Connection, now: float) -> None:
    """Put messages in the outbox. One whose dedupe key is known is left out; one with a slot replaces what
    waits there."""
    if not messages:
        return
    o = t.outbox.c
    known_query = select(o.dedupe).where(o.dedupe.in_([message.dedupe for message in messages]))
    known = set(connection.execute(known_query).scalars())
    for message in messages:
        if message.dedupe in known:
            continue
        known.add(message.dedupe)
        if message.slot is not None:
            waiting = (o.slot == message.slot, o.channel_id == message.channel_id, o.state == "waiting")
            connection.execute(update(t.outbox).where(*waiting).values(state="replaced"))
        connection.execute(insert(t.outbox).values(_waiting(message, game_id, now)))


def _waiting(message: Message, game_id: str | None, now: float) -> dict[str, object]:
    return {
        "game_id": game_id,
        "channel_id": message.channel_id,
        "kind": message.kind,
        "payload": message.payload,
        "dedupe": message.dedupe,
        "slot": message.slot,
        "state": "waiting",
        "attempts": 0,
        "try_at": now,
        "at": now,
    }
