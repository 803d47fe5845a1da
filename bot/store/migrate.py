"""Bring a database to the tables of this version.

python -m bot.store.migrate [show]         which revision the database is at
python -m bot.store.migrate upgrade        bring it up to this version (the bot does so when it starts)
python -m bot.store.migrate downgrade REV  take it back
python -m bot.store.migrate new MESSAGE    for developers: write a migration for changed tables
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.engine import URL

from bot.store.database import check_integrity, keep_private, parse_url, sqlite_path
from bot.store.owner import SPACE
from bot.store.problems import NewerData, StoreError
from bot.store.transactions import connect

_SCRIPTS = Path(__file__).parent / "migrations"


def config(connection: Connection | None = None) -> Config:
    """Alembic's configuration, without a file; the migrations run on the connection given."""
    settings = Config()
    settings.set_main_option("script_location", str(_SCRIPTS))
    settings.attributes["connection"] = connection
    return settings


def head() -> str:
    """The revision this version of the bot works with."""
    return str(ScriptDirectory.from_config(config()).get_current_head())


def known_revisions() -> set[str]:
    """All revisions this version can start from."""
    return {script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()}


def revision_of(connection: Connection) -> str | None:
    """The revision a database is at; None if it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


async def current(url: URL) -> str | None:
    """The revision of the database at a URL; None if it is empty."""
    database = connect(url)
    try:
        return await database.read(revision_of)
    finally:
        await database.close()


async def upgrade(url: URL, target: str = "head") -> None:
    """Bring a database up to a revision; an SQLite file with data in it is copied beside itself first.

    Raises NewerData if the database is ahead of this version.
    """
    present = await current(url)
    if present is not None and present not in known_revisions():
        raise NewerData(f"the database is at revision {present}, unknown to this version: update the bot")
    if present == (head() if target == "head" else target):
        return
    path = sqlite_path(url)
    if present is not None and path is not None:
        _copy_aside(path, present)
    await _run(url, lambda connection: command.upgrade(config(connection), target))


async def downgrade(url: URL, target: str) -> None:
    """Take a database back to an earlier revision ("base": to nothing). What newer tables held is lost."""
    await _run(url, lambda connection: command.downgrade(config(connection), target))


async def _run(url: URL, work: Callable[[Connection], object]) -> None:
    # SQLite rebuilds a table to alter it, which foreign keys would forbid half-way; they are checked after.
    def checked(connection: Connection) -> None:
        if connection.dialect.name == "postgresql":
            # Several processes may start at once: one migrates, the others find it done.
            connection.execute(text("SELECT pg_advisory_xact_lock(:space, -1)"), {"space": SPACE})
        work(connection)
        check_integrity(connection, "quick")

    database = connect(url, foreign_keys=False)
    try:
        await database.write(checked)
    finally:
        await database.close()


def _copy_aside(path: Path, revision: str) -> Path:
    copy = path.with_name(f"{path.name}.before-upgrade-from-{revision}")
    keep_private(copy)
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    return copy


async def draft(message: str) -> None:
    """Write a migration from the newest revision to the tables in the code, to be read and edited."""
    with tempfile.TemporaryDirectory() as folder:
        url = parse_url(str(Path(folder) / "empty.sqlite3"))
        await upgrade(url)
        number = f"{int(head()) + 1:04}"
        await _run(url, lambda c: command.revision(config(c), message, autogenerate=True, rev_id=number) and None)


def main(arguments: list[str]) -> int:
    """The command line; the database is the one of the settings."""
    from bot.settings import SettingsError, load_settings

    try:
        url = parse_url(load_settings().store_url)
        match arguments:
            case [] | ["show"]:
                pass
            case ["upgrade"]:
                asyncio.run(upgrade(url))
            case ["downgrade", revision]:
                asyncio.run(downgrade(url, revision))
            case ["new", message]:
                asyncio.run(draft(message))
            case _:
                print(__doc__, file=sys.stderr)
                return 2
        print(f"database at revision {asyncio.run(current(url)) or 'none'}; this version works with {head()}")
    except (SettingsError, StoreError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
