"""Records of tournaments: added to, never changed, by whoever knows how far they go; seasons close once."""

from __future__ import annotations

import asyncio

import pytest
from store_helpers import Clock, claimed

from bot.store import (
    AddEvent,
    Change,
    ChangeSeason,
    CloseSeason,
    CloseTournament,
    Enqueue,
    Message,
    Moved,
    NameTaken,
    OpenSeason,
    OpenTournament,
    RequireRecord,
    SetTimer,
    Share,
    Store,
)
from tests.ready_stores import ready_database


def event(number: int, what: str = "x") -> AddEvent:
    return AddEvent("t1", number, {"is": what}, "5", "why")


async def test_a_record_only_grows(store: Store) -> None:
    await store.apply(OpenTournament("t1", 7, "spring", {"a": 1}), event(1))
    with pytest.raises(NameTaken):
        await store.apply(OpenTournament("t2", 7, "spring", {}))
    for wrong in (1, 3):
        with pytest.raises(Moved):
            await store.apply(event(wrong))
    with pytest.raises(Moved):
        await store.apply(event(2), RequireRecord("t1", 1))
    found = await store.tournaments.one("t1")
    assert found is not None and [one.number for one in found[1]] == [1]
    assert found[0].open and found[1][0].note == "why"
    await store.apply(event(2), CloseTournament("t1"))
    assert await store.tournaments.every(7, only_open=True) == []
    assert [one.name for one in await store.tournaments.every(7)] == ["spring"]
    assert await store.tournaments.one("t9") is None


async def test_of_two_at_once_one_is_told(store: Store) -> None:
    await store.apply(OpenTournament("t1", 7, "spring", {}))
    changes = [Change(f"i{n}", steps=(event(1, f"by {n}"),)) for n in range(4)]
    done = await asyncio.gather(*(store.commit(change) for change in changes), return_exceptions=True)
    assert sum(isinstance(one, Moved) for one in done) == 3, done
    first = next(change for change, one in zip(changes, done) if not isinstance(one, Exception))
    assert (await store.commit(first)).repeated, "the same interaction again is the same change"
    found = await store.tournaments.one("t1")
    assert found is not None and len(found[1]) == 1


async def test_a_season_is_closed_once(store: Store) -> None:
    await store.apply(OpenSeason("s1", 7, "2026", {}))
    with pytest.raises(NameTaken):
        await store.apply(OpenSeason("s2", 7, "2026", {}))
    assert [one.id for one in await store.tournaments.seasons(7, only_open=True)] == ["s1"]
    await store.apply(ChangeSeason("s1", {"end": 5}))
    await store.apply(CloseSeason("s1", {"rows": []}))
    for late in (CloseSeason("s1", {"rows": [1]}), ChangeSeason("s1", {"end": 6})):
        with pytest.raises(Moved):
            await store.apply(late)
    found = await store.tournaments.season("s1")
    assert found is not None and (found.data, found.kept) == ({"end": 5}, {"rows": []}) and not found.open


async def test_what_is_of_a_server_belongs_to_its_share(clock: Clock) -> None:
    url = ready_database()
    stores = [await Store.open(url, clock=clock, share=Share(number, 2)) for number in range(2)]
    for guild in (0, 1 << 22):
        timer = SetTimer(f"t{guild}", "tournament", clock.now, guild_id=guild)
        told = Message(700 + guild, "say", {}, f"m{guild}", guild_id=guild)
        await stores[0].apply(timer, Enqueue(told))
    for number, store in enumerate(stores):
        assert [one.guild_id for one in await store.timers.due()] == [number << 22]
        assert [one.guild_id for one in await claimed(store)] == [number << 22]
        await store.close()
