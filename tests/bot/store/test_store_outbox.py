"""Messages go out in order, at least once, and are given up only after many failures."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from store_helpers import CHANNEL, Clock, claimed, create, message, order

from bot.store import Change, Enqueue, MarkFailed, MarkSent, Post, SetPost, Store, StoreError, Unavailable
from bot.store.step_handlers import GIVE_UP_AFTER, backoff


async def next_try(store: Store) -> float | None:
    """When the next message may go out."""
    return (await store.claim(0))[1]


async def test_messages_of_a_channel_wait_for_one_another(store: Store) -> None:
    await store.queue(message("a"), message("b"), message("c", channel=CHANNEL + 1))
    first = await claimed(store)
    assert [out.dedupe for out in first] == ["a", "c"]
    assert await claimed(store) == []
    await store.apply(MarkSent(first[0].id, 4444))
    assert [out.dedupe for out in await claimed(store)] == ["b"]
    assert [out.message_id for out in await store.outbox.listed(["sent"])] == [4444]


async def test_a_crash_while_sending_sends_again_with_the_same_nonce(
    store: Store, open_store: Callable[[], Awaitable[Store]]
) -> None:
    await store.commit(Change("1", "g1", entries=(order(),), messages=(message("a"), message("b"))))
    before = await claimed(store)
    store = await open_store()
    after = await claimed(store)
    assert [out.dedupe for out in after] == ["a"]
    assert after[0].nonce == before[0].nonce and len(after[0].nonce) <= 25
    await store.apply(MarkSent(after[0].id))
    store = await open_store()
    assert [out.dedupe for out in await claimed(store)] == ["b"]


async def test_a_dedupe_key_is_queued_once_for_ever(store: Store) -> None:
    await store.queue(message("a"), message("a"))
    [out] = await claimed(store)
    await store.apply(MarkSent(out.id))
    await store.queue(message("a"))
    assert await claimed(store) == []
    assert await store.outbox.counts() == {"sent": 1}


async def test_what_waits_in_a_slot_is_replaced(store: Store) -> None:
    await store.queue(message("a", slot="status"), message("b"), message("c", slot="status"))
    assert [out.dedupe for out in await store.outbox.listed()] == ["b", "c"]
    assert await store.outbox.counts() == {"replaced": 1, "waiting": 2}


async def test_a_failed_message_is_tried_later_and_holds_up_only_its_channel(store: Store, clock: Clock) -> None:
    await store.queue(message("a"), message("b"), message("c", channel=CHANNEL + 1))
    first, other = await claimed(store)
    await store.apply(MarkFailed(first.id, "HTTP 500"))
    await store.apply(MarkSent(other.id))
    assert await claimed(store) == []
    assert await next_try(store) == clock.now + backoff(1)
    clock.go(backoff(1))
    [again] = await claimed(store)
    assert (again.dedupe, again.attempts, again.error) == ("a", 1, "HTTP 500")
    await store.apply(MarkFailed(again.id, "429", after=30.0))
    assert await next_try(store) == clock.now + 30.0


async def test_a_message_is_given_up_when_it_can_t_go_out(store: Store, clock: Clock) -> None:
    await store.queue(message("a"), message("b"))
    [out] = await claimed(store)
    await store.apply(MarkFailed(out.id, "channel deleted", permanent=True))
    tries = 0
    while found := await claimed(store):
        (out,), tries = found, tries + 1
        await store.apply(MarkFailed(out.id, "HTTP 500"))
        clock.go(backoff(tries))
    assert (out.dedupe, tries) == ("b", GIVE_UP_AFTER)
    assert await next_try(store) is None
    assert [out.error for out in await store.outbox.listed(["dead"])] == ["channel deleted", "HTTP 500"]


async def test_sent_messages_are_forgotten_after_a_while(store: Store, clock: Clock) -> None:
    await store.queue(message("a"), message("b"))
    [out] = await claimed(store)
    await store.apply(MarkSent(out.id))
    clock.go(100)
    assert await store.outbox.forget(before=clock.now) == 1
    assert await store.outbox.counts() == {"waiting": 1}


async def by_message(store: Store) -> None:
    await store.commit(Change("1", "g1", messages=(message("a"),)))


async def by_step(store: Store) -> None:
    await store.commit(Change("1", "g1", steps=(Enqueue(message("a")),)))


async def by_itself(store: Store) -> None:
    await store.queue(message("a"), game_id="g1")


@pytest.mark.parametrize("room", [0, 1])
@pytest.mark.parametrize("put", [by_message, by_step, by_itself])
async def test_the_sender_hears_of_each_message(
    store: Store, put: Callable[[Store], Awaitable[None]], room: int
) -> None:
    await create(store, "g2")
    store.outbox.room, store.outbox.waiting = (lambda: room), False
    assert not store.outbox.queued.is_set()
    await put(store)
    assert store.outbox.queued.is_set()
    assert (len(store.outbox.begun), store.outbox.waiting) == (room, not room)


async def test_a_sender_with_room_takes_messages_from_the_transaction_that_queues_them(store: Store) -> None:
    await create(store, "g2")
    store.outbox.room, store.outbox.waiting = (lambda: 1), False
    await store.commit(Change("1", "g1", messages=(message("a"), message("b"))))
    assert [one.dedupe for one in store.outbox.begun] == ["a"] and store.outbox.waiting
    assert await store.outbox.counts() == {"sending": 1, "waiting": 1}
    store.outbox.waiting = False
    await store.commit(Change("2", "g1", messages=(message("c", channel=CHANNEL + 1),)))
    assert [one.dedupe for one in store.outbox.begun] == ["a", "c"] and not store.outbox.waiting
    await store.commit(Change("3", "g1", messages=(message("d"),)))
    assert len(store.outbox.begun) == 2 and store.outbox.waiting  # another is before it in its channel
    assert await store.outbox.recover() == 2
    assert [one.dedupe for one in await claimed(store)] == ["a", "c"]


async def test_what_may_have_been_taken_is_recovered(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line is lost as a transaction ends: nobody knows whether it is stored."""
    await create(store, "g2")
    inner, store.outbox.room = store._database.write, lambda: 1

    async def lost(*given: Any) -> None:
        await inner(*given)
        raise Unavailable("gone")

    monkeypatch.setattr(store._database, "write", lost)
    with pytest.raises(Unavailable):
        await store.commit(Change("1", "g1", messages=(message("a"),)))
    assert not store.outbox.begun and store.outbox.unsure and store.outbox.queued.is_set()


async def test_what_is_noted_and_what_is_claimed_are_one_transaction(store: Store, clock: Clock) -> None:
    await store.queue(message("a"), message("b"))
    [out] = await claimed(store)
    found, until = await store.claim(20, MarkSent(out.id, 7), Enqueue(message("c", channel=CHANNEL + 1)))
    assert [one.dedupe for one in found] == ["b", "c"] and until is None
    with pytest.raises(StoreError):
        await store.claim(20, MarkSent(found[0].id), SetPost(Post("no such game", "panel", CHANNEL, 1)))
    assert (await store.outbox.counts()) == {"sent": 1, "sending": 2}
