"""Backups are whole, made while the bot writes; restoring puts them back, and never over a running bot."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from store_helpers import create, message, order

from bot.ops import backup
from bot.store import Change, Damaged, InUse, NewerData, Store, StoreError


async def filled(path: Path, orders: int = 3) -> Store:
    store = await Store.open(str(path))
    await create(store)
    await write(store, 0, orders)
    return store


async def write(store: Store, first: int, orders: int) -> None:
    for n in range(first, first + orders):
        await store.commit(Change(f"order-{n}", "g1", n, entries=(order(f"order {n}"),), messages=(message(f"m{n}"),)))


async def contents(path: Path) -> tuple[int, int, int]:
    store = await Store.open(str(path))
    try:
        revision = (await store.game("g1")).revision
        return revision, len(await store.entries("g1")), len(await store.outbox.listed())
    finally:
        await store.close()


async def test_backup_while_writing_is_one_moment(tmp_path: Path) -> None:
    store = await filled(tmp_path / "a.sqlite3")
    writer = asyncio.create_task(write(store, 3, 60))
    copies = []
    for n in range(5):
        copies.append(await asyncio.to_thread(backup.back_up, tmp_path / "a.sqlite3", tmp_path / f"copy{n}.sqlite3"))
    await writer
    await store.close()
    seen = []
    for copy in copies:
        revision, entries, messages = await contents(copy)
        assert revision == entries == messages
        seen.append(revision)
    assert seen == sorted(seen) and seen[0] >= 3 and seen[-1] <= 63
    assert await contents(tmp_path / "a.sqlite3") == (63, 63, 63)


async def test_restore_puts_the_backup_back_and_keeps_the_other(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    store = await filled(path)
    copy = backup.back_up(path, tmp_path / "copy.sqlite3")
    await write(store, 3, 2)
    with pytest.raises(InUse):
        backup.restore(copy, path)
    await store.close()
    aside = backup.restore(copy, path)
    assert aside is not None
    assert await contents(path) == (3, 3, 3)
    assert await contents(aside) == (5, 5, 5)
    assert await contents(copy) == (3, 3, 3)


async def test_restore_to_an_empty_place(tmp_path: Path) -> None:
    await (await filled(tmp_path / "a.sqlite3")).close()
    copy = backup.back_up(tmp_path / "a.sqlite3", tmp_path / "copy.sqlite3")
    assert backup.restore(copy, tmp_path / "new" / "b.sqlite3") is None
    assert await contents(tmp_path / "new" / "b.sqlite3") == (3, 3, 3)


async def test_what_is_no_good_backup_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    await (await filled(path)).close()
    text, torn = tmp_path / "text", tmp_path / "torn"
    text.write_text("not a database, whatever its name says")
    whole = backup.back_up(path, tmp_path / "copy").read_bytes()
    torn.write_bytes(whole[: len(whole) // 2])
    for bad in (text, torn):
        with pytest.raises(Damaged):
            backup.restore(bad, path)
    with pytest.raises(StoreError, match="no backup"):
        backup.restore(tmp_path / "nowhere", path)
    assert await contents(path) == (3, 3, 3)
    assert not list(tmp_path.glob("*.part"))


async def test_a_backup_of_a_newer_version_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.sqlite3"
    await (await filled(path)).close()
    copy = backup.back_up(path, tmp_path / "copy")
    monkeypatch.setattr(backup, "known_revisions", lambda: {"0000"})
    with pytest.raises(NewerData):
        backup.restore(copy, path)
    monkeypatch.undo()
    assert await contents(path) == (3, 3, 3)


async def test_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ADJUTANT_DATA_DIR", str(tmp_path / "data"))
    path = tmp_path / "data" / "adjutant.sqlite3"
    assert backup.main(["copies/"]) == 1, "there is no database yet"
    await (await filled(path)).close()
    for _ in range(2):
        assert backup.main(["copies/", "--keep", "1"]) == 0
    [copy] = (tmp_path / "copies").iterdir()
    assert str(copy.name) in capsys.readouterr().out
    assert backup.main([str(path)]) == 1, "not over the database itself"
    store = await Store.open(str(path))
    assert backup.main(["--restore", str(copy)]) == 1, "not under a running bot"
    await store.close()
    assert backup.main(["--restore", str(copy)]) == 0
    assert "former database" in capsys.readouterr().out
    assert await contents(path) == (3, 3, 3)
    with pytest.raises(SystemExit):
        backup.main([])


def test_old_dated_backups_are_thinned_out(tmp_path: Path) -> None:
    names = [f"adjutant-2024010{n}-000000.sqlite3" for n in range(1, 5)] + ["other.sqlite3"]
    for name in names:
        (tmp_path / name).touch()
    backup.thin_out(tmp_path, 2)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names[2:])
