"""Each refusal of Discord is answered by its number; outages of Discord and of the store lose nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from bench import Bench
from desk import ANNA, BORIS

from bot.discord import delivery as d
from bot.game.moderator.outbox_messages import direct
from bot.store import Enqueue, MarkSent, SetPost, SetPreference, SetTimer, StoreError, Unavailable
from bot.workers.scheduler import Scheduler
from bot.workers.watch import Watch


async def test_30046_too_many_edits(bench: Bench) -> None:
    first = await bench.post()
    bench.transport.refuse("edit", d.TOO_MANY_EDITS, 400)
    await bench.desk.ok("buy 1 infantry")
    await bench.quiet()
    assert await bench.post() != first and (await bench.shown()).mention == ()
    assert "dead" not in await bench.states()


async def test_10008_the_panel_was_deleted(bench: Bench) -> None:
    first = await bench.post()
    bench.transport.refuse("edit", d.UNKNOWN_MESSAGE, 404)
    await bench.refresh("again")
    assert await bench.post() != first and len(bench.transport.messages) == 2


@pytest.mark.parametrize("what", ["edit", "send"])
async def test_50083_an_archived_thread_is_opened(bench: Bench, what: str) -> None:
    bench.transport.refuse(what, d.ARCHIVED, 400)
    await bench.desk.ok("buy 1 infantry")
    await bench.say("hello")
    await bench.quiet()
    assert bench.transport.opened == [10] and "dead" not in await bench.states()


async def test_50007_closed_direct_messages_become_a_mention(bench: Bench) -> None:
    bench.transport.refuse("direct", d.NO_DIRECT)
    message = direct(BORIS, "Your move", "k", 10)
    await bench.desk.store.queue(message, game_id=bench.desk.game_id)
    await bench.until(lambda: any("Your move" in m.text for m in bench.transport.messages.values()))
    said = next(m for m in bench.transport.messages.values() if "Your move" in m.text)
    assert said.mention == (BORIS,) and said.place == 10


@pytest.mark.parametrize(
    ("code", "status", "told"),
    [(d.NO_PERMISSION, 403, "Embed Links"), (d.NO_ACCESS, 403, "Embed Links"), (d.UNKNOWN_CHANNEL, 404, "gone")],
)
async def test_50013_50001_10003_the_master_is_told_once_a_day(bench: Bench, code: int, status: int, told: str) -> None:
    bench.transport.lacking = ["Embed Links"]
    bench.transport.refuse("edit", code, status, times=2)
    if code == d.UNKNOWN_CHANNEL:
        bench.transport.refuse("missing", code, status, times=2)
    await bench.desk.ok("buy 1 infantry")
    await bench.quiet()
    await bench.refresh("once more")
    assert [user for user, _ in bench.transport.directs] == [ANNA] and told in bench.transport.directs[0][1]
    assert (await bench.states())["dead"] == 2
    await bench.refresh("it is possible again")
    assert (await bench.shown()).edits == 1


async def test_429_is_waited_out_and_never_given_up(bench: Bench) -> None:
    bench.transport.refuse("edit", 0, 429, times=20, after=7.0)
    await bench.desk.ok("buy 1 infantry")
    async with asyncio.timeout(20):
        while not (await bench.shown()).edits:
            await bench.go(8)
            await asyncio.sleep(0.02)
    await bench.quiet()
    assert "dead" not in await bench.states() and not bench.transport.refusals["edit"]


async def test_an_outage_of_an_hour_loses_nothing(bench: Bench) -> None:
    bench.transport.refuse("edit", 0, 503, times=30)
    await bench.desk.ok("buy 1 infantry")
    async with asyncio.timeout(20):
        while await bench.desk.store.outbox.listed(("waiting", "sending")):
            await bench.go(301)
            await asyncio.sleep(0.02)
    assert (await bench.shown()).embed.startswith("USSR: Purchase")
    assert "dead" not in await bench.states()


async def test_a_store_that_fails_for_a_while_ends_nothing(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    store, broken = bench.desk.store, True
    real = store.claim

    async def sometimes(*args: Any) -> Any:
        if broken:
            raise Unavailable("database or disk is full")
        return await real(*args)

    monkeypatch.setattr(store, "claim", sometimes)
    await bench.desk.ok("buy 1 infantry")
    await bench.until(lambda: bench.watch.failures >= 2)
    with pytest.raises(RuntimeError):
        await bench.watch.state()
    broken = False
    await bench.quiet()
    assert (await bench.shown()).edits >= 1
    assert await bench.desk.store.error("x") is None


async def test_what_is_sent_but_not_noted_is_noted_later_and_not_sent_twice(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    left, real = [Unavailable("locked"), Unavailable("locked")], bench.desk.store.claim

    async def twice(limit: int, *steps: Any) -> Any:
        if steps and left:
            raise left.pop()
        return await real(limit, *steps)

    monkeypatch.setattr(bench.desk.store, "claim", twice)
    await bench.say("once")
    await bench.quiet()
    assert [m.text for m in bench.transport.messages.values()].count("once") == 1 and not left


async def test_timers_survive_a_store_that_fails(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    store, fired, left = bench.desk.store, list[str](), [StoreError("full")] * 3
    real = store.timers.due

    async def due(limit: int = 100) -> Any:
        if left:
            raise left.pop()
        return await real(limit)

    async def fire(timer: Any) -> None:
        fired.append(timer.key)

    monkeypatch.setattr(store.timers, "due", due)
    await store.apply(SetTimer("k", "x", bench.desk.now, {}, bench.desk.game_id))
    watch = Watch("timers", Scheduler(store, fire, lambda: bench.desk.now).run, store, first_pause=0.01)
    watch.start()
    await bench.until(lambda: fired == ["k"])
    assert watch.failures == 3
    await watch.stop()


async def test_the_change_of_a_panel_is_noted_in_one_transaction(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """With its message; what the store does not take is not sent again, but noted again."""
    first, real, calls = await bench.post(), bench.desk.store.claim, list[tuple[Any, ...]]()

    async def fails(limit: int, *steps: Any) -> Any:
        calls.append(steps)
        if steps and len([one for one in calls if one]) == 1:
            raise Unavailable("not now")
        return await real(limit, *steps)

    monkeypatch.setattr(bench.desk.store, "claim", fails)
    bench.transport.refuse("edit", d.TOO_MANY_EDITS, 400, times=2)
    await bench.refresh("soon")
    tried, noted = [steps for steps in calls if steps][:2]
    kinds = {type(step) for step in noted}
    assert kinds == {MarkSent, SetPost, SetPreference, Enqueue} and tried == noted
    assert await bench.post() != first and len(bench.transport.messages) == 1
