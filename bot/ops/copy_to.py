"""Copy everything from the store of the settings into an empty one: from SQLite to PostgreSQL, or back.

python -m bot.ops.copy_to postgresql://USER:PASSWORD@HOST/NAME
python -m bot.ops.copy_to data/adjutant.sqlite3

The bot has to be stopped. The source stays as it is.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Iterator

from sqlalchemy import Connection, create_engine
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from bot.settings import SettingsError, load_settings
from bot.store import NewerData, StoreError
from bot.store.copying import copy_all
from bot.store.database import SERVER_PATIENCE, engine, open_file, parse_url, sqlite_path
from bot.store.migrate import current, head, upgrade
from bot.store.owner import OwnerLock, must_be_alone


def copy_store(source: str, target: str) -> dict[str, int]:
    """Copy the store at one address into the empty one at another; gives the number of rows of each table.

    Raises InUse while a bot works on either, and StoreError; then the target holds nothing.
    """
    old, new = parse_url(source), parse_url(target)
    if old == new:
        raise StoreError("source and target are the same database")
    if (path := sqlite_path(old)) is not None and not path.exists():
        raise StoreError(f"there is no database at {path}")
    with contextlib.ExitStack() as locks:
        kept = [lock for url in (old, new) if (lock := _locked(url, locks)) is not None]
        _check_revision(asyncio.run(current(old)))
        asyncio.run(upgrade(new))
        with _transaction(old, False) as reading, _transaction(new, True) as writing:
            counts = copy_all(reading, writing)
        if sqlite_path(new) is not None:
            kept[-1].note_made()
    return counts


def _check_revision(present: str | None) -> None:
    if present is None:
        raise StoreError("the source is empty")
    if present != head():
        hint = "update this version" if present > head() else "run python -m bot.ops.migrate upgrade first"
        raise NewerData(f"the source is at revision {present}, this version works with {head()}: {hint}")


def _locked(url: URL, locks: contextlib.ExitStack) -> OwnerLock | None:
    """The lock beside an SQLite file, until the end. A server's is taken with the transaction."""
    path = sqlite_path(url)
    if path is None:
        return None
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = OwnerLock(path)
    lock.take()
    locks.callback(lock.release)
    return lock


@contextlib.contextmanager
def _transaction(url: URL, writes: bool) -> Iterator[Connection]:
    if (path := sqlite_path(url)) is not None:
        made = engine(lambda: open_file(path), foreign_keys=True)
    else:
        made = create_engine(url, hide_parameters=True, isolation_level="REPEATABLE READ", connect_args=SERVER_PATIENCE)
    try:
        with made.connect() as connection:
            connection = connection.execution_options(writes=writes)
            with connection.begin():
                must_be_alone(connection)
                yield connection
    except SQLAlchemyError as error:
        raise StoreError(f"the database failed: {getattr(error, 'orig', None) or error}") from error
    finally:
        made.dispose()


def main(arguments: list[str]) -> int:
    """The command line; the source is the store of the settings."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        counts = copy_store(load_settings().store_url, arguments[0])
    except (SettingsError, StoreError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    for name, count in counts.items():
        print(f"{count:>9} {name}")
    print("copied, read again and found the same. Now set ADJUTANT_DATABASE_URL to the copy, and put the old one away.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
