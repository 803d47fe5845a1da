"""A database: its address, its connections with their pragmas, its integrity, and what can be asked of it."""

from __future__ import annotations

import contextlib
import os
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar

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

from bot.store.problems import Damaged, StoreError, Unavailable

Check = Literal["full", "quick", "off"]
T = TypeVar("T")
Guard = Callable[[Connection], None]
BUSY_MS = 10_000
READERS = 3
_CONNECT = {"isolation_level": None, "check_same_thread": False}
# What a database refuses for its own reasons: locked, full, read-only, restarting, not to be reached.
_REFUSALS = (OperationalError, InterfaceError, InternalError, PendingRollbackError, NoConnectionFree, OSError)
# A transaction whose process was stopped holds others up for no longer.
_LONGEST_IDLE = "SET idle_in_transaction_session_timeout = '60s'"
_SERVER_PATIENCE = {
    # Seconds, but for the last. A server or a line that is gone is noticed within some ten.
    "psycopg": {
        "connect_timeout": 5,
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": 10_000,
    },
    "asyncpg": {"timeout": 5},
}


# Drivers for a URL that names none, and for one that names the driver's plain half.
_DRIVERS = {"postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}


def parse_url(text: str) -> URL:
    """The database's URL; StoreError if it is none. A plain path means an SQLite file, `postgresql:` psycopg."""
    scheme, mark, rest = text.partition("://")
    text = f"{_DRIVERS.get(scheme, scheme)}{mark}{rest}" if mark else f"sqlite:///{text}"
    try:
        url = make_url(text)
        backend = url.get_backend_name()
        if backend not in ("sqlite", "postgresql"):
            raise StoreError(f"{url.drivername}: the store is an SQLite file or a PostgreSQL database")
        if backend == "postgresql":
            _async_dialect(url)
    except ValueError:
        # Not shown: where the @ is missing, what stands for the port is a password.
        raise StoreError("the database's port is no number: postgresql://USER:PASSWORD@HOST:PORT/NAME") from None
    except (ArgumentError, ImportError) as error:
        raise StoreError(f"the database's address is not usable: {error}") from None
    if backend == "sqlite" and url.database in (None, "", ":memory:"):
        raise StoreError("the store needs a file: what is in memory is not durable")
    return url


def _async_dialect(url: URL) -> None:
    """Raises StoreError unless the driver is there and has an asynchronous half."""
    dialect = url.get_dialect()
    found = dialect.get_async_dialect_cls(url) if hasattr(dialect, "get_async_dialect_cls") else dialect
    if not found.is_async:
        raise StoreError(f"{url.drivername} is not asynchronous: use postgresql+psycopg or postgresql+asyncpg")
    found.import_dbapi()


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


def patience_of(url: URL) -> dict[str, Any]:
    """What a PostgreSQL driver is told about how long it waits for a server."""
    return dict(_SERVER_PATIENCE.get(url.get_driver_name(), {}))


class Database(ABC):
    """A database: work on it is a plain function of a connection, which we run off the event loop.

    One writer at a time: waiting here is fair, and cheaper than in the database. mark: another number before and
    after each write, so that who has read something can tell whether it still holds.
    """

    mark = 0
    guard: Guard | None = None

    @abstractmethod
    def write(self, work: Callable[[Connection], T]) -> Awaitable[T]:
        """Run work in a transaction that may write: committed when it returns, rolled back when it raises. Raises
        Unavailable where the database does not take it."""

    @abstractmethod
    def read(self, work: Callable[[Connection], T]) -> Awaitable[T]:
        """Run work in a transaction that sees one moment of the database and writes nothing. Raises Unavailable."""

    @abstractmethod
    async def close(self) -> None:
        """Close all connections."""

    async def rows(self, query: Select[Any]) -> Sequence[RowMapping]:
        """The rows of a query."""
        return await self.read(lambda c: c.execute(query).mappings().all())


def engine(url: URL, foreign_keys: bool) -> Engine:
    """Connections to an SQLite file for work in threads."""
    found = create_engine(url, hide_parameters=True, connect_args=_CONNECT, pool_size=READERS + 1)
    _prepare(found, foreign_keys)
    return found


def async_engine(url: URL, foreign_keys: bool) -> AsyncEngine:
    """Connections by an asynchronous driver."""
    sqlite = url.get_backend_name() == "sqlite"
    options: dict[str, Any] = {"pool_pre_ping": True, "pool_timeout": 10, "connect_args": patience_of(url)}
    found = create_async_engine(url, hide_parameters=True, **({"connect_args": _CONNECT} if sqlite else options))
    if sqlite:
        _prepare(found.sync_engine, foreign_keys)
    else:
        _bound(found.sync_engine)
    return found


def _bound(engine: Engine) -> None:
    """Have PostgreSQL end transactions in which nothing happens any more."""

    @event.listens_for(engine, "connect")
    def bound(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        cursor.execute(_LONGEST_IDLE)
        cursor.close()
        connection.commit()


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
