"""Bring a database to the tables of this version (python -m bot.ops.migrate)."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.engine import URL

from bot.store.copying import copy_all
from bot.store.database import check_integrity, connect, engine, keep_private, open_file, parse_url, sqlite_path
from bot.store.owner import SPACE, must_be_alone
from bot.store.problems import NewerData

_SCRIPTS = Path(__file__).parent / "migrations"


def config(connection: Connection | None = None) -> Config:
    """Alembic's configuration, without a file; the migrations run on the connection given."""
    settings = Config()
    settings.set_main_option("script_location", str(_SCRIPTS))
    settings.attributes["connection"] = connection
    return settings


def head() -> str:
    """The revision this version of the bot works with."""
    return _revisions(_SCRIPTS)[0]


def known_revisions() -> frozenset[str]:
    """All revisions this version can start from."""
    return frozenset(_revisions(_SCRIPTS))


@cache
def _revisions(scripts: Path) -> tuple[str, ...]:
    """The revisions of the migrations in a folder, the newest first; read once."""
    found = ScriptDirectory(str(scripts)).walk_revisions()
    return tuple(script.revision for script in found)


def revision_of(connection: Connection) -> str | None:
    """The revision a database is at; None if it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


async def current(url: URL) -> str | None:
    """The revision of the database at a URL; None if it is empty."""
    database = await connect(url)
    try:
        return await database.read(revision_of)
    finally:
        await database.close()


async def upgrade(url: URL, target: str = "head", aside: Path | None = None) -> None:
    """Bring a database up to a revision. What is in it is copied first: an SQLite file beside itself, a PostgreSQL database
    into an SQLite file in the folder `aside`.

    Raises NewerData if the database is ahead of this version, InUse while a bot works on it.
    """
    present = await current(url)
    if present is not None and present not in known_revisions():
        raise NewerData(f"the database is at revision {present}, unknown to this version: update the bot")
    wanted = head() if target == "head" else target
    if present == wanted:
        return
    path = sqlite_path(url)
    if present is not None and path is not None:
        _copy_aside(path, present)

    def work(connection: Connection) -> None:
        found = revision_of(connection)
        if found == wanted:
            return  # another process was quicker
        must_be_alone(connection)
        if found is not None and path is None and aside is not None:
            copy_out(connection, aside, found)
        command.upgrade(config(connection), target)

    await _run(url, work)


async def downgrade(url: URL, target: str) -> None:
    """Take a database back to an earlier revision ("base": to nothing). What newer tables held is lost."""

    def work(connection: Connection) -> None:
        must_be_alone(connection)
        command.downgrade(config(connection), target)

    await _run(url, work)


async def _run(url: URL, work: Callable[[Connection], object]) -> None:
    # SQLite rebuilds a table to alter it, which foreign keys would forbid half-way; they are checked after.
    def checked(connection: Connection) -> None:
        if connection.dialect.name == "postgresql":
            # Several processes may start at once: one migrates, the others find it done.
            connection.execute(text("SELECT pg_advisory_xact_lock(:space, -1)"), {"space": SPACE})
        work(connection)
        check_integrity(connection, "quick")

    database = await connect(url, foreign_keys=False)
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


def copy_out(connection: Connection, folder: Path, revision: str) -> Path:
    """Copy a PostgreSQL database, as it is in the transaction under way, into an SQLite file of the same revision, which that
    version of the bot can open. Raises StoreError."""
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / f"adjutant.before-upgrade-from-{revision}.sqlite3"
    part = copy.with_name(copy.name + ".part")
    part.unlink(missing_ok=True)
    keep_private(part)
    made = engine(lambda: open_file(part), foreign_keys=False)
    try:
        with made.connect() as target:
            target = target.execution_options(writes=True)
            with target.begin():
                command.upgrade(config(target), revision)
                copy_all(connection, target)
    finally:
        made.dispose()
    part.replace(copy)
    return copy


async def draft(message: str) -> None:
    """Write a migration from the newest revision to the tables in the code, to be read and edited."""
    with tempfile.TemporaryDirectory() as folder:
        url = parse_url(str(Path(folder) / "empty.sqlite3"))
        await upgrade(url)
        number = f"{int(head()) + 1:04}"
        await _run(url, lambda c: command.revision(config(c), message, autogenerate=True, rev_id=number) and None)
