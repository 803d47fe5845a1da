"""A change is carried out whole, once, on the revision it was judged on, or not at all."""

from __future__ import annotations

import asyncio

import pytest
from store_helpers import CHANNEL, create, message, order

from bot.store import (
    Change,
    DiceLines,
    NewSnapshot,
    PutSeat,
    RevisionConflict,
    Seat,
    SetGame,
    SetTimer,
    Store,
    StoreError,
    UnknownGame,
)

ROLL = {"kind": "roll", "roll": 1, "id": "1-abcdef", "dice": [3]}


async def test_a_change_is_stored_whole(store: Store) -> None:
    change = Change(
        "100",
        "g1",
        expected_revision=0,
        entries=(order("buy 1 tank"), order("done", dice=[{"dice": [3]}], extra={"turn": 1})),
        snapshot=NewSnapshot({"money": 7}, label="round 1"),
        state_hash="ab" * 32,
        messages=(message("m1"),),
        steps=(SetTimer("turn", "deadline", 99.0, game_id="g1"), DiceLines("g1", [ROLL])),
        answer={"text": "bought"},
    )
    receipt = await store.commit(change)
    assert (receipt.first, receipt.last, receipt.answer, receipt.repeated) == (1, 2, {"text": "bought"}, False)
    loaded = await store.load("g1")
    assert loaded.game.revision == 2 and loaded.game.state_hash == "ab" * 32
    assert loaded.snapshot and loaded.snapshot.seq == 2 and loaded.snapshot.data == {"money": 7}
    assert loaded.entries == []
    first, second = await store.entries("g1")
    assert (first.seq, first.order, first.events) == (1, "buy 1 tank", [{"event": "MoneyChanged", "by": -5}])
    assert (second.dice, second.extra, second.interaction_id) == ([{"dice": [3]}], {"turn": 1}, "100")
    assert await store.dice_log("g1") == [ROLL]
    assert [timer.key for timer in await store.timers.of_game("g1")] == ["turn"]
    assert [out.dedupe for out in await store.outbox.listed()] == ["m1"]
    assert await store.labels("g1") == [(2, "round 1")]


async def test_a_repeated_interaction_gets_its_first_answer(store: Store) -> None:
    first = await store.commit(Change("100", "g1", 0, entries=(order(),), messages=(message("m1"),), answer="one"))
    again = await store.commit(Change("100", "g1", 0, entries=(order(),), messages=(message("m2"),), answer="two"))
    assert again.repeated and not first.repeated
    assert (again.answer, again.first, again.last) == ("one", 1, 1)
    assert len(await store.entries("g1")) == 1
    assert [out.dedupe for out in await store.outbox.listed()] == ["m1"]


async def test_the_same_interaction_at_once_is_done_once(store: Store) -> None:
    change = Change("100", "g1", entries=(order(),))
    receipts = await asyncio.gather(*(store.commit(change) for _ in range(8)))
    assert sum(not receipt.repeated for receipt in receipts) == 1
    assert (await store.game("g1")).revision == 1


async def test_orders_judged_on_an_older_revision_are_refused(store: Store) -> None:
    await store.commit(Change("100", "g1", 0, entries=(order(),)))
    with pytest.raises(RevisionConflict) as conflict:
        await store.commit(Change("101", "g1", 0, entries=(order(),), messages=(message("m"),)))
    assert (conflict.value.expected, conflict.value.actual) == (0, 1)
    assert await store.receipt("g1", "101") is None
    assert await store.outbox.listed() == []


async def test_of_many_orders_on_one_revision_one_wins(store: Store) -> None:
    tries = (store.commit(Change(str(n), "g1", 0, entries=(order(),))) for n in range(10))
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(result, RevisionConflict) for result in results) == 9
    assert (await store.game("g1")).revision == 1


async def test_a_step_that_fails_takes_everything_back(store: Store) -> None:
    await store.commit(Change("1", "g1", steps=(DiceLines("g1", [ROLL]),)))
    bad = Change("2", "g1", 0, entries=(order(),), messages=(message("m"),), steps=(DiceLines("g1", [ROLL]),))
    with pytest.raises(StoreError, match="does not fit"):
        await store.commit(bad)
    assert (await store.game("g1")).revision == 0
    assert await store.entries("g1") == [] and await store.outbox.listed() == []
    assert await store.receipt("g1", "2") is None


async def test_errors_show_no_values(store: Store) -> None:
    await store.commit(Change("1", "g1", steps=(DiceLines("g1", [ROLL]),)))
    with pytest.raises(StoreError) as caught:
        await store.commit(Change("2", "g1", steps=(DiceLines("g1", [{**ROLL, "seed": "5eed"}]),)))
    assert "5eed" not in str(caught.value) and "5eed" not in str(caught.value.__cause__)


async def test_unknown_games_are_refused(store: Store) -> None:
    with pytest.raises(UnknownGame):
        await store.commit(Change("1", "nowhere", entries=(order(),)))
    with pytest.raises(UnknownGame):
        await store.load("nowhere")
    with pytest.raises(UnknownGame):
        await store.apply(SetGame("nowhere", {"status": "over"}))
    with pytest.raises(StoreError, match="does not fit"):
        await store.apply(PutSeat(Seat("nowhere", "Germany", 5)))


@pytest.mark.parametrize(
    "change",
    [Change("", "g1"), Change("1", "", entries=(order(),)), Change("1", "g1", entries=(order(voids=(1,)),))],
    ids=["no id", "entries of no game", "voids itself"],
)
async def test_changes_that_make_no_sense_are_refused(store: Store, change: Change) -> None:
    with pytest.raises(StoreError):
        await store.commit(change)


async def test_the_store_keeps_its_own_fields(store: Store) -> None:
    with pytest.raises(StoreError, match="revision"):
        await store.apply(SetGame("g1", {"revision": 9}))


async def test_interaction_ids_are_each_games_own(store: Store) -> None:
    await create(store, "g2", channel_id=CHANNEL + 1)
    for game in ("g1", "g2"):
        receipt = await store.commit(Change("timer:5", game, entries=(order(),)))
        assert not receipt.repeated


async def test_a_change_may_belong_to_no_game(store: Store) -> None:
    assert not (await store.commit(Change("9", messages=(message("hello"),), answer=1))).repeated
    assert (await store.commit(Change("9", messages=(message("other"),), answer=2))).answer == 1
