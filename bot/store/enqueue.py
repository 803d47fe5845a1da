"""Putting messages in the outbox, inside a transaction under way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, bindparam, insert, select, update

from bot.store import tables as t
from bot.store.changes import Message
from bot.store.records import Outgoing

_KNOWN = select(t.outbox.c.dedupe).where(t.outbox.c.dedupe.in_(bindparam("keys", expanding=True)))
_PUT = insert(t.outbox).returning(t.outbox)
_UNSENT = t.outbox.c.state.in_(("waiting", "sending"))
_BEFORE = select(t.outbox.c.id).where(t.outbox.c.channel_id == bindparam("channel"), _UNSENT).limit(1)


@dataclass(slots=True)
class Queued:
    """What one transaction puts in the outbox. room: so many messages that nothing stands before in their channel are marked
    as being sent and kept in `begun`, for a sender that takes them at once. waits: whether others were put in."""

    room: int = 0
    begun: list[Outgoing] = field(default_factory=list)
    waits: bool = False


def queue(messages: Sequence[Message], game_id: str | None, connection: Connection, now: float, queued: Queued) -> None:
    """Put messages in the outbox, and note in `queued` what became of them. One whose dedupe key is known is left out; one
    with a slot replaces what waits there."""
    if not messages:
        return
    o = t.outbox.c
    known = set(connection.execute(_KNOWN, {"keys": [message.dedupe for message in messages]}).scalars())
    for message in messages:
        if message.dedupe in known:
            continue
        known.add(message.dedupe)
        if message.slot is not None:
            waiting = (o.slot == message.slot, o.channel_id == message.channel_id, o.state == "waiting")
            connection.execute(update(t.outbox).where(*waiting).values(state="replaced"))
        at_once = len(queued.begun) < queued.room and not _open(message.channel_id, connection)
        values = {**_waiting(message, game_id, now), "state": "sending" if at_once else "waiting"}
        row = connection.execute(_PUT, values).mappings().one()
        if at_once:
            queued.begun.append(Outgoing(**row))
        else:
            queued.waits = True


def _open(channel_id: int, connection: Connection) -> bool:
    """Whether a message for a channel has not gone out yet."""
    return connection.execute(_BEFORE, {"channel": channel_id}).first() is not None


def _waiting(message: Message, game_id: str | None, now: float) -> dict[str, object]:
    return {
        "game_id": game_id,
        "channel_id": message.channel_id,
        "kind": message.kind,
        "payload": message.payload,
        "dedupe": message.dedupe,
        "slot": message.slot,
        "guild_id": message.guild_id,
        "attempts": 0,
        "try_at": now,
        "at": now,
    }
