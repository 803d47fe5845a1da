"""Messages on their way to Discord: queued with the change they tell of, sent after it, again after a crash.

Within a channel they go out in the order they were queued: a later one waits for an earlier one. A message
is sent at least once; its nonce lets Discord drop a second copy made by a crash between sending and marking. So one that
may be out already is replaced by none with its slot: it goes first, under its own nonce.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, Update, delete, func, select, update

from bot.store import tables as t
from bot.store.changes import Message
from bot.store.database import Database
from bot.store.enqueue import queue
from bot.store.records import Outgoing
from bot.store.share import Share

_o = t.outbox.c

# After so many failures, minutes apart by then, a message is given up (state "dead").
GIVE_UP_AFTER = 12
LONGEST_PAUSE = 300.0
# As long as Discord or the line is down, a message waits for so many seconds and is tried so often: a clock that is set
# forward is no reason to give up.
LONGEST_OUTAGE = 86400.0
OUTAGE_TRIES = int(LONGEST_OUTAGE / LONGEST_PAUSE)


def backoff(attempts: int) -> float:
    """Seconds to wait after so many failures: 2, 4, 8, ... up to five minutes."""
    return min(2.0 ** min(attempts, 20), LONGEST_PAUSE)


class Outbox:
    """The outbox table. queued: set whenever a message was put in; the sender waits for it and clears it."""

    def __init__(self, database: Database, clock: Callable[[], float], share: Share | None = None) -> None:
        self._database, self._clock = database, clock
        self._mine = (share or Share()).only(_o.game_id)
        self.queued = asyncio.Event()

    async def put(self, *messages: Message, game_id: str | None = None) -> None:
        """Queue messages that belong to no order (reminders, say). Known dedupe keys are left out."""
        await self._database.write(lambda c: queue(messages, game_id, c, self._clock()), ())
        self.queued.set()

    async def claim(self, limit: int = 20) -> list[Outgoing]:
        """The next messages to send, at most one a channel, marked as being sent."""
        return await self._database.write(lambda c: _claim(c, self._clock(), limit, self._mine), ())

    async def next_try(self) -> float | None:
        """When the next message may go out (Unix seconds, perhaps past); None if none waits."""
        query = select(func.min(_o.try_at)).where(_o.state == "waiting", _o.id.in_(_heads(self._mine)))
        return await self._database.read(lambda c: c.execute(query).scalar_one())

    async def mark_sent(self, id: int, message_id: int | None = None) -> None:
        """It is out. message_id: Discord's."""
        values = {"state": "sent", "message_id": message_id, "sent_at": self._clock(), "error": None}
        await self._database.write(lambda c: c.execute(_change(id, values)), ())

    async def failed(
        self,
        id: int,
        error: str,
        permanent: bool = False,
        after: float | None = None,
        passing: bool = False,
        unsure: bool = False,
    ) -> bool:
        """It did not go out. Tried again later (after: seconds, if Discord said), unless permanent.

        passing: it is not the message's fault; then it is tried for a day. unsure: it may be out all the same. Gives
        whether it will be tried again; what is given up stays in the table for the operator to see.
        """
        now = self._clock()

        def work(connection: Connection) -> bool:
            row = connection.execute(select(_o.attempts, _o.at).where(_o.id == id)).one()
            attempts = row.attempts + 1
            over = attempts >= OUTAGE_TRIES and now - row.at > LONGEST_OUTAGE
            late = over if passing else attempts >= GIVE_UP_AFTER
            again = not permanent and not late
            try_at = now + (backoff(attempts) if after is None else after)
            values = {"state": "waiting" if again else "dead", "attempts": attempts, "try_at": try_at}
            known = {"slot": None} if unsure else {}
            connection.execute(_change(id, {**values, **known, "error": error}))
            return again

        return await self._database.write(work, ())

    async def recover(self, but: Collection[int] = ()) -> int:
        """After a start: what a crash left half-sent waits again, except what is being sent. Gives how many. Nothing is put
        off for longer than the longest pause: the clock may have been set back meanwhile."""
        lost = (_o.state == "sending", _o.id.not_in(list(but)), *self._mine)
        sending = update(t.outbox).where(*lost).values(state="waiting", slot=None)
        far = (_o.state == "waiting", _o.try_at > self._clock() + LONGEST_PAUSE, *self._mine)
        nearer = update(t.outbox).where(*far).values(try_at=self._clock())

        def work(connection: Connection) -> int:
            connection.execute(nearer)
            return connection.execute(sending).rowcount

        return await self._database.write(work, ())

    async def clock_set_back(self, seconds: float) -> None:
        """What was put off by the clock as it was is due by the clock as it is."""
        waiting = (_o.state == "waiting", *self._mine)
        sooner = update(t.outbox).where(*waiting).values(try_at=_o.try_at - seconds)
        await self._database.write(lambda c: c.execute(sooner), ())

    async def forget(self, before: float) -> int:
        """Drop messages that were sent or replaced before a time. Gives how many."""
        old = delete(t.outbox).where(_o.state.in_(("sent", "replaced")), _o.at < before)
        return await self._database.write(lambda c: c.execute(old).rowcount, ())

    async def counts(self) -> dict[str, int]:
        """How many messages are in each state."""
        query = select(_o.state, func.count()).where(*self._mine).group_by(_o.state)
        rows = await self._database.read(lambda c: c.execute(query).all())
        return {row[0]: row[1] for row in rows}

    async def age(self) -> float:
        """For how many seconds the oldest message has been waiting; 0 if none is."""
        query = select(func.min(_o.at)).where(_o.state.in_(("waiting", "sending")), *self._mine)
        oldest = await self._database.read(lambda c: c.execute(query).scalar_one())
        return max(0.0, self._clock() - oldest) if oldest is not None else 0.0

    async def listed(self, states: Sequence[str] = ("waiting", "sending", "dead")) -> list[Outgoing]:
        """The messages in some states, oldest first."""
        query = select(t.outbox).where(_o.state.in_(states)).order_by(_o.id)
        return [Outgoing(**row) for row in await self._database.rows(query)]


Mine = tuple[ColumnElement[bool], ...]


def _heads(mine: Mine) -> Select[tuple[int]]:
    """The first open message of each channel: the only one that may go out."""
    return select(func.min(_o.id)).where(_o.state.in_(("waiting", "sending")), *mine).group_by(_o.channel_id)


def _claim(connection: Connection, now: float, limit: int, mine: Mine) -> list[Outgoing]:
    ready = (_o.id.in_(_heads(mine)), _o.state == "waiting", _o.try_at <= now)
    query = select(t.outbox).where(*ready).order_by(_o.id).limit(limit).with_for_update(skip_locked=True)
    rows = connection.execute(query).mappings().all()
    if rows:
        ids = [row["id"] for row in rows]
        connection.execute(update(t.outbox).where(_o.id.in_(ids)).values(state="sending"))
    return [Outgoing(**{**row, "state": "sending"}) for row in rows]


def _change(id: int, values: dict[str, Any]) -> Update:
    return update(t.outbox).where(_o.id == id).values(values)
