"""The sender: each channel a queue of its own, the panel always the last thing there, clocks that are set."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from bench import Bench
from desk import BORIS
from fake_transport import Sent

from bot.discord.response import Reply
from bot.game.moderator.outbox_messages import REPLY, recap
from bot.ops.health import Unwell
from bot.processes.picture import Picture
from bot.settings import Settings
from bot.store import Post, Step
from bot.workers import outbox_worker
from bot.workers import panels as panels_module


async def test_a_slow_channel_holds_up_nobody_else(bench: Bench) -> None:
    bench.transport.slow[77] = asyncio.Event()
    for number in range(3):
        await bench.say(f"slow {number}", 77)
    for number in range(30):
        await bench.say(f"quick {number}")
    await bench.until(lambda: sum(m.text.startswith("quick") for m in bench.transport.messages.values()) == 30)
    assert not [m for m in bench.transport.messages.values() if m.place == 77]
    bench.transport.slow[77].set()
    await bench.quiet()
    texts = [m.text for m in bench.transport.messages.values()]
    assert [t for t in texts if t.startswith("slow")] == ["slow 0", "slow 1", "slow 2"]
    assert [t for t in texts if t.startswith("quick")] == [f"quick {n}" for n in range(30)]


async def test_where_more_is_sent_than_there_is_room_for_nothing_is_claimed(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is handed over while others are claimed takes their room; PostgreSQL refuses to claim less than nothing."""
    for place in (77, 78):
        bench.transport.slow[place] = asyncio.Event()
        await bench.say(f"slow {place}", place)
    await bench.until(lambda: len(bench.sender._under_way) == 2)
    claimed, real = list[int](), bench.desk.store.claim

    async def claim(limit: int, *steps: Step) -> Any:
        claimed.append(limit)
        return await real(limit, *steps)

    monkeypatch.setattr(bench.desk.store, "claim", claim)
    monkeypatch.setattr(outbox_worker, "AT_ONCE", 1)
    await bench.say("later", 79)
    await bench.until(lambda: bool(claimed))
    assert set(claimed) == {0}
    for place in (77, 78):
        bench.transport.slow[place].set()
    await bench.until(lambda: any(m.text == "later" for m in bench.transport.messages.values()))


async def test_the_panel_is_edited_and_posted_anew_for_somebody_else(bench: Bench) -> None:
    first = await bench.post()
    await bench.desk.ok("buy 1 infantry")
    await bench.quiet()
    assert await bench.post() == first and (await bench.shown()).edits == 1
    await bench.desk.ok("done", "done")
    await bench.desk.ok("done")
    await bench.quiet()
    last = await bench.post()
    await bench.desk.ok("place 1 infantry: Russia", "done")
    await bench.quiet()
    panel_now = await bench.shown()
    assert await bench.post() != last and panel_now.mention == (BORIS,) and not panel_now.silent
    assert last is not None and not bench.transport.messages[last.message_id].buttons


async def test_the_panel_is_the_last_thing_behind_a_recap_that_came_late(bench: Bench) -> None:
    """A panel that was being sent already can show the next turn before the recap of the last one is out."""
    await bench.desk.ok("done")
    await bench.quiet()
    row, shown = await bench.desk.row(), await bench.post()
    await bench.desk.store.queue(recap(row, 1, row.revision), game_id=row.id)
    await bench.quiet()
    (told,) = [number for number, sent in bench.transport.messages.items() if sent.text.startswith("**Round 1, USSR**")]
    last = await bench.post()
    assert shown and last and shown.message_id < told < last.message_id and (await bench.shown()).silent


async def test_the_panel_comes_down_silently_with_each_phase(bench: Bench) -> None:
    first = await bench.post()
    await bench.desk.ok("done")
    await bench.quiet()
    now = await bench.shown()
    assert first is not None and first.message_id not in bench.transport.messages
    assert now.silent and now.mention == () and now.embed == "USSR: Combat move"


async def test_what_is_said_does_not_leave_the_panel_behind(bench: Bench) -> None:
    first = await bench.post()
    await bench.say("USSR is reminded")
    await bench.quiet()
    assert list(bench.transport.messages)[-1] == (await bench.post()).message_id  # type: ignore[union-attr]
    assert await bench.post() != first and (await bench.shown()).silent


async def test_of_all_answers_the_last_has_live_controls(bench: Bench) -> None:
    row = await bench.desk.row()
    for number in (1, 2):
        bench.transport.messages[number] = Sent(10, f"answer {number}", buttons=True)
        bench.sender.services.answering.light((await bench.desk.situation()).facts, Post(row.id, REPLY, 10, number))
    bench.desk.store.outbox.queued.set()
    await bench.until(lambda: not bench.sender.services.answering.left)
    await bench.quiet()
    assert [bench.transport.messages[n].buttons for n in (1, 2)] == [False, True]
    await bench.desk.ok("done")
    await bench.quiet()
    assert not bench.transport.messages[2].buttons and bench.transport.messages[2].text == "answer 2"


async def test_an_old_panel_is_posted_anew_without_a_call(bench: Bench) -> None:
    first = await bench.post()
    await bench.go(51 * 60)
    await bench.refresh("steady", steady=True)
    assert await bench.post() == first
    await bench.desk.ok("buy 1 infantry")
    await bench.quiet()
    second = await bench.post()
    assert second != first and (await bench.shown()).mention == ()
    assert first is not None and first.message_id not in bench.transport.messages


async def test_a_clock_that_is_set_back_keeps_no_message_waiting(bench: Bench) -> None:
    bench.transport.refuse("send", status=503)
    await bench.say("late", 77)

    async def put_off() -> bool:
        return any(m.attempts for m in await bench.desk.store.outbox.listed(["waiting"]))

    await bench.until(put_off)
    await bench.set_clock(-3590)
    await bench.go(3)
    await bench.until(lambda: any(m.text == "late" for m in bench.transport.messages.values()))


async def test_a_clock_that_is_set_forward_in_an_outage_kills_no_message(bench: Bench) -> None:
    bench.transport.refuse("send", status=503, times=2)
    await bench.say("late", 77)

    async def put_off() -> bool:
        return any(m.attempts for m in await bench.desk.store.outbox.listed(["waiting"]))

    await bench.until(put_off)
    await bench.set_clock(2 * 86400)

    async def told() -> bool:
        await bench.go(300)
        return any(m.text == "late" for m in bench.transport.messages.values())

    await bench.until(told)
    assert "dead" not in await bench.states()


async def test_a_message_that_waits_for_long_is_told_to_whoever_watches(bench: Bench) -> None:
    assert "0 waiting" in await bench.sender.stuck()
    bench.transport.refuse("send", status=503, times=100)
    await bench.say("stuck", 77)
    for _ in range(4):
        await bench.go(200)
        await asyncio.sleep(0.05)
    with pytest.raises(Unwell, match="waiting for 13 minutes"):
        await bench.sender.stuck()
    bench.transport.refusals.clear()

    async def gone() -> bool:
        await bench.go(300)
        states = await bench.states()
        return not states.get("waiting") and not states.get("sending")

    await bench.until(gone)
    assert "0 waiting" in await bench.sender.stuck()


async def test_sent_rows_are_dropped_daily(bench: Bench) -> None:
    await bench.say("old")
    await bench.quiet()
    await bench.go(outbox_worker.KEEP_SENT + 2 * outbox_worker.DAY)
    await bench.say("new")
    await bench.quiet()
    kept = await bench.desk.store.outbox.listed(("sent",))
    assert "old" not in {m.payload.get("content") for m in kept}


async def test_a_picture_is_put_into_the_panel_when_it_is_drawn(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """By an edit, without another look at the game; by a refresh, where the game has moved on or Discord refuses."""
    panels, drawn, pictures, real = bench.sender.deliveries.panels, asyncio.Event(), list[int](), bench.transport.edit

    async def board(request: Any) -> Picture:
        await drawn.wait()
        return Picture("map.webp", b"", "a map")

    async def edit(place: int, message: int, reply: Reply) -> None:
        await real(place, message, reply)
        pictures.append(len(reply.pictures))

    monkeypatch.setattr(bench.transport, "edit", edit)
    monkeypatch.setattr(panels_module, "AT_MOST_EVERY", 0.0)
    settings = Settings(data_dir=bench.desk.folder, pictures=True, _env_file=None)  # type: ignore[call-arg]
    media: Any = SimpleNamespace(board=board)
    panels.services = replace(bench.sender.services, settings=settings, media=media)
    for moved_on, refused in ((False, False), (True, False), (False, True)):
        drawn.clear(), pictures.clear()
        await bench.desk.ok("buy 1 infantry")
        await bench.quiet()
        assert pictures == [0]
        sheet, sent = panels._sheets[bench.desk.game_id], (await bench.states())["sent"]
        sheet.wanted = "another map" if moved_on else sheet.wanted
        if refused:
            bench.transport.refuse("edit", 0, 503)
        drawn.set()
        await bench.until(lambda: pictures == [0, 1])
        await bench.quiet()
        assert (await bench.states())["sent"] == sent + (moved_on or refused)
        sheet.shown = ""


async def test_what_is_handed_over_while_the_outbox_is_recovered_goes_out_once(bench: Bench, monkeypatch: Any) -> None:
    """It is marked as being sent before the sender has it, so the recovery lets it wait again, and it is claimed as well."""
    outbox, sender = bench.desk.store.outbox, bench.sender
    recover, place = outbox.recover, (await bench.desk.row()).place
    first, second = asyncio.Event(), asyncio.Event()

    async def meanwhile(but: Any = ()) -> int:
        bench.transport.slow[place] = first
        await bench.desk.ok("done")
        return await recover(but)

    monkeypatch.setattr(outbox, "recover", meanwhile)
    outbox.unsure = True
    outbox.queued.set()
    await bench.until(lambda: bool(sender._under_way))
    bench.transport.slow[place] = second
    await bench.until(lambda: not outbox.begun)
    await asyncio.sleep(0.05)
    first.set()
    await asyncio.sleep(0.05)
    second.set()
    await bench.quiet()
    assert bench.watch.failures == 0
