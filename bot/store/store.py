"""The store: the one door to the database."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import IntegrityError

from bot.store import tables as t
from bot.store.changes import (
    Change,
    DropTimers,
    Enqueue,
    Message,
    PauseTimers,
    ResumeTimers,
    SetPreference,
    SetTimer,
    Step,
)
from bot.store.database import Check, Database, check_file, connect, keep_private, parse_url, sqlite_path
from bot.store.enqueue import Queued
from bot.store.league import League
from bot.store.migrate import upgrade
from bot.store.outbox import Outbox
from bot.store.owner import OwnerLock, ShareLocks
from bot.store.problems import Damaged, InUse, StoreError, Unavailable
from bot.store.reader import BESIDE_FACTS, Reader, subjects
from bot.store.records import ErrorRow, Facts, Outgoing, Receipt, Report, Share
from bot.store.seal import Sealer
from bot.store.step_handlers import Work
from bot.store.timers import Timers
from bot.store.tournaments import Tournaments
from bot.store.transactions import carry_out_change, carry_out_steps

T = TypeVar("T")
KEPT_ERRORS = 1000


class Store(Reader):
    """Games, their logs and everything else the bot must not forget.

    Made by `open`. `commit` carries out a Change; `outbox` and `timers` are worked off by the sender and the
    scheduler; `league` looks up results, `tournaments` those; all other methods look up games.
    """

    def __init__(
        self,
        database: Database,
        sealer: Sealer,
        clock: Callable[[], float],
        share: Share,
        lock: OwnerLock | None,
        locks: ShareLocks | None,
    ) -> None:
        super().__init__(database, sealer, share)
        self._clock, self._lock, self._locks = clock, lock, locks
        self.outbox = Outbox(database, clock, share)
        self.timers = Timers(database, clock, share)
        self.league = League(database)
        self.tournaments = Tournaments(database)
        self._probing: asyncio.Future[None] | None = None

    @classmethod
    async def open(
        cls,
        url: str,
        dice_key: bytes | None = None,
        check: Check = "full",
        clock: Callable[[], float] = time.time,
        share: Share | None = None,
        aside: Path | None = None,
    ) -> Store:
        """Open the database, made if it is not there, brought to this version's tables, and checked.

        What a crash left half-sent waits in the outbox again. clock: Unix seconds. share: which games this store
        works for, with PostgreSQL. aside: folder for a copy of a PostgreSQL database whose tables change. Raises InUse,
        Damaged, NewerData, or WrongKey if there are dice roots that the key does not open.
        """
        address = parse_url(url)
        path = sqlite_path(address)
        share = share or Share()
        if path is not None and share.of > 1:
            raise StoreError("an SQLite database can't be shared: several processes need PostgreSQL")
        if path is None:
            # Before a share is ours: whoever holds one keeps others from changing the tables.
            await upgrade(address, aside=aside)
        async with AsyncExitStack() as undo:
            lock, locks = await _owned(address, path, share)
            undo.push_async_callback(_let_go, lock, locks)
            known = path is not None and path.exists()
            if path is not None:
                # Not once SQLite has the file open: its locks go when we close the file here.
                keep_private(path)
            guard = (lambda c: locks.guard(c, share.number)) if locks is not None else None
            database = await connect(address, guard=guard)
            undo.push_async_callback(database.close)
            if known:
                await check_file(database, check)
            if path is not None:
                await upgrade(address)
            if lock is not None:
                lock.note_made()
            store = cls(database, Sealer(dice_key), clock, share, lock, locks)
            await store._try_key()
            await store.outbox.recover()
            undo.pop_all()
        return store

    async def hold(self) -> bool:
        """Look after this store's share of the games, every few seconds: where its lock went with a connection it is taken
        again. Gives whether that was so: others may have written meanwhile.

        Raises InUse when another process has it now, StoreError while the database does not answer.
        """
        again = self._locks is not None and await self._locks.hold()
        if again:
            self._database.marks.touch(None)
        return again

    async def close(self) -> None:
        """Close all connections and give the file free."""
        await self._database.close()
        await _let_go(self._lock, self._locks)

    async def commit(self, change: Change) -> Receipt:
        """Carry out a change; once this returns it is durable.

        An interaction carried out before is not done again: its first receipt is given, `repeated`. Raises
        RevisionConflict, UnknownGame or another StoreError; then nothing of it is stored.
        """
        work, about = partial(carry_out_change, change), subjects(change.steps, change.game_id)
        try:
            return await self._write(change.steps, work, about, partial(self._carries_on, change))
        except IntegrityError as error:
            # Another process on the same database may have been quicker with the same interaction.
            if done := await self.receipt(change.game_id, change.interaction_id):
                return done
            raise StoreError(f"the change does not fit what is stored: {error.orig}") from error

    def _carries_on(self, change: Change) -> Callable[[Receipt, int], None] | None:
        """What is known of a game, where a change writes only to its log and its row: known then too, without asking."""
        known: tuple[Facts] | None = self._known(change.game_id) if change.game_id else None
        if known is None or not all(isinstance(step, BESIDE_FACTS) for step in change.steps):
            return None
        facts = known[0]

        def keep(receipt: Receipt, mark: int) -> None:
            game = facts.game
            if not receipt.repeated:
                hashed = change.state_hash or game.state_hash
                game = replace(game, revision=receipt.last, state_hash=hashed, updated=receipt.at)
                self._keep(game.id, game.id, mark, replace(facts, game=game))

        return keep

    async def apply(self, *steps: Step) -> None:
        """Carry out steps that no interaction asks for, in one transaction."""
        await self._apply(steps, lambda work: None)

    async def queue(self, *messages: Message, game_id: str | None = None) -> None:
        """Queue messages that belong to no order (reminders, say). Known dedupe keys are left out."""
        await self.apply(*(Enqueue(message, game_id) for message in messages))

    async def claim(self, limit: int, *steps: Step) -> tuple[list[Outgoing], float | None]:
        """Carry out steps, then take the next messages to send (see Outbox.claim), in one transaction."""
        return await self._apply(steps, lambda work: self.outbox.claim(work.connection, limit), room=0)

    async def _apply(self, steps: Sequence[Step], then: Callable[[Work], T], room: int | None = None) -> T:
        def work(inside: Work) -> T:
            carry_out_steps(steps, inside)
            return then(inside)

        try:
            return await self._write(steps, work, subjects(steps), room=room)
        except IntegrityError as error:
            raise StoreError(f"the step does not fit what is stored: {error.orig}") from error

    async def _write(
        self,
        steps: Sequence[Step],
        work: Callable[[Work], T],
        about: Collection[str] | None,
        begin: Callable[[], Callable[[T, int], None] | None] = lambda: None,
        room: int | None = None,
    ) -> T:
        """Work with these steps, in one transaction (about, begin: see Database.write); then whoever waits for what it has
        left is woken. room: how many messages the sender may be handed (None: as many as it has room for)."""
        queued = Queued(self.outbox.room() if room is None else room)
        try:
            found = await self._database.write(
                lambda c: work(Work(c, self._clock(), self._sealer, queued, share=self.share)), about, begin
            )
        except (Unavailable, asyncio.CancelledError):
            self.outbox.doubt(queued.room)
            raise
        self.outbox.take(queued)
        if any(isinstance(step, SetTimer | DropTimers | PauseTimers | ResumeTimers) for step in steps):
            self.timers.changed.set()
        return found

    async def record_error(self, error: ErrorRow) -> None:
        """Keep an error of ours, dated now; only the newest thousand are kept."""
        row = {**asdict(error), "at": self._clock()}
        await self._database.write(lambda c: _keep_error(c, row), ())

    async def file_report(self, report: Report) -> int:
        """Keep a player's report, dated now; gives its number."""
        row = {**asdict(report), "at": self._clock()}
        del row["id"]
        query = insert(t.reports).values(row).returning(t.reports.c.id)
        return int(await self._database.write(lambda c: c.execute(query).scalar_one(), ()))

    async def probe(self) -> None:
        """Write something of no meaning and have it made durable, as an order would be. Raises Unavailable. Who asks while
        another waits waits with them."""
        if self._probing is None or self._probing.done():
            self._probing = asyncio.ensure_future(self._write_probe())
        await asyncio.shield(self._probing)

    async def _write_probe(self) -> None:
        name = f"share {self.share.number}"
        await self.apply(SetPreference("health", "0", name, self._clock()))

    async def _try_key(self) -> None:
        """Open the newest root, so that a wrong key shows at the start and not at the first roll."""
        query = select(t.dice_chains).order_by(t.dice_chains.c.at.desc()).limit(1)
        for row in await self._rows(query):
            self._sealer.open(row["root"], f"{row['game_id']}/{row['first']}")


async def _owned(address: URL, path: Path | None, share: Share) -> tuple[OwnerLock | None, ShareLocks | None]:
    """The lock that keeps others out, taken. Raises InUse, or Damaged where the file is gone that there was."""
    if path is None:
        locks = ShareLocks(address)
        try:
            if not await locks.take(share.number, share.of):
                raise InUse(f"share {share.number} of {share.of} is in use by another process")
        except BaseException:
            await locks.release()
            raise
        return None, locks
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = OwnerLock(path)
    lock.take()
    if lock.made and (not path.exists() or not path.stat().st_size):
        lock.release()
        raise Damaged(
            f"the database {path} is missing or empty, though there was one: restore a backup. To begin anew in its "
            f"place, remove {path.name}.lock too"
        )
    return lock, None


async def _let_go(lock: OwnerLock | None, locks: ShareLocks | None) -> None:
    if lock is not None:
        lock.release()
    if locks is not None:
        await locks.release()


def _keep_error(connection: Connection, row: dict[str, object]) -> None:
    e = t.errors.c
    connection.execute(insert(t.errors).values(row))
    old = select(e.id).order_by(e.at.desc(), e.id).offset(KEPT_ERRORS)
    ids = connection.execute(old).scalars().all()
    if ids:
        connection.execute(delete(t.errors).where(e.id.in_(ids)))
