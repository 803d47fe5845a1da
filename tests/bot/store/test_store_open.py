"""Opening: pragmas, integrity, one owner, the dice key, addresses."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from store_helpers import create

from bot.store import Chain, Damaged, InUse, PutChain, Share, Store, StoreError, WrongKey
from bot.store.database import connect, parse_url
from bot.store.seal import Sealer

Open = Callable[..., Awaitable[Store]]
CHAIN = Chain("g1", 1, 4096, "c0" * 32, bytes(range(32)))
KEY = b"k" * 32


@pytest.mark.sqlite
async def test_sqlite_is_set_up_for_durability(url: str, tmp_path: Path) -> None:
    database = await connect(parse_url(url))
    try:
        pragmas = ("journal_mode", "synchronous", "foreign_keys")
        shown = await database.read(lambda c: [c.exec_driver_sql(f"PRAGMA {name}").scalar() for name in pragmas])
    finally:
        await database.close()
    assert shown == ["wal", 2, 1]


@pytest.mark.sqlite
async def test_a_second_bot_on_the_same_file_is_kept_out(store: Store, url: str, open_store: Open) -> None:
    with pytest.raises(InUse, match=str(os.getpid())):
        await Store.open(url)
    again = await open_store()
    assert (await again.game("g1")).id == "g1"


@pytest.mark.sqlite
async def test_a_damaged_file_is_refused(open_store: Open, url: str, tmp_path: Path) -> None:
    store = await open_store()
    await create(store)
    await store.close()
    path = tmp_path / "store.sqlite3"
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 8192)
    with pytest.raises(Damaged):
        await open_store()


@pytest.mark.sqlite
async def test_a_file_that_is_no_database_is_refused(url: str, tmp_path: Path) -> None:
    (tmp_path / "store.sqlite3").write_text("this is no database at all, but quite a long text")
    with pytest.raises(Damaged):
        await Store.open(url)


@pytest.mark.sqlite
async def test_rows_without_their_parent_are_found(open_store: Open, tmp_path: Path) -> None:
    await (await open_store()).close()
    with sqlite3.connect(tmp_path / "store.sqlite3") as connection:
        connection.execute("INSERT INTO posts VALUES ('nowhere', 'status', 1, 2)")
    connection.close()
    with pytest.raises(Damaged, match="posts"):
        await open_store()


async def test_dice_roots_are_sealed_with_the_key(open_store: Open, tmp_path: Path) -> None:
    store = await open_store(dice_key=KEY)
    await create(store)
    await store.apply(PutChain(CHAIN))
    assert await store.chains("g1") == [CHAIN]
    await store.close()
    everything = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert CHAIN.root not in everything and CHAIN.root.hex().encode() not in everything
    assert await (await open_store(dice_key=KEY)).chains("g1") == [CHAIN]
    with pytest.raises(WrongKey, match="ADJUTANT_DICE_KEY"):
        await open_store(dice_key=b"other" * 8)
    with pytest.raises(WrongKey, match="ADJUTANT_DICE_KEY"):
        await open_store()


async def test_without_a_key_roots_are_plain_and_stay_readable_with_one(open_store: Open) -> None:
    store = await open_store()
    await create(store)
    await store.apply(PutChain(CHAIN))
    assert await (await open_store(dice_key=KEY)).chains("g1") == [CHAIN]


def test_secrets_show_in_no_repr() -> None:
    for thing in (CHAIN, Sealer(KEY), PutChain(CHAIN)):
        assert CHAIN.root.hex() not in repr(thing) and repr(CHAIN.root) not in repr(thing)
        assert "kkkk" not in repr(thing)


def test_a_sealed_root_belongs_to_its_chain_and_can_t_be_altered() -> None:
    sealer = Sealer(KEY)
    text = sealer.seal(CHAIN.root, "g1/1")
    assert sealer.open(text, "g1/1") == CHAIN.root
    assert sealer.seal(CHAIN.root, "g1/1") != text
    with pytest.raises(WrongKey):
        sealer.open(text, "g2/1")
    for place in range(len("hmac1:"), len(text)):
        changed = text[:place] + ("0" if text[place] != "0" else "1") + text[place + 1 :]
        with pytest.raises(WrongKey):
            sealer.open(changed, "g1/1")
    with pytest.raises(ValueError, match="32 bytes"):
        Sealer(b"short")


@pytest.mark.parametrize(
    "address",
    [
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite+aiosqlite://",
        "sqlite+pysqlite:///x.db",
        "nonsense://x",
        "mysql+aiomysql://h/d",
        "postgresql+asyncpg://h/d",
    ],
)
def test_addresses_that_won_t_do(address: str) -> None:
    with pytest.raises(StoreError):
        parse_url(address)


def test_a_path_is_an_address(tmp_path: Path) -> None:
    plain = parse_url(str(tmp_path / "x.db"))
    assert plain.drivername == "sqlite"
    assert plain == parse_url(f"sqlite:///{tmp_path / 'x.db'}") == parse_url(f"sqlite+aiosqlite:///{tmp_path / 'x.db'}")


async def test_a_second_bot_on_a_server_is_kept_out_too(store: Store, url: str) -> None:
    if url.startswith("sqlite"):
        pytest.skip("about PostgreSQL")
    with pytest.raises(InUse):
        await Store.open(url)
    with pytest.raises(InUse, match="in 1, not in 2"):
        await Store.open(url, share=Share(1, 2))
    await store.close()
    await (await Store.open(url)).close()


@pytest.mark.sqlite
async def test_a_database_that_vanished_is_not_begun_anew_in_silence(
    open_store: Open, url: str, tmp_path: Path
) -> None:
    await (await open_store()).close()
    path = tmp_path / "store.sqlite3"
    path.write_bytes(b"")
    with pytest.raises(Damaged, match="missing or empty"):
        await Store.open(url)
    path.unlink()
    with pytest.raises(Damaged, match="missing or empty"):
        await Store.open(url)
    (tmp_path / "store.sqlite3.lock").unlink()
    await (await Store.open(url)).close()


@pytest.mark.parametrize("address", ["postgresql://u:p@h/d", "postgres://u@h/d", "postgresql+psycopg://h/d"])
def test_addresses_of_a_server(address: str) -> None:
    assert parse_url(address).drivername == "postgresql+psycopg"


def test_a_port_that_is_no_number_is_told_and_not_shown() -> None:
    for address in ("postgresql://u:p@host:abc/d", "postgresql://adjutant:hunter2/d"):
        with pytest.raises(StoreError, match="port is no number") as found:
            parse_url(address)
        assert "hunter2" not in str(found.value)


@pytest.mark.sqlite
async def test_other_users_can_t_read_the_file(tmp_path: Path) -> None:
    """It holds the roots of the dice. A group that was let in on purpose stays."""
    path, before = tmp_path / "store.sqlite3", os.umask(0o022)
    try:
        store = await Store.open(str(path))
        await store.probe()
        assert {p.stat().st_mode & 0o777 for p in tmp_path.iterdir()} == {0o600}
        await store.close()
        for mode, then in ((0o644, 0o600), (0o640, 0o640)):
            path.chmod(mode)
            await (await Store.open(str(path))).close()
            assert path.stat().st_mode & 0o777 == then
    finally:
        os.umask(before)
