"""Months of play: weekends, free figures, excuses earned back, pauses, seats whose player does not come."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from desk import ANNA, BORIS, CHEN, Desk

from bot.game import PlayError
from bot.game.clock import excuses
from bot.game.clock.deadlines import (  # fmt: skip
    DAY,
    DEADLINE,
    HOUR,
    OPEN,
    OVERDUE,
    PROFILES,
    PendingAction,
    Quiet,
    due_time,
    length,
    overdue,
)
from bot.game.clock.free_time import between, later
from bot.game.moderator.auto_advance import idle
from bot.store import Seat, SetTimer
from bot.workers.deadline_handler import Timekeeper
from bot.workers.scheduler import Scheduler

FRIDAY = datetime(2026, 11, 20, 18, tzinfo=UTC).timestamp()
MONDAY = datetime(2026, 11, 23, tzinfo=UTC).timestamp()
DAILY = {"deadline": {"profile": "daily", "excuses": 1}}
TURN = ("done", "done", "done", "done")


def test_weekends_do_not_count() -> None:
    assert later(FRIDAY, 6 * HOUR, "UTC") == FRIDAY + 6 * HOUR
    assert later(FRIDAY, 7 * HOUR, "UTC") == MONDAY + HOUR
    assert later(FRIDAY + DAY, HOUR, "UTC") == MONDAY + HOUR
    assert later(FRIDAY, 7 * HOUR) == FRIDAY + 7 * HOUR
    assert between(FRIDAY, MONDAY + HOUR, "UTC") == 7 * HOUR
    assert later(FRIDAY, 6 * DAY, "UTC") == MONDAY + 7 * DAY + 18 * HOUR


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        *(("36h", 36 * HOUR), ("2 days", 2 * DAY), ("1d 12h", 36 * HOUR), ("90 min", 1.5 * HOUR), ("none", None)),
        *(("1 week", 7 * DAY), ("2w", 14 * DAY), ("1 day, 2 hours and 5 minutes", 26 * HOUR + 300), ("2H30M", 9000)),
    ],
)
def test_lengths_as_people_write_them(text: str, seconds: float | None) -> None:
    assert length(text) == seconds


@pytest.mark.parametrize(
    "text",
    ["soon", "3", "-2h", "900 days", "2h and a bit", "", "1 month", "2 mo", "3 decades", "5 hectares", "1000000h"],
)
def test_what_is_no_length(text: str) -> None:
    with pytest.raises(ValueError, match=r"no length of time.* like 90 min, 36h, 2 days"):
        length(text)


def keeper(desk: Desk) -> Timekeeper:
    """What carries timers out."""
    return Timekeeper(desk.services)


async def run_to(desk: Desk, kind: str) -> None:
    """Let time pass until timers of a kind have fired, with all before them."""
    due = max(t.due for t in await desk.store.timers.of_game(desk.game_id) if t.kind == kind)
    desk.now = due + 1
    await Scheduler(desk.store, keeper(desk).fire, lambda: desk.now).fire_due()


async def test_turns_in_time_bring_an_excuse_back(desk: Desk) -> None:
    await desk.begin(settings=DAILY)
    await run_to(desk, DEADLINE)
    assert await excuses.spent(desk.store, desk.game_id, "USSR") == 1
    for played in range(4):
        assert await excuses.spent(desk.store, desk.game_id, "USSR") == 1, played
        for _ in range(5):
            for text in TURN:
                await desk.ok(text)
    assert await excuses.spent(desk.store, desk.game_id, "USSR") == 0


async def test_a_seat_whose_player_is_gone_is_open_and_can_be_had_back(desk: Desk) -> None:
    await desk.begin({"USSR": BORIS}, settings={"deadline": {"profile": "daily", "excuses": 0}})
    chen = Seat(desk.game_id, "USSR", CHEN, "player", "", desk.fresh())
    with pytest.raises(PlayError, match="is taken"):
        await desk.lobby.seating.join(chen)
    await run_to(desk, DEADLINE)
    await run_to(desk, OPEN)
    said = [m.payload["content"] for m in await desk.store.outbox.listed() if m.kind == "say"]
    assert "its seat is open" in said[-1] and not await desk.store.timers.of_game(desk.game_id)
    await desk.lobby.seating.join(chen)
    roles = {s.user_id: s.role for s in await desk.store.seats(desk.game_id) if s.power == "USSR"}
    assert roles == {BORIS: "substitute", CHEN: "player"}
    await desk.ok("done", user=CHEN)
    with pytest.raises(PlayError, match="No seat of yours"):
        await desk.lobby.seating.reclaim(desk.game_id, ANNA)
    assert await desk.lobby.seating.reclaim(desk.game_id, BORIS) == ["USSR"]
    roles = {s.user_id: s.role for s in await desk.store.seats(desk.game_id) if s.power == "USSR"}
    assert roles == {BORIS: "player", CHEN: "substitute"}


async def test_a_pause_ends_by_itself_and_the_clock_goes_on_where_it_stood(desk: Desk) -> None:
    await desk.begin(settings=DAILY)
    desk.now += 4 * HOUR
    until = await desk.master.pause_until(str(ANNA), desk.game_id, 3 * DAY, "a holiday")
    assert until == desk.now + 3 * DAY and (await desk.row()).status == "paused"
    desk.now = until + 1
    await Scheduler(desk.store, keeper(desk).fire, lambda: desk.now).fire_due()
    assert (await desk.row()).status == "running"
    (clock,) = [t for t in await desk.store.timers.of_game(desk.game_id) if t.kind == DEADLINE]
    assert clock.due == desk.now + 20 * HOUR


FREE = {"deadline": {"profile": "daily", "weekends": "UTC"}}


async def test_a_pause_ends_on_no_free_day_and_takes_no_time(desk: Desk) -> None:
    """Friday, 18:00, with six hours left of a day: a pause until Sunday ends on Monday, and six hours are left."""
    desk.now = FRIDAY - 18 * HOUR
    await desk.begin(settings=FREE)
    desk.now = FRIDAY
    until = await desk.master.pause_until(str(ANNA), desk.game_id, 2 * DAY, "a trip")
    assert until == MONDAY
    desk.now = MONDAY
    await Scheduler(desk.store, keeper(desk).fire, lambda: desk.now).fire_due()
    (clock,) = [t for t in await desk.store.timers.of_game(desk.game_id) if t.kind == DEADLINE]
    assert clock.due == MONDAY + 6 * HOUR


async def test_a_pause_over_a_free_day_gives_no_free_day(desk: Desk) -> None:
    """Friday noon, with a day left that ends on Monday noon: after a pause until Tuesday it is one day still."""
    desk.now = FRIDAY - 6 * HOUR
    await desk.begin(settings=FREE)
    await desk.master.set_status(ANNA, desk.game_id, "paused")
    desk.now = MONDAY + DAY
    await desk.master.set_status(ANNA, desk.game_id, "running")
    timers = {t.kind: t.due for t in await desk.store.timers.of_game(desk.game_id) if t.kind == DEADLINE}
    assert timers == {DEADLINE: MONDAY + 2 * DAY}


def test_time_is_up_on_no_free_day_and_in_nobodys_sleep() -> None:
    """Friday, 23:30, asleep until 7:00: not on Saturday morning, but on Monday an hour after waking."""
    profile = replace(PROFILES["daily"], weekends="UTC")
    people = {1: Quiet.parse("UTC", "22:00", "07:00")}
    assert due_time(profile, people, FRIDAY + 5.5 * HOUR) == MONDAY + 8 * HOUR
    matter = PendingAction("turn", "turn:1", "g", "USSR", people)
    nags = [s.due for s in overdue(matter, profile, FRIDAY + 3 * HOUR) if isinstance(s, SetTimer) and s.kind == OVERDUE]
    assert nags == [MONDAY + 9 * HOUR, MONDAY + 21 * HOUR]


async def test_a_power_with_nothing_to_do_burns_nothing(desk: Desk) -> None:
    await desk.begin(settings=DAILY)
    table = await desk.moderator.table(desk.game_id)
    assert not idle(table.game)
    await desk.stand("research", setup="empty", money={"USSR": 0}, owner={"Russia": "Germany"})
    assert idle((await desk.moderator.table(desk.game_id)).game)
