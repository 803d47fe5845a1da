"""A database: its address, its connections with their pragmas, its integrity, and what can be asked of it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, TypeVar

import aiosqlite
from sqlalchemy import Connection, Engine, RowMapping, Select, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    InterfaceError,
    InternalError,
    OperationalError,
    PendingRollbackError,
)
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import StaticPool

from bot.store.problems import Damaged, StoreError, Unavailable

Check = Literal["full", "quick", "off"]
T = TypeVar("T")
Guard = Callable[[Connection], None]
BUSY_MS = 10_000
READERS = 3
# What a database refuses for its own reasons: locked, full, read-only, restarting, not to be reached.
_REFUSALS = (
    OperationalError,
    InterfaceError,
    InternalError,
    PendingRollbackError,
    NoConnectionFree,
    OSError,
    sqlite3.OperationalError,
)
# A transaction whose process was stopped holds others up for no longer.
_LONGEST_IDLE = "SET idle_in_transaction_session_timeout = '60s'"
# Seconds, but for the last. A server or a line that is gone is noticed within some ten.
SERVER_PATIENCE = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
# What a URL may begin with, and the driver that is meant.
_POSTGRES = "postgresql+psycopg"
_DRIVERS = {"sqlite+aiosqlite": "sqlite", "postgresql": _POSTGRES, "postgres": _POSTGRES}


def parse_url(text: str) -> URL:
    """The database's URL, `sqlite:` or `postgresql+psycopg:`; StoreError if it is none. A plain path means an SQLite file."""
    scheme, mark, rest = text.partition("://")
    text = f"{_DRIVERS.get(scheme, scheme)}{mark}{rest}" if mark else f"sqlite:///{text}"
    try:
        url = make_url(text)
        if url.drivername not in ("sqlite", _POSTGRES):
            raise StoreError(
                f"{url.drivername}: the store is an SQLite file (sqlite:) or a PostgreSQL database (postgresql:)"
            )
        if url.drivername == _POSTGRES:
            url.get_dialect().import_dbapi()
    except ValueError:
        # Not shown: where the @ is missing, what stands for the port is a password.
        raise StoreError("the database's port is no number: postgresql://USER:PASSWORD@HOST:PORT/NAME") from None
    except (ArgumentError, ImportError) as error:
        raise StoreError(f"the database's address is not usable: {error}") from None
    if url.drivername == "sqlite" and url.database in (None, "", ":memory:"):
        raise StoreError("the store needs a file: what is in memory is not durable")
    return url


def sqlite_path(url: URL) -> Path | None:
    """The file of an SQLite database, None for another kind."""
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None


def keep_private(path: Path) -> None:
    """An SQLite file, made if it is not there, that other users of the machine can't read: it holds the roots of the dice.
    What SQLite puts beside it takes its mode."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    for ending in ("", "-wal", "-shm"):
        with contextlib.suppress(OSError):
            beside = Path(f"{path}{ending}")
            if beside.stat().st_mode & 0o007:
                beside.chmod(0o600)


@contextlib.contextmanager
def unavailable(writes: bool) -> Iterator[None]:
    """Say of what a database refuses for its own reasons that it does."""
    try:
        yield
    except _REFUSALS as error:
        how = "does not take it" if writes else "can't be read"
        raise Unavailable(f"the database {how}: {getattr(error, 'orig', None) or error}") from error


class Marks:
    """Who has read something tells by its mark whether it still holds: there is a higher one before and after each write
    about the same thing (reader.subjects; None: everything). last: the highest there is."""

    def __init__(self) -> None:
        self._numbers, self._all, self._of = itertools.count(1), 0, dict[str, int]()
        self.last = 0

    def touch(self, about: Collection[str] | None) -> int:
        """Something is, or has been, written about some things. Gives their mark."""
        self.last = number = next(self._numbers)
        if about is None:
            self._all = number
        for one in about or ():
            self._of[one] = number
        return number

    def of(self, one: str) -> int:
        """The mark of a thing."""
        return max(self._all, self._of.get(one, 0))


class Database(ABC):
    """A database: work on it is a plain function of a connection, which we run off the event loop.

    One writer at a time: waiting here is fair, and cheaper than in the database.
    """

    guard: Guard | None = None

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self.marks = Marks()

    async def write(
        self,
        work: Callable[[Connection], T],
        about: Collection[str] | None = None,
        begin: Callable[[], Callable[[T, int], None] | None] = lambda: None,
    ) -> T:
        """Run work in a transaction that may write: committed when it returns, rolled back when it raises. about: see
        Marks. begin: called when it is our turn, before anything is written; what it gives is called once it is committed,
        with what work gave and the mark that stands then. Raises Unavailable where the database does not take it."""
        async with self._turn:
            then, marks = begin(), list[int]()
            self.marks.touch(about)
            found = await self._run(work, lambda: marks.append(self.marks.touch(about)))
            if then is not None:
                then(found, marks[-1])
            return found

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run work in a transaction that sees one moment of the database and writes nothing. Raises Unavailable."""
        return await self._run(work)

    @abstractmethod
    async def _run(self, work: Callable[[Connection], T], written: Callable[[], None] | None = None) -> T:
        """Run work in a transaction. written: it writes; called at its end, whether or not anybody waits for that still."""

    @abstractmethod
    async def close(self) -> None:
        """Close all connections."""

    async def rows(self, query: Select[Any]) -> Sequence[RowMapping]:
        """The rows of a query."""
        return await self.read(lambda c: c.execute(query).mappings().all())


class FileConnection(aiosqlite.Connection):
    """A connection to an SQLite file, in the thread that aiosqlite gives it: what is run there is one hop."""

    def __init__(self, path: Path, foreign_keys: bool) -> None:
        super().__init__(lambda: open_file(path), iter_chunk_size=1)
        # One that nobody closed holds up no process that wants to end.
        self._thread.daemon = True
        self._foreign_keys = foreign_keys

    async def opened(self) -> FileConnection:
        """The same, once it is open."""
        await self
        return self

    async def run(self, work: Callable[..., T], *given: Any) -> T:
        """Have work done in the thread: called with an engine of this connection alone, and what is given."""
        found: T = await self._execute(lambda: work(self._engine, *given))  # type: ignore[no-untyped-call]
        return found

    @cached_property
    def _engine(self) -> Engine:
        return engine(lambda: self._conn, self._foreign_keys)


def open_file(path: Path) -> sqlite3.Connection:
    """An SQLite file, opened; transactions are begun by us (its module would do so late)."""
    return sqlite3.connect(path, isolation_level=None)


def engine(opened: Callable[[], sqlite3.Connection], foreign_keys: bool) -> Engine:
    """SQLAlchemy on one connection to an SQLite file, for the thread in which that was opened."""
    found = create_engine("sqlite://", creator=opened, poolclass=StaticPool, hide_parameters=True)
    pragmas = [
        f"PRAGMA busy_timeout={BUSY_MS}",
        "PRAGMA journal_mode=WAL",
        "PRAGMA synchronous=FULL",
        f"PRAGMA foreign_keys={'ON' if foreign_keys else 'OFF'}",
    ]

    @event.listens_for(found, "connect")
    def prepare(connection: Any, _: Any) -> None:
        for pragma in pragmas:
            connection.execute(pragma)

    @event.listens_for(found, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return found


def server_engine(url: URL) -> AsyncEngine:
    """Connections to a PostgreSQL server, which ends transactions in which nothing happens any more."""
    found = create_async_engine(
        url, hide_parameters=True, pool_pre_ping=True, pool_timeout=10, connect_args=SERVER_PATIENCE
    )

    @event.listens_for(found.sync_engine, "connect")
    def bound(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        cursor.execute(_LONGEST_IDLE)
        cursor.close()
        connection.commit()

    return found


class FileDatabase(Database):
    """SQLite by aiosqlite: a whole transaction is one hop into the thread of a connection (README.md)."""

    def __init__(self, writer: FileConnection, readers: Sequence[FileConnection]) -> None:
        super().__init__()
        self._writer, self._readers = writer, readers
        self._idle = asyncio.LifoQueue[FileConnection]()
        for reader in readers:
            self._idle.put_nowait(reader)

    async def _run(self, work: Callable[[Connection], T], written: Callable[[], None] | None = None) -> T:
        if written:
            return await self._writer.run(self._transaction, work, written)
        reader = await self._idle.get()
        try:
            return await reader.run(self._transaction, work, None)
        finally:
            self._idle.put_nowait(reader)

    def _transaction(self, engine: Engine, work: Callable[[Connection], T], written: Callable[[], None] | None) -> T:
        writes = written is not None
        try:
            with unavailable(writes), engine.connect() as connection:
                connection = connection.execution_options(writes=writes)
                with connection.begin():
                    if writes and self.guard is not None:
                        self.guard(connection)
                    return work(connection)
        finally:
            # In the thread: whoever waits may have been cancelled meanwhile.
            if written is not None:
                written()

    async def close(self) -> None:
        """See Database."""
        for connection in (self._writer, *self._readers):
            await connection.close()


class ServerDatabase(Database):
    """PostgreSQL by psycopg. What is read in one go is of one moment (REPEATABLE READ)."""

    def __init__(self, url: URL) -> None:
        super().__init__()
        self._engine = server_engine(url)
        self._reading = self._engine.execution_options(isolation_level="REPEATABLE READ")

    async def _run(self, work: Callable[[Connection], T], written: Callable[[], None] | None = None) -> T:
        writes = written is not None
        try:
            with unavailable(writes):
                async with (self._engine if writes else self._reading).begin() as connection:
                    if writes and self.guard is not None:
                        await connection.run_sync(self.guard)
                    return await connection.run_sync(work)
        finally:
            if written is not None:
                written()

    async def close(self) -> None:
        """See Database."""
        await self._engine.dispose()


async def connect(url: URL, foreign_keys: bool = True, guard: Guard | None = None) -> Database:
    """The database at a URL. Raises Unavailable if an SQLite file can't be opened.

    guard: looked through at the start of every transaction that writes; what it raises stops it.
    """
    path = sqlite_path(url)
    if path is None:
        database: Database = ServerDatabase(url)
    else:
        with unavailable(writes=False):
            files = [await FileConnection(path, foreign_keys).opened() for _ in range(1 + READERS)]
        database = FileDatabase(files[0], files[1:])
    database.guard = guard
    return database


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
