"""Who owns a database: one bot, or with PostgreSQL one process for each share of the games. Others are kept out."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from sqlalchemy import Connection, TextClause, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from bot.store.database import SERVER_PATIENCE, parse_url, sqlite_path
from bot.store.problems import InUse, ShareLost, StoreError

try:
    import fcntl
except ImportError:  # pragma: no cover  (no such lock on Windows)
    fcntl = None  # type: ignore[assignment]

# The first half of our advisory locks' keys; the second is the number of the share.
SPACE = 0x41646A75
MADE = "made"
# The server notices within some ten seconds that the machine of a process is gone, too: its locks go with the connection.
_KEEPALIVE = [text(f"SET tcp_keepalives_{name} = {n}") for name, n in (("idle", 5), ("interval", 2), ("count", 3))]
# Seconds that a server has to answer who holds a lock.
PATIENCE = 5
# In place of how many shares there are: whoever says so wants nobody else there.
ALONE = 0
# Whoever holds a lock asks the server something every few seconds. One that has been silent for so many is stopped or stuck.
SILENT = 60
# What a database, its driver or the line to it fail with.
_FAILURES = (SQLAlchemyError, OSError, TimeoutError)
_LET_GO = text("SELECT pg_advisory_unlock_all()")
_COUNT_LOCK = text("SELECT pg_advisory_lock_shared(:space, :share)")
_OTHER_COUNT = text(
    "SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = :space AND objid <> :share"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) LIMIT 1"
)
_TAKEN = text(
    "SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = :space AND objsubid = 2"
    " AND mode = 'ExclusiveLock' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
_SILENT = text(
    "SELECT l.objid, pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid"
    " WHERE l.locktype = 'advisory' AND l.granted AND l.classid = :space AND l.objsubid = 2 AND l.mode = 'ExclusiveLock'"
    " AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    " AND a.state = 'idle' AND clock_timestamp() - a.state_change > make_interval(secs => :silent)"
)
_END_FORMER = text(
    "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted"
    " AND classid = :space AND objid = :share AND pid = :pid"
)
_HELD = text(
    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"
    " AND classid = :space AND objid = :share AND pid = :pid"
)


class OwnerLock:
    """Held by the bot while it runs; the system lets go of it however the process ends."""

    def __init__(self, database: Path) -> None:
        self._path = database.with_name(database.name + ".lock")
        self._file: IO[str] | None = None
        self.made = False

    def take(self) -> None:
        """Take the lock, or raise InUse."""
        if fcntl is None:
            return
        # Opened without emptying it: the present owner's number is in there.
        file = os.fdopen(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600), "r+")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            owner = (file.read().split() or ["unknown"])[0]
            file.close()
            raise InUse(f"the database is in use by another process (number {owner})") from None
        self.made = MADE in file.read().split()
        self._file = file
        self._write()

    def note_made(self) -> None:
        """Remember that there is a database: from now on one that is missing or empty is not begun anew in silence."""
        if not self.made:
            self.made = True
            self._write()

    def _write(self) -> None:
        if self._file is not None:
            self._file.seek(0)
            self._file.truncate()
            self._file.write(f"{os.getpid()} {MADE}" if self.made else str(os.getpid()))
            self._file.flush()

    def release(self) -> None:
        """Let go of it; harmless when it is not held."""
        if self._file is not None:
            self._file.close()
            self._file = None


class ShareWatch:
    """Looks which shares are taken, without taking any."""

    def __init__(self, url: URL) -> None:
        self._engine = create_async_engine(
            url,
            hide_parameters=True,
            isolation_level="AUTOCOMMIT",
            pool_size=1,
            max_overflow=1,
            pool_pre_ping=True,
            connect_args=SERVER_PATIENCE,
        )

    @classmethod
    def over(cls, text_of_url: str) -> ShareWatch | None:
        """For the database at an address; None for an SQLite file, which one process has or has not."""
        url = parse_url(text_of_url)
        return None if sqlite_path(url) is not None else cls(url)

    async def taken(self) -> set[int]:
        """Numbers of the shares that some process works for. Raises StoreError."""
        with _failures():
            async with asyncio.timeout(PATIENCE), self._engine.connect() as connection:
                return {int(row[0]) for row in await connection.execute(_TAKEN, {"space": SPACE})}

    async def free_silent(self, seconds: float = SILENT) -> set[int]:
        """Take their locks from holders that have not asked for so long: processes that are stopped, or stuck. Gives the
        numbers of the shares. Raises StoreError."""
        with _failures():
            async with asyncio.timeout(PATIENCE), self._engine.connect() as connection:
                rows = await connection.execute(_SILENT, {"space": SPACE, "silent": seconds})
                return {int(row[0]) for row in rows}

    async def close(self) -> None:
        """Close the connection."""
        with contextlib.suppress(*_FAILURES):
            await self._engine.dispose()


class ShareLocks:
    """Advisory locks of PostgreSQL, held by a connection of their own: they end with it, however the process ends."""

    def __init__(self, url: URL) -> None:
        self._engine = create_async_engine(
            url,
            hide_parameters=True,
            isolation_level="AUTOCOMMIT",
            pool_size=1,
            max_overflow=0,
            connect_args=SERVER_PATIENCE,
        )
        self._connection: AsyncConnection | None = None
        self._pid = self._former = 0
        self._wanted = (0, 1)

    async def take(self, share: int, of: int = 1) -> bool:
        """Take the lock of a share of so many, if nobody else has it. Raises InUse where others count differently."""
        self._wanted = share, of
        with _failures():
            async with asyncio.timeout(2 * PATIENCE):
                connection = self._connection or await self._connect()
                await connection.execute(_COUNT_LOCK, {"space": SPACE + 1, "share": of})
                others = (await connection.execute(_OTHER_COUNT, {"space": SPACE + 1, "share": of})).scalar()
                if others is not None:
                    raise InUse(_other_count(others, of))
                query = text("SELECT pg_try_advisory_lock(:space, :share)")
                return bool((await connection.execute(query, {"space": SPACE, "share": share})).scalar_one())

    async def _connect(self) -> AsyncConnection:
        self._connection = await self._engine.connect()
        for line in _KEEPALIVE:
            await self._connection.execute(line)
        self._pid = int((await self._connection.execute(text("SELECT pg_backend_pid()"))).scalar_one())
        return self._connection

    async def hold(self) -> bool:
        """Look whether the lock is still held; where its connection is gone, take it by another. Gives whether that was so.

        Raises InUse where another process was quicker, StoreError while the database does not answer.
        """
        if self._connection is not None:
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._connection.execute(text("SELECT 1"))
                return False
            except _FAILURES:
                self._former = self._pid
                await self._drop()
        try:
            taken = await self.take(*self._wanted)
        except BaseException:
            await self._drop()
            raise
        if not taken:
            ended = await self._end_former()
            await self._drop()
            raise (
                StoreError("the connection that was lost still has the lock")
                if ended
                else InUse("another process has taken over this share of the games")
            )
        return True

    async def _end_former(self) -> bool:
        """Whether the lock is with our former connection, which the server does not know to be gone; it is told."""
        asked = {"space": SPACE, "share": self._wanted[0], "pid": self._former}
        with _failures():
            assert self._connection is not None
            async with asyncio.timeout(PATIENCE):
                return (await self._connection.execute(_END_FORMER, asked)).first() is not None

    def guard(self, connection: Connection, share: int) -> None:
        """Inside a transaction: raise ShareLost unless the share still is ours."""
        held = connection.execute(_HELD, {"space": SPACE, "share": share, "pid": self._pid}).scalar_one()
        if not held:
            raise ShareLost

    async def release(self) -> None:
        """Let go of all of them, at once: a server may notice only later that a connection is gone."""
        await self._drop(_LET_GO)
        with contextlib.suppress(*_FAILURES):
            await self._engine.dispose()

    async def _drop(self, *farewell: TextClause) -> None:
        """Give the connection up, whatever state it is in."""
        connection, self._connection, self._pid = self._connection, None, 0
        if connection is None:
            return
        with contextlib.suppress(*_FAILURES):
            async with asyncio.timeout(PATIENCE):
                for line in farewell:
                    await connection.execute(line)
        with contextlib.suppress(*_FAILURES):
            await connection.invalidate()
        with contextlib.suppress(*_FAILURES):
            await connection.close()


def must_be_alone(connection: Connection) -> None:
    """Keep every bot away from a PostgreSQL database until the transaction ends. Raises InUse if one works on it."""
    if connection.dialect.name != "postgresql":
        return
    mine = {"space": SPACE + 1, "share": ALONE}
    connection.execute(text("SELECT pg_advisory_xact_lock_shared(:space, :share)"), mine)
    if connection.execute(_OTHER_COUNT, mine).scalar() is not None:
        raise InUse("a bot works on this database: stop all of its processes first")


def _other_count(others: int, of: int) -> str:
    if others == ALONE:
        return "the database is being copied, or brought to another version"
    return f"the database is in use by processes that share the games in {others}, not in {of}"


@contextlib.contextmanager
def _failures() -> Iterator[None]:
    """What goes wrong on the way to a database, as a StoreError."""
    try:
        yield
    except _FAILURES as error:
        why = getattr(error, "orig", None) or str(error) or type(error).__name__
        raise StoreError(f"the database can't be opened: {why}") from error
