from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from store_helpers import Clock, create

from bot.store import Store
from tests.postgres import fresh_database
from tests.ready_stores import ready_database, ready_file


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Both databases, with their tables where the test does not want to see them made."""
    empty = request.node.get_closest_marker("empty")
    if request.param == "sqlite":
        if not empty:
            ready_file(tmp_path / "store.sqlite3")
        return f"sqlite:///{tmp_path / 'store.sqlite3'}"
    if request.node.get_closest_marker("sqlite"):
        pytest.skip("about SQLite's file")
    return fresh_database() if empty else ready_database()


@pytest.fixture
async def open_store(url: str, clock: Clock) -> AsyncIterator[Callable[..., Awaitable[Store]]]:
    """Opens the store; again, for another start of the bot (the one before is closed)."""
    stores: list[Store] = []

    async def start(dice_key: bytes | None = None) -> Store:
        while stores:
            await stores.pop().close()
        stores.append(await Store.open(url, dice_key=dice_key, clock=clock))
        return stores[-1]

    yield start
    for store in stores:
        await store.close()


@pytest.fixture
async def store(open_store: Callable[..., Awaitable[Store]]) -> Store:
    """A store with a game "g1"."""
    store = await open_store()
    await create(store)
    return store
