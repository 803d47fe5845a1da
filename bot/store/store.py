"""The store: the one door to the database."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import IntegrityError

from bot.store import tables as t
from bot.store.changes import Change, DropTimers, Enqueue, PauseTimers, ResumeTimers, SetTimer, Step
from bot.store.commit import carry_out_change
from bot.store.database import Check, Database, OwnerLock, check_file, connect, parse_url, sqlite_path
from bot.store.migrate import upgrade
from bot.store.outbox import Outbox
from bot.store.problems import StoreError
from bot.store.reader import Reader
from bot.store.records import ErrorRow, Receipt
from bot.store.seal import Sealer
from bot.store.step_handlers import Work, carry_out_all
from bot.store.timers import Timers

KEPT_ERRORS = 1000


class Store(Reader):
    """Games, their logs and everything else the bot must not forget.

    Made by `open`. `commit` carries out a Change; `outbox` and `timers` are worked off by the sender and the
    scheduler; all other methods look things up.
    """

    def __init__(self, database: Database, sealer: Sealer, clock: Callable[[], float], lock: OwnerLock | None) -> None:
        super().__init__(database, sealer)
        self._clock, self._lock = clock, lock
        self.outbox = Outbox(database, clock)
        self.timers = Timers(database, clock)

    @classmethod
    async def open(
        cls,
        url: str,
        dice_key: bytes | None = None,
        check: Check = "full",
        clock: Callable[[], float] = time.time,
    ) -> Store:
        """Open the database, made if it is not there, brought to this version's tables, and checked.

        What a crash left half-sent waits in the outbox again. clock: Unix seconds. Raises InUse, Damaged,
        NewerData, or WrongKey if there are dice roots that the key does not open.
        """
        address = parse_url(url)
        path = sqlite_path(address)
        lock = OwnerLock(path) if path else None
        if path and lock:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock.take()
        database = connect(address)
        store = cls(database, Sealer(dice_key), clock, lock)
        try:
            if path and path.exists():
                await check_file(database, check)
            await upgrade(address)
            await store._try_key()
            await store.outbox.recover()
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Close all connections and give the file free."""
        await self._database.close()
        if self._lock:
            self._lock.release()

    async def commit(self, change: Change) -> Receipt:
        """Carry out a change; once this returns it is durable.

        An interaction carried out before is not done again: its first receipt is given, `repeated`. Raises
        RevisionConflict, UnknownGame or another StoreError; then nothing of it is stored.
        """
        try:
            receipt = await self._database.write(lambda c: carry_out_change(change, self._work(c)))
            self._wake(change.steps, bool(change.messages))
            return receipt
        except IntegrityError as error:
            # Another process on the same database may have been quicker with the same interaction.
            if done := await self.receipt(change.game_id, change.interaction_id):
                return done
            raise StoreError(f"the change does not fit what is stored: {error.orig}") from error

    async def apply(self, *steps: Step) -> None:
        """Carry out steps that no interaction asks for, in one transaction."""
        try:
            await self._database.write(lambda c: carry_out_all(steps, self._work(c)))
            self._wake(steps, any(isinstance(step, Enqueue) for step in steps))
        except IntegrityError as error:
            raise StoreError(f"the step does not fit what is stored: {error.orig}") from error

    async def record_error(self, error: ErrorRow) -> None:
        """Keep an error of ours, dated now; only the newest thousand are kept."""
        row = {**asdict(error), "at": self._clock()}
        await self._database.write(lambda c: _keep_error(c, row))

    async def ping(self) -> None:
        """Raise if the database does not answer."""
        await self._rows(select(t.games.c.id).limit(1))

    def _wake(self, steps: Sequence[Step], messages: bool) -> None:
        if messages:
            self.outbox.queued.set()
        if any(isinstance(step, SetTimer | DropTimers | PauseTimers | ResumeTimers) for step in steps):
            self.timers.changed.set()

    def _work(self, connection: Connection) -> Work:
        return Work(connection, self._clock(), self._sealer)

    async def _try_key(self) -> None:
        """Open the newest root, so that a wrong key shows at the start and not at the first roll."""
        query = select(t.dice_chains).order_by(t.dice_chains.c.at.desc()).limit(1)
        for row in await self._rows(query):
            self._sealer.open(row["root"], f"{row['game_id']}/{row['first']}")


def _keep_error(connection: Connection, row: dict[str, object]) -> None:
    e = t.errors.c
    connection.execute(insert(t.errors).values(row))
    old = select(e.id).order_by(e.at.desc(), e.id).offset(KEPT_ERRORS)
    ids = connection.execute(old).scalars().all()
    if ids:
        connection.execute(delete(t.errors).where(e.id.in_(ids)))
