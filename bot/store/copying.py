"""A whole database copied into another one, of the same kind or the other: every table, row for row, as it is stored.

The tables are those that the databases have, not those of the code: so a copy can be made at any revision.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import JSON, Column, Connection, MetaData, Table, Text, bindparam, cast, func, insert, select, text
from sqlalchemy import column as named
from sqlalchemy import table as plain

from bot.store.problems import StoreError

BATCH = 500
REVISION = "alembic_version"


def copy_all(source: Connection, target: Connection) -> dict[str, int]:
    """Copy everything, and read it again: gives how many rows each table has. The caller commits.

    Raises StoreError where the tables differ, the target holds something, or the copy is not the same.
    """
    old, new = _tables(source), _tables(target)
    if {name: set(t.c.keys()) for name, t in old.items()} != {name: set(t.c.keys()) for name, t in new.items()}:
        raise StoreError("the two databases have not the same tables: bring both to the same version first")
    for name, there in new.items():
        if target.execute(select(func.count()).select_from(there)).scalar_one():
            raise StoreError(f"the target is not empty: there is something in its table {name}")
    counts = {}
    for name, table in old.items():
        before, count = _copy(source, target, table, new[name]), 0
        digest = 0
        for rows in _batches(target, new[name], list(table.c.keys())):
            digest, count = digest + _sum(rows), count + len(rows)
        if before != (count, digest % _WIDTH):
            raise StoreError(f"the copy of table {name} is not what was read: nothing is kept")
        counts[name] = count
        _go_on_counting(source, target, old[name])
    return counts


_WIDTH = 1 << 128


def _tables(connection: Connection) -> dict[str, Table]:
    """A database's tables, those first that others refer to."""
    found = MetaData()
    found.reflect(connection)
    return {table.name: table for table in found.sorted_tables if table.name != REVISION}


def _copy(source: Connection, target: Connection, old: Table, new: Table) -> tuple[int, int]:
    """Copy a table; gives how many rows it has and the sum of their digests."""
    names, count, digest = list(old.c.keys()), 0, 0
    values = {name: _taken(target, new.c[name]) for name in names}
    into = insert(plain(new.name, *(named(name) for name in names))).values(values)
    for rows in _batches(source, old, names):
        target.execute(into, [{f"v_{name}": value for name, value in zip(names, row, strict=True)} for row in rows])
        count, digest = count + len(rows), digest + _sum(rows)
    return count, digest % _WIDTH


def _taken(target: Connection, column: Column[Any]) -> Any:
    """Where a value goes into an insertion. JSON comes as its text, which keeps it to the letter."""
    if not isinstance(column.type, JSON):
        return bindparam(f"v_{column.name}", type_=column.type)
    given = bindparam(f"v_{column.name}", type_=Text())
    return cast(given, JSON()) if target.dialect.name == "postgresql" else given


def _batches(connection: Connection, table: Table, names: Sequence[str]) -> Iterable[Sequence[Sequence[Any]]]:
    columns = [cast(table.c[n], Text) if isinstance(table.c[n].type, JSON) else table.c[n] for n in names]
    query = select(*(column.label(f"c{number}") for number, column in enumerate(columns)))
    return connection.execute(query.execution_options(yield_per=BATCH)).partitions()


def _sum(rows: Sequence[Sequence[Any]]) -> int:
    """A number that says what rows hold, in whatever order they come."""
    return sum(int.from_bytes(hashlib.sha256(repr(tuple(map(_same, row))).encode()).digest()[:16]) for row in rows)


def _same(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview) else value


def _go_on_counting(source: Connection, target: Connection, table: Table) -> None:
    """Numbers that a database gives go on where they were: none is given twice, as timers' orders are known by theirs."""
    keys = list(table.primary_key)
    if len(keys) != 1 or keys[0].name != "id" or keys[0].type.python_type is not int:
        return
    last = max(_last_given(source, table.name), target.execute(select(func.max(keys[0]))).scalar() or 0)
    if not last:
        return
    if target.dialect.name == "postgresql":
        target.execute(
            text("SELECT setval(pg_get_serial_sequence(:name, 'id'), :last)"), {"name": table.name, "last": last}
        )
    elif _counts_for_good(target, table.name):
        given = {"name": table.name, "last": last}
        target.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), given)
        target.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)"), given)


def _last_given(source: Connection, name: str) -> int:
    if source.dialect.name == "postgresql":
        sequence = source.execute(text("SELECT pg_get_serial_sequence(:name, 'id')"), {"name": name}).scalar()
        if sequence is None:
            return 0
        row = source.execute(text(f"SELECT last_value, is_called FROM {sequence}")).one()
        return int(row[0]) if row[1] else 0
    if not _counts_for_good(source, name):
        return 0
    return int(source.execute(text("SELECT seq FROM sqlite_sequence WHERE name = :name"), {"name": name}).scalar() or 0)


def _counts_for_good(connection: Connection, name: str) -> bool:
    """Whether SQLite never gives a number of the table twice."""
    made = connection.execute(text("SELECT sql FROM sqlite_master WHERE name = :name"), {"name": name}).scalar()
    return "AUTOINCREMENT" in str(made).upper()
