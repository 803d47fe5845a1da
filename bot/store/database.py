"""Opening the database: address, connections, pragmas, integrity, and a lock that keeps a second bot out."""

from __future__ import annotations

import asyncio
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any, Literal, TypeVar

from sqlalchemy import Connection, Engine, RowMapping, Select, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DatabaseError, InterfaceError, OperationalError
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store.problems import Damaged, InUse, StoreError, Unavailable

try:
    import fcntl
except ImportError:  # pragma: no cover  (no such lock on Windows)
    fcntl = None  # type: ignore[assignment]

Check = Literal["full", "quick", "off"]
T = TypeVar("T")
BUSY_MS = 10_000
READERS = 3
_CONNECT = {"isolation_level": None, "check_same_thread": False}


def parse_url(text: str) -> URL:
    """The database's URL; StoreError if it is none. A plain path means an SQLite file."""
    try:
        url = make_url(text if "://" in text else f"sqlite:///{text}")
        sqlite = url.get_backend_name() == "sqlite"
        if not sqlite and not url.get_dialect().is_async:
            raise StoreError(f"{url.drivername} is not asynchronous: name such a driver, like postgresql+asyncpg")
    except (ArgumentError, ImportError) as error:
        raise StoreError(f"the database's address is not usable: {error}") from None
    if sqlite and url.database in (None, "", ":memory:"):
        raise StoreError("the store needs a file: what is in memory is not durable")
    return url


def sqlite_path(url: URL) -> Path | None:
    """The file of an SQLite database, None for another kind."""
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None


class Database(ABC):
    """A database: work on it is a plain function of a connection, which we run off the event loop.

    One writer at a time: waiting here is fair, and cheaper than in the database. mark: another number before and
    after each write, so that who has read something can tell whether it still holds.
    """

    mark = 0

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run work in a transaction that may write: committed when it returns, rolled back when it raises."""
        self.mark += 1
        try:
            return await self._write(work)
        except (OperationalError, InterfaceError) as error:
            raise Unavailable(f"the database does not take it: {error.orig}") from error
        finally:
            self.mark += 1

    @abstractmethod
    async def _write(self, work: Callable[[Connection], T]) -> T:
        """The same, in the database's own way."""

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run work in a transaction that sees one moment of the database and writes nothing."""
        try:
            return await self._read(work)
        except (OperationalError, InterfaceError) as error:
            raise Unavailable(f"the database can't be read: {error.orig}") from error

    @abstractmethod
    async def _read(self, work: Callable[[Connection], T]) -> T:
        """The same, in the database's own way."""

    @abstractmethod
    async def close(self) -> None:
        """Close all connections."""

    async def rows(self, query: Select[Any]) -> Sequence[RowMapping]:
        """The rows of a query."""
        return await self.read(lambda c: c.execute(query).mappings().all())


class ThreadDatabase(Database):
    """SQLite with a whole transaction to one hop into a thread.

    An async driver hops four times a statement, which made a commit three times as slow (README.md).
    """

    def __init__(self, url: URL, foreign_keys: bool = True) -> None:
        self._engine = create_engine(url, hide_parameters=True, connect_args=_CONNECT, pool_size=READERS + 1)
        _prepare(self._engine, foreign_keys)
        self._writer = ThreadPoolExecutor(1, "store-write")
        self._readers = ThreadPoolExecutor(READERS, "store-read")

    async def _write(self, work: Callable[[Connection], T]) -> T:
        """See Database."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._run, work, True)

    async def _read(self, work: Callable[[Connection], T]) -> T:
        """See Database."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._run, work, False)

    def _run(self, work: Callable[[Connection], T], writes: bool) -> T:
        with self._engine.connect() as connection:
            connection = connection.execution_options(writes=writes)
            with connection.begin():
                return work(connection)

    async def close(self) -> None:
        """See Database."""
        self._writer.shutdown()
        self._readers.shutdown()
        self._engine.dispose()


class AsyncDatabase(Database):
    """Any database that SQLAlchemy has an async driver for."""

    def __init__(self, url: URL, foreign_keys: bool = True) -> None:
        sqlite = url.get_backend_name() == "sqlite"
        options: dict[str, Any] = {"connect_args": _CONNECT} if sqlite else {"pool_pre_ping": True}
        self._engine = create_async_engine(url, hide_parameters=True, **options)
        if sqlite:
            _prepare(self._engine.sync_engine, foreign_keys)
        self._turn = asyncio.Lock()

    async def _write(self, work: Callable[[Connection], T]) -> T:
        """See Database."""
        async with self._turn:
            return await self._run(work, True)

    async def _read(self, work: Callable[[Connection], T]) -> T:
        """See Database."""
        return await self._run(work, False)

    async def _run(self, work: Callable[[Connection], T], writes: bool) -> T:
        async with self._engine.connect() as connection:
            connection = await connection.execution_options(writes=writes)
            async with connection.begin():
                return await connection.run_sync(work)

    async def close(self) -> None:
        """See Database."""
        await self._engine.dispose()


def connect(url: URL, foreign_keys: bool = True) -> Database:
    """The database at a URL: `sqlite:` by threads, one that names an async driver by that."""
    kind = ThreadDatabase if url.drivername == "sqlite" else AsyncDatabase
    return kind(url, foreign_keys)


def _prepare(engine: Engine, foreign_keys: bool) -> None:
    """Set SQLite up on every new connection, and begin transactions ourselves (its module would do so late)."""
    pragmas = [
        f"PRAGMA busy_timeout={BUSY_MS}",
        "PRAGMA journal_mode=WAL",
        "PRAGMA synchronous=FULL",
        f"PRAGMA foreign_keys={'ON' if foreign_keys else 'OFF'}",
    ]

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(pragma)
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


async def check_file(database: Database, depth: Check) -> None:
    """Have an SQLite file checked; raises Damaged, or StoreError if it can't be opened at all."""
    try:
        await database.read(lambda connection: check_integrity(connection, depth))
    except DatabaseError as error:
        raise Damaged(f"the database is damaged: {error.orig}") from error


def check_integrity(connection: Connection, depth: Check) -> None:
    """Have SQLite check its file; raises Damaged with its first findings.

    Other databases see to that themselves.
    """
    if depth == "off" or connection.dialect.name != "sqlite":
        return
    pragma = "integrity_check" if depth == "full" else "quick_check"
    found = [str(row[0]) for row in connection.exec_driver_sql(f"PRAGMA {pragma}(5)")]
    if found != ["ok"]:
        raise Damaged("the database is damaged: " + "; ".join(found))
    strays = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    if strays:
        raise Damaged(f"{len(strays)} rows of the database lack their parent, first in table {strays[0][0]}")


class OwnerLock:
    """Held by the bot while it runs; the system lets go of it however the process ends."""

    def __init__(self, database: Path) -> None:
        self._path = database.with_name(database.name + ".lock")
        self._file: IO[str] | None = None

    def take(self) -> None:
        """Take the lock, or raise InUse."""
        if fcntl is None:
            return
        # Opened without emptying it: the present owner's number is in there.
        file = os.fdopen(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600), "r+")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            owner = file.read().strip() or "unknown"
            file.close()
            raise InUse(f"the database is in use by another process (number {owner})") from None
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        self._file = file

    def release(self) -> None:
        """Let go of it; harmless when it is not held."""
        if self._file is not None:
            self._file.close()
            self._file = None
