"""Deadlines at work: whose clock runs, what happens when time is up, who is told and how."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from desk import ANNA, BORIS, Desk

from bot.game import players_of
from bot.game.clock.deadlines import DAY, DEADLINE, HOUR, Quiet
from bot.store import SetPreference, Timer
from bot.workers.deadline_handler import Timekeeper
from bot.workers.scheduler import Scheduler
from bot.workers.turn_notifications import calls_for

DAILY = {"deadline": {"profile": "daily"}}
ATTACK = ("done", "done", "move 3 infantry, 1 armor, 1 fighter: Karelia S.S.R. > Ukraine S.S.R.", "done")


def keeper(desk: Desk) -> Timekeeper:
    """What carries timers out, without a Discord client."""
    return Timekeeper(SimpleNamespace(store=desk.store, games=desk.moderator))  # type: ignore[arg-type]


async def deadline(desk: Desk) -> Timer:
    """The one deadline that runs."""
    found = [t for t in await desk.store.timers.of_game(desk.game_id) if t.kind == DEADLINE]
    assert len(found) == 1
    return found[0]


async def run_out(desk: Desk) -> None:
    """Let the deadline come due, and whatever is due with it."""
    desk.now = (await deadline(desk)).due + 1
    await Scheduler(desk.store, keeper(desk).fire, lambda: desk.now).fire_due()


async def said(desk: Desk) -> list[str]:
    """What waits to be said."""
    return [m.payload["content"] for m in await desk.store.outbox.listed() if m.kind == "say"]


async def to_question(desk: Desk) -> Any:
    """Play until Germany is asked something; gives the question. The dice are always the same (fixture `desk`)."""
    await desk.ok(*ATTACK)
    await desk.ok("fight Ukraine S.S.R.")
    for _ in range(40):
        state = await desk.state()
        assert state.pending, "with other dice Germany would be asked: choose another secret for the fixture desk"
        if state.pending[0].power == "Germany":
            return state.pending[0]
        from rules.legal import decision_choices

        await desk.ok(decision_choices(await desk.game())[0])
    raise AssertionError("no end")


async def test_a_turn_has_one_clock(desk: Desk) -> None:
    await desk.begin(settings=DAILY)
    first = await deadline(desk)
    assert first.due == desk.now + DAY and first.payload["power"] == "USSR"
    desk.now += HOUR
    await desk.ok("done", "buy 1 infantry", "done")
    assert (await deadline(desk)).id == first.id
    await desk.ok("done")
    await desk.ok("done")
    await desk.ok("place 1 infantry: Russia", "done")
    second = await deadline(desk)
    assert second.payload["power"] == "Germany" and second.due == desk.now + DAY


async def test_no_profile_no_clock(desk: Desk) -> None:
    await desk.begin()
    await desk.ok("done")
    assert await desk.store.timers.of_game(desk.game_id) == []


async def test_a_turn_that_runs_out_takes_its_excuses_then_is_overdue(desk: Desk) -> None:
    await desk.begin({"USSR": BORIS}, settings=DAILY)
    for left in (2, 1, 0):
        await run_out(desk)
        assert f"{left} left" in (await said(desk))[-1]
    await run_out_overdue(desk)
    assert "overdue" in (await said(desk))[-1] and "<@1>" in (await said(desk))[-1]
    assert (await desk.state()).turn.phase == "research"
    await desk.ok("done", user=BORIS)


async def run_out_overdue(desk: Desk) -> None:
    """The deadline after the last excuse."""
    await run_out(desk)
    assert not [t for t in await desk.store.timers.of_game(desk.game_id) if t.kind == DEADLINE]


async def test_the_turn_is_ended_where_the_game_wants_that(desk: Desk) -> None:
    settings = {"deadline": {"profile": "daily", "excuses": 0}, "on_expiry": "done"}
    await desk.begin(settings=settings)
    await desk.ok("done", "buy 2 infantry", "done")
    await run_out(desk)
    assert (await desk.state()).turn.power == "Germany"
    assert "I went on for it" in (await said(desk))[-1]
    assert {e.player for e in await desk.store.entries(desk.game_id)} >= {"1", "timer"}
    assert (await deadline(desk)).payload["power"] == "Germany"


async def test_a_question_has_its_own_clock_and_the_turns_stands_still(desk: Desk) -> None:
    await desk.begin({"Germany": BORIS}, settings=DAILY)
    desk.now += 20 * HOUR
    await to_question(desk)
    asked = await deadline(desk)
    assert asked.payload["power"] == "Germany" and asked.due == desk.now + 12 * HOUR
    desk.now += 10 * HOUR
    from rules.legal import decision_choices

    await desk.ok(decision_choices(await desk.game())[0], user=BORIS)
    state = await desk.state()
    if not state.pending or state.pending[0].power == "USSR":
        assert (await deadline(desk)).due == pytest.approx(desk.now + 4 * HOUR)


async def test_after_its_deadline_the_default_answers_and_the_log_says_so(desk: Desk) -> None:
    await desk.begin({"Germany": BORIS}, settings=DAILY)
    question = await to_question(desk)
    before = (await desk.row()).revision
    await run_out(desk)
    entry = (await desk.store.entries(desk.game_id, after=before))[0]
    assert entry.player == "timer" and entry.power == "Germany" and entry.order.startswith(question.kind)
    assert "did not answer in time" in (await said(desk))[-1]


async def test_a_timer_fires_once_though_it_is_tried_twice(desk: Desk) -> None:
    await desk.begin({"Germany": BORIS}, settings=DAILY)
    await to_question(desk)
    timer = await deadline(desk)
    desk.now = timer.due + 1
    await keeper(desk).fire(timer)
    revision = (await desk.row()).revision
    await keeper(desk).fire(timer)
    assert (await desk.row()).revision == revision


async def test_paused_games_have_time(desk: Desk) -> None:
    await desk.begin(settings=DAILY)
    await desk.master.set_status(ANNA, desk.game_id, "paused")
    desk.now += 5 * DAY
    assert await Scheduler(desk.store, keeper(desk).fire, lambda: desk.now).fire_due() == 0
    await desk.master.set_status(ANNA, desk.game_id, "running")
    assert (await deadline(desk)).due == desk.now + DAY


async def test_reminders_go_to_those_who_have_to_act(desk: Desk) -> None:
    await desk.begin({"USSR": BORIS}, settings=DAILY)
    reminders = [t for t in await desk.store.timers.of_game(desk.game_id) if t.kind == "remind"]
    assert {t.payload["user"] for t in reminders} == {BORIS} and len(reminders) == 2
    desk.now = reminders[0].due
    await Scheduler(desk.store, keeper(desk).fire, lambda: desk.now).fire_due()
    told = (await said(desk))[-1]
    assert told.startswith(f"<@{BORIS}>: **USSR** still has to act")
    assert f"<t:{int((await deadline(desk)).due)}:R>" in told


async def test_reminders_come_the_way_a_person_chose(desk: Desk) -> None:
    await desk.begin({"USSR": BORIS}, settings=DAILY)
    await desk.store.apply(SetPreference("user", str(BORIS), "notify", "direct"))
    desk.now = next(t.due for t in await desk.store.timers.of_game(desk.game_id) if t.kind == "remind")
    await Scheduler(desk.store, keeper(desk).fire, lambda: desk.now).fire_due()
    sent = [m for m in await desk.store.outbox.listed() if m.kind == "direct"]
    assert not await said(desk) and sent[-1].channel_id == BORIS and "still has to act" in sent[-1].payload["content"]


async def test_calls_respect_wishes_and_sleep(desk: Desk) -> None:
    await desk.begin({"USSR": BORIS})
    row, people = await desk.row(), players_of(await desk.store.seats(desk.game_id), "USSR")
    panel: Any = SimpleNamespace(people=tuple(people), call="m", due=desk.now + HOUR)
    assert (calls_for(await desk.store.facts(row.id), panel, lambda: desk.now)).mention == (BORIS,)
    await desk.store.apply(SetPreference("user", str(BORIS), "notify", "direct"))
    calls = calls_for(await desk.store.facts(row.id), panel, lambda: desk.now)
    assert calls.mention == () and calls.direct[0].channel_id == BORIS
    assert f"<t:{int(desk.now + HOUR)}:R>" in calls.direct[0].payload["content"]
    hour = int(desk.now % DAY // HOUR)
    quiet = Quiet.parse("UTC", f"{hour:02}:00", f"{(hour + 2) % 24:02}:00")
    await desk.store.apply(SetPreference("user", str(BORIS), "quiet", quiet.to_json()))
    calls = calls_for(await desk.store.facts(row.id), panel, lambda: desk.now)
    assert not calls.mention and not calls.direct and calls.steps[0].due == quiet.awake(desk.now)  # type: ignore[union-attr]
    await desk.store.apply(*calls.steps, SetPreference("game", row.id, "called", "m"))
    desk.now = quiet.awake(desk.now)
    await Scheduler(desk.store, Timekeeper(desk.services).fire, lambda: desk.now).fire_due()
    assert [m.channel_id for m in await desk.store.outbox.listed() if m.kind == "direct"] == [BORIS]
    desk.now -= HOUR
    await desk.store.apply(SetPreference("user", str(BORIS), "notify", "never"))
    assert calls_for(await desk.store.facts(row.id), panel, lambda: desk.now) == type(calls)((), (), ())
