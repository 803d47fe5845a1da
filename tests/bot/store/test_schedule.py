"""Timers fire once, at their time, across restarts, pauses and failures. No test sleeps: the clock is ours."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from store_helpers import CHANNEL, Clock, create, order

from bot.game.clock.deadlines import DEADLINE, HOUR, OVERDUE, REMIND
from bot.store import Change, DropTimers, PauseTimers, ResumeTimers, SetTimer, Store, Timer
from bot.store.step_handlers import backoff
from bot.workers.scheduler import Scheduler
from rules.model.board import BOARDS, load

Open = Callable[[], Awaitable[Store]]


class Recorder:
    """A handler that notes what fired."""

    def __init__(self) -> None:
        self.fired: list[str] = []

    async def __call__(self, timer: Timer) -> None:
        self.fired.append(timer.key)


def timer(key: str, due: float, game_id: str | None = "g1", kind: str = DEADLINE) -> SetTimer:
    return SetTimer(key, kind, due, {"power": "Japan"}, game_id)


async def test_timers_fire_in_their_order_when_due(store: Store, clock: Clock) -> None:
    recorder = Recorder()
    scheduler = Scheduler(store, recorder, clock)
    await store.apply(timer("late", clock.now + 20), timer("early", clock.now + 10), timer("never", clock.now + 1000))
    assert await scheduler.fire_due() == 0
    clock.go(20)
    assert await scheduler.fire_due() == 2
    assert recorder.fired == ["early", "late"]
    assert await scheduler.fire_due() == 0
    assert await store.timers.next() == clock.now + 980


async def test_the_longest_key_there_is_has_room(store: Store, clock: Clock) -> None:
    """A question in the place with the longest name, and a reminder of it to somebody."""
    boards = [load(name) for name in BOARDS]
    place = max((p for board in boards for p in board.places), key=len)
    power = max((p for board in boards for p in board.powers), key=len)
    key = f"decision:{'retreat of submarines':24}:{place}:{power}/remind:12:{2**63 - 1}"
    await store.apply(timer(key, clock.now + 10))
    assert [t.key for t in await store.timers.of_game("g1")] == [key]


async def test_timers_survive_a_restart(open_store: Open, clock: Clock) -> None:
    store = await open_store()
    await create(store)
    await store.apply(timer("turn", clock.now + 10), SetTimer("tidy", "tidy", clock.now + 5))
    store = await open_store()
    clock.go(10)
    recorder = Recorder()
    await Scheduler(store, recorder, clock).fire_due()
    assert sorted(recorder.fired) == ["tidy", "turn"]


async def test_a_timer_set_anew_replaces_the_old_and_has_another_order_id(store: Store, clock: Clock) -> None:
    await store.apply(timer("turn", clock.now + 10))
    [old] = await store.timers.of_game("g1")
    await store.apply(timer("turn", clock.now + 10))
    [new] = await store.timers.of_game("g1")
    assert old.order_id != new.order_id
    assert not await store.timers.holds(old) and await store.timers.holds(new)
    assert int(float(new.order_id.removeprefix("timer:"))) == int(clock.now + 10)


async def test_timers_are_dropped_by_name_or_beginning(store: Store, clock: Clock) -> None:
    await create(store, "g2", channel_id=CHANNEL + 1)
    keys = ("turn", "turn/remind:0", "turn/remind:1", "turns", "decision_1", "decisionx1")
    await store.apply(*(timer(key, clock.now) for key in keys), timer("turn/remind:0", clock.now, "g2"))
    await store.apply(DropTimers("g1", "turn/*"), DropTimers("g1", "decision_*"))
    assert {found.key for found in await store.timers.of_game("g1")} == {"turn", "turns", "decisionx1"}
    await store.apply(DropTimers("g1"))
    assert await store.timers.of_game("g1") == []
    assert len(await store.timers.of_game("g2")) == 1


async def test_a_handler_that_fails_is_tried_again_and_acts_once(store: Store, clock: Clock) -> None:
    await store.apply(timer("turn", clock.now))
    receipts = []

    async def commits_then_fails(fired: Timer) -> None:
        receipts.append(await store.commit(Change(fired.order_id, "g1", entries=(order("done"),))))
        if len(receipts) == 1:
            raise RuntimeError("the answer was lost")

    scheduler = Scheduler(store, commits_then_fails, clock)
    assert await scheduler.fire_due() == 1
    assert await scheduler.fire_due() == 0
    clock.go(backoff(1))
    assert await scheduler.fire_due() == 1
    assert [receipt.repeated for receipt in receipts] == [False, True]
    assert (await store.game("g1")).revision == 1
    assert await store.timers.next() is None


async def test_a_timer_dropped_by_the_one_before_it_does_not_fire(store: Store, clock: Clock) -> None:
    fired = []

    async def handler(timer: Timer) -> None:
        fired.append(timer.key)
        await store.apply(DropTimers("g1"))

    await store.apply(timer("turn", clock.now), timer("turn/remind:0:5", clock.now, kind=REMIND))
    await Scheduler(store, handler, clock).fire_due()
    assert fired == ["turn"]


async def test_one_game_in_trouble_does_not_stop_the_others(store: Store, clock: Clock) -> None:
    await create(store, "g2", channel_id=CHANNEL + 1)
    await store.apply(timer("turn", clock.now, "g1"), timer("turn", clock.now, "g2"))
    fired = []

    async def handler(timer: Timer) -> None:
        if timer.game_id == "g1":
            raise KeyError("broken")
        fired.append(timer.game_id)

    await Scheduler(store, handler, clock).fire_due()
    assert fired == ["g2"]
    assert [timer.attempts for timer in await store.timers.of_game("g1")] == [1]


async def test_a_paused_game_keeps_the_time_it_had_left(store: Store, clock: Clock) -> None:
    await store.apply(timer("turn", clock.now + 100))
    clock.go(40)
    await store.apply(PauseTimers("g1"))
    clock.go(1000)
    recorder = Recorder()
    scheduler = Scheduler(store, recorder, clock)
    assert await scheduler.fire_due() == 0 and await store.timers.next() is None
    await store.apply(PauseTimers("g1"))
    await store.apply(ResumeTimers("g1"))
    await store.apply(ResumeTimers("g1"))
    [resumed] = await store.timers.of_game("g1")
    assert resumed.due == resumed.fire_at == clock.now + 60
    clock.go(60)
    assert await scheduler.fire_due() == 1


async def test_after_a_long_absence_deadlines_get_grace_and_stale_reminders_go(store: Store, clock: Clock) -> None:
    await store.apply(
        timer("turn", clock.now + 10),
        timer("turn/remind:0:5", clock.now + 5, kind=REMIND),
        timer("turn/nag:0:5", clock.now + 5, kind=OVERDUE),
        timer("tidy", clock.now + 5, None, "tidy"),
        timer("just now", clock.now + 7200),
    )
    [before] = [found for found in await store.timers.of_game("g1") if found.key == "turn"]
    clock.go(7200)
    recorder = Recorder()
    scheduler = Scheduler(store, recorder, clock)
    await scheduler.catch_up()
    await scheduler.fire_due()
    assert sorted(recorder.fired) == ["just now", "tidy"]
    [after] = await store.timers.of_game("g1")
    assert (after.fire_at, after.order_id) == (clock.now + HOUR, before.order_id)
    clock.go(HOUR)
    await scheduler.fire_due()
    assert recorder.fired[-1] == "turn"


@pytest.mark.parametrize(("away", "grace"), [(7200.0, HOUR), (60.0, None)])
async def test_a_deadline_that_failed_once_gets_grace_after_an_absence_too(
    store: Store, clock: Clock, away: float, grace: float | None
) -> None:
    """It is tried again at once where nobody was away."""
    await store.apply(timer("turn", clock.now))
    [due] = await store.timers.due()
    await store.timers.failed(due)
    [failed] = await store.timers.of_game("g1")
    assert failed.attempts == 1 and failed.fire_at is not None
    clock.go(failed.fire_at - clock.now + away)
    await Scheduler(store, Recorder(), clock).catch_up()
    [found] = await store.timers.of_game("g1")
    assert found.fire_at == (failed.fire_at if grace is None else clock.now + grace)


@pytest.mark.parametrize(("jump", "grace"), [(7200.0, HOUR), (-7200.0, None)])
async def test_a_clock_that_is_set_gives_grace_or_leaves_the_hours_as_they_were_told(
    store: Store, clock: Clock, jump: float, grace: float | None
) -> None:
    elapsed = clock.now
    scheduler = Scheduler(store, Recorder(), clock, elapsed=lambda: elapsed)
    await store.apply(timer("turn", due := clock.now + 10))
    await scheduler.look_at_the_clock()
    clock.go(jump)
    await scheduler.look_at_the_clock()
    await scheduler.look_at_the_clock()
    [found] = await store.timers.of_game("g1")
    assert found.fire_at == (due if grace is None else clock.now + grace)


async def test_a_timer_that_failed_does_not_wait_for_the_hour_before_the_clock_was_set_back(
    store: Store, clock: Clock
) -> None:
    elapsed = clock.now
    scheduler = Scheduler(store, Recorder(), clock, elapsed=lambda: elapsed)
    await store.apply(timer("turn", clock.now), timer("later", due := clock.now + 10))
    [failed] = await store.timers.due()
    await store.timers.failed(failed)
    clock.go(-7200)
    await scheduler.look_at_the_clock()
    found = {t.key: t.fire_at for t in await store.timers.of_game("g1")}
    assert found == {"turn": clock.now, "later": due}


async def test_the_running_scheduler_is_woken_by_a_new_timer(store: Store, clock: Clock) -> None:
    fired = asyncio.Event()

    async def handler(timer: Timer) -> None:
        await store.apply(DropTimers("g1", timer.key))
        fired.set()

    task = asyncio.create_task(Scheduler(store, handler, clock).run())
    await store.apply(timer("far", clock.now + 1_000_000))
    await store.apply(timer("now", clock.now))
    await fired.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert [found.key for found in await store.timers.of_game("g1")] == ["far"]
