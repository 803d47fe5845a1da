"""Shares of the games: messages and timers are claimed by the process whose share they are in, and by no other."""

from __future__ import annotations

import asyncio
from unittest.mock import AsyncMock

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from store_helpers import Clock, a_game, claimed, message

from bot.store import (
    Change,
    CreateGame,
    InUse,
    SetGame,
    SetTimer,
    Share,
    ShareLost,
    ShareWatch,
    Store,
    StoreError,
    Unavailable,
)
from bot.store.database import parse_url
from bot.store.owner import ShareLocks
from tests.postgres import close, cut, fresh_database, reopen


async def _shares(url: str, clock: Clock) -> list[Store]:
    stores = [await Store.open(url, clock=clock, share=Share(number, 2)) for number in range(2)]
    for number, store in enumerate(stores):
        game = a_game(f"g{number}", guild_id=number << 22, channel_id=700 + number)
        timer = SetTimer("t", "x", clock.now, game_id=game.id)
        told = (message(f"m{number}", 700 + number),)
        await store.commit(Change(f"new-{number}", game.id, steps=(CreateGame(game), timer), messages=told))
    return stores


async def test_each_works_off_its_own(clock: Clock) -> None:
    url = fresh_database()
    stores = await _shares(url, clock)
    watch = ShareWatch.over(url)
    assert watch is not None and await watch.taken() == {0, 1}
    with pytest.raises(InUse):
        await Store.open(url, share=Share(0, 2))
    for number, store in enumerate(stores):
        assert [m.dedupe for m in await claimed(store)] == [f"m{number}"]
        assert [t.game_id for t in await store.timers.due()] == [f"g{number}"]
        assert await claimed(store) == []
        assert store.share.holds(number << 22) and not store.share.holds((1 - number) << 22)
    await stores[1].close()
    assert await watch.taken() == {0}
    taken_over = await Store.open(url, clock=clock, share=Share(1, 2))
    assert [m.dedupe for m in await claimed(taken_over)] == ["m1"]
    for store in (stores[0], taken_over):
        await store.close()
    await watch.close()


async def test_a_share_is_free_before_its_connection_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server may notice late that a connection was closed: the lock doesn't wait for that."""
    url = parse_url(fresh_database())
    one, other = ShareLocks(url), ShareLocks(url)
    assert await one.take(0) and not await other.take(0)
    connection = one._connection
    assert connection is not None
    with monkeypatch.context() as patched:
        patched.setattr(AsyncConnection, "invalidate", AsyncMock())
        patched.setattr(AsyncConnection, "close", AsyncMock())
        patched.setattr(AsyncEngine, "dispose", AsyncMock())
        await one.release()
    assert await other.take(0)
    await connection.close()
    for locks in (one, other):
        await locks.release()


async def test_who_has_lost_its_share_writes_nothing(clock: Clock) -> None:
    url = fresh_database()
    store = await Store.open(url, clock=clock)
    cut(url, locks_only=True)
    other = await Store.open(url, clock=clock)
    with pytest.raises(ShareLost):
        await store.commit(Change("new", "g1", steps=(CreateGame(a_game()),)))
    with pytest.raises(InUse):
        await store.hold()
    assert await other.games() == []
    await store.close()
    await other.close()


@pytest.mark.parametrize("locks_only", [True, False])
async def test_a_lock_that_went_with_its_connection_is_taken_again(locks_only: bool, clock: Clock) -> None:
    url = fresh_database()
    store = await Store.open(url, clock=clock)
    assert not await store.hold()
    cut(url, locks_only)
    with pytest.raises(ShareLost):
        await store.probe()
    assert await store.hold() and not await store.hold()
    await store.commit(Change("new", "g1", steps=(CreateGame(a_game()),)))
    with pytest.raises(InUse):
        await Store.open(url)
    await store.close()


async def test_a_database_that_is_away_is_waited_for(clock: Clock) -> None:
    url = fresh_database()
    store = await Store.open(url, clock=clock)
    close(url)
    with pytest.raises(Unavailable):
        await store.probe()
    with pytest.raises(Unavailable):
        await store.games()
    for _ in range(2):
        with pytest.raises(StoreError) as found:
            await store.hold()
        assert not isinstance(found.value, InUse)
    reopen(url)
    assert await store.hold()
    await store.probe()
    close(url)
    await store.close()  # harmless, whatever the connections are


async def test_what_others_wrote_while_the_lock_was_away_is_seen(clock: Clock) -> None:
    url = fresh_database()
    store = await Store.open(url, clock=clock)
    await store.commit(Change("new", "g1", steps=(CreateGame(a_game()),)))
    assert (await store.game("g1")).status == "lobby"
    cut(url, locks_only=True)
    other = await Store.open(url, clock=clock)
    await other.apply(SetGame("g1", {"status": "over"}))
    await other.close()
    assert await store.hold()
    assert (await store.game("g1")).status == "over"
    await store.close()


async def test_a_share_is_taken_from_a_process_that_is_stopped(clock: Clock) -> None:
    """It asks nothing any more, though its connection stands."""
    url = fresh_database()
    stopped = await Store.open(url, clock=clock)
    watch = ShareWatch.over(url)
    assert watch is not None
    await asyncio.sleep(0.3)
    assert await watch.free_silent(30) == set() and await watch.taken() == {0}
    assert await watch.free_silent(0.2) == {0}
    while await watch.taken():
        await asyncio.sleep(0.05)
    other = await Store.open(url, clock=clock)
    with pytest.raises(ShareLost):
        await stopped.commit(Change("new", "g1", steps=(CreateGame(a_game()),)))
    with pytest.raises(InUse):
        await stopped.hold()
    for opened in (stopped, other, watch):
        await opened.close()
