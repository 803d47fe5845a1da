"""Backup and restore of a PostgreSQL store with PostgreSQL's own tools, as docs/operations.md tells."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from store_helpers import Clock, create, order

from bot.store import Change, Store
from tests.postgres import fresh_database, tool


async def test_dump_and_restore(clock: Clock, tmp_path: Path) -> None:
    first, second = fresh_database(), fresh_database()
    dump, restore = tool("pg_dump"), tool("pg_restore")
    if dump is None or restore is None or not shutil.which(dump):
        pytest.skip("no pg_dump here")
    store = await Store.open(first, dice_key=b"k" * 32, clock=clock)
    await create(store)
    await store.commit(Change("i1", "g1", 0, entries=(order(),)))
    copy = tmp_path / "copy.dump"
    plain = [url.replace("+psycopg", "") for url in (first, second)]
    subprocess.run([dump, "--format=custom", f"--file={copy}", plain[0]], check=True)
    await store.commit(Change("i2", "g1", 1, entries=(order(),)))
    await store.close()
    subprocess.run([restore, "--no-owner", f"--dbname={plain[1]}", str(copy)], check=True)
    again = await Store.open(second, dice_key=b"k" * 32, clock=clock)
    assert (await again.game("g1")).revision == 1 and len(await again.entries("g1")) == 1
    await again.close()
