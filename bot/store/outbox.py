"""Messages on their way to Discord: queued with the change they tell of, sent after it, again after a crash.

Within a channel they go out in the order they were queued: a later one waits for an earlier one. A message
is sent at least once; its nonce lets Discord drop a second copy made by a crash between sending and marking. So one that
may be out already is replaced by none with its slot: it goes first, under its own nonce.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence

from sqlalchemy import Connection, delete, func, select, update

from bot.store import tables as t
from bot.store.database import Database
from bot.store.enqueue import Queued
from bot.store.records import Outgoing, Share
from bot.store.step_handlers import LONGEST_PAUSE

_o = t.outbox.c


class Outbox:
    """The outbox table. queued: set whenever a message was put in; the sender waits for it and clears it.

    A sender with room takes what nothing stands before from the transaction that puts it in (`begun`, marked as being sent);
    the rest it claims. room: how many it takes now. waiting: whether there may be something to claim. unsure: a transaction
    ended so that nobody knows what it has marked.
    """

    def __init__(self, database: Database, clock: Callable[[], float], share: Share | None = None) -> None:
        self._database, self._clock = database, clock
        self._mine = t.of_share(share or Share(), t.outbox)
        self.queued = asyncio.Event()
        self.room: Callable[[], int] = lambda: 0
        self.begun: list[Outgoing] = []
        self.waiting, self.unsure = True, False

    def take(self, queued: Queued) -> None:
        """Note what a transaction that is durable has put in, and wake the sender for it."""
        self.begun += queued.begun
        self.waiting = self.waiting or queued.waits
        if queued.begun or queued.waits:
            self.queued.set()

    def doubt(self, room: int) -> None:
        """A transaction ended so that nobody knows what it has put in and, of that, marked as being sent (room: how many at
        most)."""
        self.unsure = self.unsure or room > 0
        self.waiting = True
        self.queued.set()

    def claim(self, connection: Connection, limit: int) -> tuple[list[Outgoing], float | None]:
        """In a transaction: the next messages to send, at most one a channel, marked as being sent; and when the next of the
        others may go out (Unix seconds, perhaps past; None: none waits)."""
        heads = select(func.min(_o.id)).where(_o.state.in_(("waiting", "sending")), *self._mine).group_by(_o.channel_id)
        mine = (_o.id.in_(heads), _o.state == "waiting")
        query = select(t.outbox).where(*mine, _o.try_at <= self._clock()).order_by(_o.id).limit(limit)
        rows = connection.execute(query.with_for_update(skip_locked=True)).mappings().all()
        if rows:
            ids = [row["id"] for row in rows]
            connection.execute(update(t.outbox).where(_o.id.in_(ids)).values(state="sending"))
        until = connection.execute(select(func.min(_o.try_at)).where(*mine)).scalar_one()
        return [Outgoing(**{**row, "state": "sending"}) for row in rows], until

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
