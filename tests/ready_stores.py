"""Databases that have this version's tables: made by the migrations once a process, then copied. How tables come about from
nothing is tested in tests/bot/store/test_store_migrations.py."""

from __future__ import annotations

import asyncio
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from bot.store.database import parse_url
from bot.store.migrate import upgrade
from tests.postgres import fresh_database, name_of


def ready_file(path: Path) -> None:
    """Put an SQLite database with its tables there, unless there is one."""
    if not path.exists():
        path.write_bytes(_file())


def ready_database() -> str:
    """The URL of a new PostgreSQL database with its tables. Skips the test where the server can't run."""
    return fresh_database(like=_database())


@cache
def _file() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.sqlite3"
        _upgraded(str(path))
        return path.read_bytes()


@cache
def _database() -> str:
    url = fresh_database()
    _upgraded(url)
    return name_of(url)


def _upgraded(url: str) -> None:
    """Make the tables, whether or not an event loop runs here."""
    with ThreadPoolExecutor(1) as beside:
        beside.submit(asyncio.run, upgrade(parse_url(url))).result()
