"""Who owns a database: one bot, or with PostgreSQL one process for each share of the games. Others are kept out."""

from __future__ import annotations

import asyncio
import contextlib
import os
from pathlib import Path
from typing import IO

from sqlalchemy import Connection, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from bot.store.database import parse_url, sqlite_path
from bot.store.problems import InUse, StoreError

try:
    import fcntl
except ImportError:  # pragma: no cover  (no such lock on Windows)
    fcntl = None  # type: ignore[assignment]

# The first half of our advisory locks' keys; the second is the number of the share.
SPACE = 0x41646A75
MADE = "made"
# The server notices within some ten seconds that the machine of a process is gone, too: its locks go with the connection.
_KEEPALIVE = [text(f"SET tcp_keepalives_{name} = {n}") for name, n in (("idle", 5), ("interval", 2), ("count", 3))]
# Seconds that a server has to answer to a farewell.
PATIENCE = 5
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
        self._engine = create_async_engine(url, hide_parameters=True, pool_size=1, max_overflow=0, pool_pre_ping=True)

    @classmethod
    def over(cls, text_of_url: str) -> ShareWatch | None:
        """For the database at an address; None for an SQLite file, which one process has or has not."""
        url = parse_url(text_of_url)
        return None if sqlite_path(url) is not None else cls(url)

    async def taken(self) -> set[int]:
        """Numbers of the shares that some process works for. Raises StoreError."""
        try:
            async with self._engine.connect() as connection:
                return {int(row[0]) for row in await connection.execute(_TAKEN, {"space": SPACE})}
        except (DBAPIError, OSError) as error:
            raise StoreError(f"the database can't be opened: {getattr(error, 'orig', error)}") from error

    async def close(self) -> None:
        """Close the connection."""
        await self._engine.dispose()


class ShareLocks:
    """Advisory locks of PostgreSQL, held by a connection of their own: they end with it, however the process ends."""

    def __init__(self, url: URL) -> None:
        self._engine = create_async_engine(
            url, hide_parameters=True, isolation_level="AUTOCOMMIT", pool_size=1, max_overflow=0
        )
        self._connection: AsyncConnection | None = None
        self._pid = 0

    async def take(self, share: int, of: int = 1) -> bool:
        """Take the lock of a share of so many, if nobody else has it. Raises InUse where others count differently."""
        try:
            if self._connection is None:
                self._connection = await self._engine.connect()
                for line in _KEEPALIVE:
                    await self._connection.execute(line)
                self._pid = int((await self._connection.execute(text("SELECT pg_backend_pid()"))).scalar_one())
            await self._connection.execute(_COUNT_LOCK, {"space": SPACE + 1, "share": of})
            others = (await self._connection.execute(_OTHER_COUNT, {"space": SPACE + 1, "share": of})).scalar()
            if others is not None:
                raise InUse(f"the database is in use by processes that share the games in {others}, not in {of}")
            query = text("SELECT pg_try_advisory_lock(:space, :share)")
            return bool((await self._connection.execute(query, {"space": SPACE, "share": share})).scalar_one())
        except (DBAPIError, OSError) as error:
            raise StoreError(f"the database can't be opened: {getattr(error, 'orig', error)}") from error

    async def alive(self) -> None:
        """Raise StoreError if the connection that holds the locks is gone, and they with it."""
        try:
            assert self._connection is not None
            await self._connection.execute(text("SELECT 1"))
        except (AssertionError, DBAPIError, OSError) as error:
            raise StoreError("the connection that held this share of the games is gone") from error

    def guard(self, connection: Connection, share: int) -> None:
        """Inside a transaction: raise InUse unless the share still is ours."""
        held = connection.execute(_HELD, {"space": SPACE, "share": share, "pid": self._pid}).scalar_one()
        if not held:
            raise InUse("another process has taken over this share of the games")

    async def release(self) -> None:
        """Let go of all of them, at once: a server may notice only later that a connection is gone."""
        if self._connection is not None:
            with contextlib.suppress(DBAPIError, OSError, TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await self._connection.execute(_LET_GO)
            await self._connection.close()
            self._connection = None
        await self._engine.dispose()
