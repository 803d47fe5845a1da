"""The tables come from migrations alone, forward and back, and agree with the code."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, inspect
from store_helpers import create

from bot.ops import migrate as command_line
from bot.store import NewerData, Store, migrate
from bot.store.database import connect, parse_url
from bot.store.tables import metadata, preferences, proposals, told

pytestmark = pytest.mark.empty


async def ask(url: str, work: object) -> object:
    database = await connect(parse_url(url))
    try:
        return await database.read(work)  # type: ignore[arg-type]
    finally:
        await database.close()


def differences(connection: Connection) -> list[object]:
    # The code's own name for a compressed column is a plain one in the database.
    context = MigrationContext.configure(connection, opts={"compare_type": False})
    return list(compare_metadata(context, metadata))


async def test_an_empty_database_gets_the_tables_of_the_code(url: str) -> None:
    await migrate.upgrade(parse_url(url))
    assert await migrate.current(parse_url(url)) == migrate.head()
    assert await ask(url, differences) == []


async def test_down_and_up_again(url: str) -> None:
    address = parse_url(url)
    await migrate.upgrade(address)
    await migrate.downgrade(address, "base")
    assert await migrate.current(address) is None
    assert await ask(url, lambda c: inspect(c).get_table_names()) == ["alembic_version"]
    await migrate.upgrade(address)
    assert await ask(url, differences) == []


async def test_every_migration_goes_down_and_up(url: str) -> None:
    address = parse_url(url)
    for revision in sorted(migrate.known_revisions()):
        await migrate.upgrade(address, revision)
        below = str(int(revision) - 1).zfill(4) if revision != "0001" else "base"
        await migrate.downgrade(address, below)
        await migrate.upgrade(address, revision)
    assert await ask(url, differences) == []


async def test_who_may_answer_for_a_seat_is_kept_by_the_migration(url: str) -> None:
    address = parse_url(url)

    async def rows() -> object:
        return await ask(url, lambda c: c.execute(preferences.select()).all())

    await migrate.upgrade(address, "0003")
    database = await connect(address)
    old, new = ("seat", "g1/United Kingdom", "answerer", 77), ("answerer", "g1", "United Kingdom", 77)
    await database.write(lambda c: c.execute(preferences.insert().values(old)))
    await database.close()
    await migrate.upgrade(address)
    assert await rows() == [new]
    await migrate.downgrade(address, "0003")
    assert await rows() == [old]


async def test_what_tells_of_orders_is_kept_by_the_migration(url: str) -> None:
    store = await Store.open(url)
    await create(store)
    await store.close()
    value = {"place": "10", "message": "77", "text": "bought", "lines": [[0, [3, 4]]]}
    olds = [("told", "g1", "3", value), ("told", "g1", "9", {**value, "shown": ""})]
    address = parse_url(url)
    await migrate.downgrade(address, "0004")
    database = await connect(address)
    for old in olds:
        await database.write(lambda c, old=old: c.execute(preferences.insert().values(old)))
    await database.close()
    await migrate.upgrade(address)
    assert await ask(url, lambda c: c.execute(told.select().order_by(told.c.first)).all()) == [
        ("g1", 3, 10, 77, "bought", [[0, [3, 4]]], None),
        ("g1", 9, 10, 77, "bought", [[0, [3, 4]]], ""),
    ]
    await migrate.downgrade(address, "0004")
    assert await ask(url, lambda c: c.execute(preferences.select().order_by(preferences.c.name)).all()) == olds


async def test_what_is_proposed_is_kept_by_the_migration(url: str) -> None:
    store = await Store.open(url)
    await create(store)
    await store.close()
    value = {"id": "77", "kind": "back", "by": 1 << 60, "asked": [2, 3], "agreed": [2], "why": "", "revision": 4}
    value["data"] = {"number": 1}
    old, address = ("proposal", "g1", "77", value), parse_url(url)
    await migrate.downgrade(address, "0008")
    database = await connect(address)
    await database.write(lambda c: c.execute(preferences.insert().values(old)))
    await database.close()
    await migrate.upgrade(address)
    kept = await ask(url, lambda c: c.execute(proposals.select()).all())
    assert kept == [("g1", "77", "back", 1 << 60, [2, 3], [2], "", 4, {"number": 1})]
    await migrate.downgrade(address, "0008")
    assert await ask(url, lambda c: c.execute(preferences.select()).all()) == [old]


@pytest.mark.sqlite
async def test_opening_brings_an_old_database_up_and_keeps_a_copy(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(url)
    await create(store)
    await store.close()
    scripts = tmp_path / "migrations"
    (scripts / "versions").mkdir(parents=True)
    for path in migrate._SCRIPTS.rglob("*.py"):
        (scripts / path.relative_to(migrate._SCRIPTS)).write_text(path.read_text())
    (scripts / "versions" / "9999_later.py").write_text(
        "import sqlalchemy as sa\nfrom alembic import op\n"
        f"revision = '9999'\ndown_revision = {migrate.head()!r}\n"
        "def upgrade():\n"
        "    with op.batch_alter_table('games') as batch:\n"
        "        batch.add_column(sa.Column('later', sa.Integer()))\n"
        "        batch.alter_column('name', existing_type=sa.String(100), type_=sa.String(200))\n"
        "def downgrade():\n    pass\n"
    )
    before = migrate.head()
    monkeypatch.setattr(migrate, "_SCRIPTS", scripts)
    store = await Store.open(url)
    assert (await store.games())[0].name == "A game"
    await store.close()
    assert await migrate.current(parse_url(url)) == "9999"
    with sqlite3.connect(tmp_path / f"store.sqlite3.before-upgrade-from-{before}") as copy:
        assert copy.execute("SELECT id FROM games").fetchall() == [("g1",)]
    copy.close()

    monkeypatch.undo()
    with pytest.raises(NewerData, match="9999"):
        await Store.open(url)


def test_the_command_shows_the_revision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ADJUTANT_DATABASE_URL", str(tmp_path / "x.sqlite3"))
    assert command_line.main(["upgrade"]) == 0
    assert command_line.main([]) == 0
    assert f"database at revision {migrate.head()}" in capsys.readouterr().out
    assert command_line.main(["sideways"]) == 2


def test_as_a_host_types_it_it_says_nothing_else(tmp_path: Path) -> None:
    """No warning of Python's beside the answer."""
    given = {
        **os.environ,
        "ADJUTANT_DATABASE_URL": str(tmp_path / "x.sqlite3"),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    done = subprocess.run(
        [sys.executable, "-m", "bot.ops.migrate"], env=given, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stderr == "" and done.stdout.startswith("database at revision none;")
