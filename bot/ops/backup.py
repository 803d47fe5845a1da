"""Backup and restore of an SQLite store.

python -m bot.ops.backup DEST [--keep N]     copy the database to a file, or to a dated file in a folder; while the bot runs
python -m bot.ops.backup --restore FILE      put a copy in the database's place; while the bot is stopped
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from bot.settings import SettingsError, load_settings
from bot.store import Damaged, NewerData, StoreError
from bot.store.database import parse_url, sqlite_path
from bot.store.migrate import known_revisions
from bot.store.owner import OwnerLock

_NAME = "adjutant-%Y%m%d-%H%M%S.sqlite3"


def back_up(database: Path, destination: Path, now: float | None = None) -> Path:
    """Copy a database, in use or not, as it is at one moment; gives the copy's path.

    A folder (or a path that ends in /) gets a dated file (UTC). The copy is checked, and is in its place whole
    or not at all. now: Unix seconds.
    """
    if not database.exists():
        raise StoreError(f"there is no database at {database}")
    if destination.is_dir():
        destination /= time.strftime(_NAME, time.gmtime(now))
    destination.parent.mkdir(parents=True, exist_ok=True)
    if destination.exists() and destination.samefile(database):
        raise StoreError("a backup can't take the database's own place")
    with _checked_copy(database, destination) as part:
        os.replace(part, destination)
        _flush(destination.parent)
    return destination


def thin_out(folder: Path, keep: int) -> list[Path]:
    """Remove all but the newest `keep` dated backups in a folder; gives those removed."""
    old = sorted(folder.glob("adjutant-*-*.sqlite3"), reverse=True)[keep:]
    for path in old:
        path.unlink()
    return old


def restore(backup: Path, database: Path, now: float | None = None) -> Path | None:
    """Put a backup in the database's place; gives where the present one was moved to.

    Raises InUse while the bot runs, Damaged or NewerData if the backup is not fit; then nothing is changed.
    """
    if not backup.exists():
        raise StoreError(f"there is no backup at {backup}")
    database.parent.mkdir(parents=True, exist_ok=True)
    lock = OwnerLock(database)
    lock.take()
    try:
        with _checked_copy(backup, database) as part:
            aside = _move_aside(database, now)
            os.replace(part, database)
            _flush(database.parent)
        return aside
    finally:
        lock.release()


def _move_aside(database: Path, now: float | None) -> Path | None:
    if not database.exists():
        return None
    aside = database.with_name(f"{database.name}.replaced-{time.strftime('%Y%m%d-%H%M%S', time.gmtime(now))}")
    # The write-ahead log belongs to it. It goes first, so that it never stands beside another database.
    for ending in ("-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            os.replace(f"{database}{ending}", f"{aside}{ending}")
    return aside


@contextmanager
def _checked_copy(source: Path, target: Path) -> Iterator[Path]:
    """A whole, checked copy beside the target, to be put in its place; removed if it is not."""
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    try:
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(part)) as new:
            # In one step: a copy in several would begin anew whenever the bot writes.
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")
        _check(part)
        _flush(part)
        yield part
    except sqlite3.Error as error:
        raise Damaged(f"{source} can't be copied: {error}") from error
    finally:
        part.unlink(missing_ok=True)


def _check(path: Path) -> None:
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
            revision = connection.execute("SELECT version_num FROM alembic_version").fetchone()[0]
    except sqlite3.Error as error:
        raise Damaged(f"this is not a store of the bot, or it is damaged: {error}") from error
    if found != "ok":
        raise Damaged(f"the copy is damaged: {found}")
    if revision not in known_revisions():
        raise NewerData(f"it is at revision {revision}, which this version does not know: update the bot")


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _database() -> Path:
    path = sqlite_path(parse_url(load_settings().store_url))
    if path is None:
        raise StoreError("the store is not SQLite: use its own tools for backups")
    return path


def main(arguments: list[str] | None = None) -> int:
    """The command line; the database is the one of the settings."""
    parser = argparse.ArgumentParser(
        prog="python -m bot.ops.backup", description="Back up or restore the SQLite store."
    )
    parser.add_argument("destination", nargs="?", help="file, or folder for a dated file")
    parser.add_argument("--keep", type=int, metavar="N", help="keep only the newest N dated files in the folder")
    parser.add_argument("--restore", metavar="FILE", help="put FILE in the database's place (the bot must be stopped)")
    given = parser.parse_args(arguments)
    if bool(given.destination) == bool(given.restore) or (given.keep is not None and given.keep < 1):
        parser.error("give either a destination (with --keep of 1 or more, if any) or --restore FILE")
    try:
        if given.restore:
            aside = restore(Path(given.restore), _database())
            print(f"restored{f'; the former database is {aside}' if aside else ''}")
            return 0
        destination = Path(given.destination)
        if given.destination.endswith("/"):
            destination.mkdir(parents=True, exist_ok=True)
        copy = back_up(_database(), destination)
        print(f"backed up to {copy} ({copy.stat().st_size} bytes, integrity checked)")
        if given.keep is not None:
            thin_out(copy.parent, given.keep)
        return 0
    except (SettingsError, StoreError, OSError) as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
