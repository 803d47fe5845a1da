"""Deadline profiles, excuses, reminders and quiet hours, reckoned on fixed dates."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.clock.deadlines import (
    DAY,
    DEADLINE,
    HOUR,
    OPEN,
    OVERDUE,
    PROFILES,
    REMIND,
    PendingAction,
    Profile,
    Quiet,
    begin,
    due_time,
    end,
    excuse,
    overdue,
    profile_of,
)
from bot.store import DropTimers, SetTimer, Step

BERLIN = Quiet.parse("Europe/Berlin", "22:00", "07:30")
TOKYO = Quiet.parse("Asia/Tokyo", "23:00", "06:00")
DAILY = PROFILES["daily"]


def at(text: str, zone: str = "Europe/Berlin") -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


def timers(steps: list[Step]) -> list[SetTimer]:
    return [step for step in steps if isinstance(step, SetTimer)]


def matter(kind: str = "turn", **people: Quiet | None) -> PendingAction:
    holders = {int(name.removeprefix("p")): quiet for name, quiet in people.items()} or {5: None}
    return PendingAction(kind, kind, "g1", "Japan", holders, {"round": 2})


@pytest.mark.parametrize(
    ("now", "quiet", "ends"),
    [
        ("2024-05-01T21:59", False, "2024-05-01T21:59"),
        ("2024-05-01T22:00", True, "2024-05-02T07:30"),
        ("2024-05-02T03:00", True, "2024-05-02T07:30"),
        ("2024-05-02T07:30", False, "2024-05-02T07:30"),
        # The nights in which Berlin's clocks go forward and back.
        ("2024-03-30T23:00", True, "2024-03-31T07:30"),
        ("2024-10-26T23:00", True, "2024-10-27T07:30"),
    ],
)
def test_quiet_hours_over_midnight(now: str, quiet: bool, ends: str) -> None:
    assert BERLIN.covers(at(now)) is quiet
    assert BERLIN.awake(at(now)) == at(ends)


def test_quiet_hours_within_a_day() -> None:
    noon = Quiet.parse("UTC", "12", "14:00")
    assert noon.awake(at("2024-05-01T13:00", "UTC")) == at("2024-05-01T14:00", "UTC")
    assert not noon.covers(at("2024-05-01T11:59", "UTC"))


def test_quiet_hours_that_end_in_the_hour_that_comes_twice() -> None:
    quiet = Quiet.parse("Europe/Berlin", "22:00", "02:30")
    second = datetime(2024, 10, 27, 2, 15, tzinfo=ZoneInfo("Europe/Berlin"), fold=1).timestamp()
    assert quiet.awake(second) == second + 15 * 60


@given(
    st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"]),
    st.integers(0, 1439),
    st.integers(0, 1439),
    st.integers(1_700_000_000, 1_740_000_000),
)
def test_awake_is_soon_and_not_quiet(zone: str, start: int, stop: int, now: int) -> None:
    if start == stop:
        return
    quiet = Quiet(zone, start, stop)
    awake = quiet.awake(float(now))
    assert now <= awake <= now + 26 * HOUR
    # Where clocks go back the same wall time may be quiet a second time; then another step ends it.
    assert not quiet.covers(quiet.awake(awake))


@pytest.mark.parametrize(
    ("zone", "start", "stop"),
    [
        ("Mars/Base", "22:00", "7:00"),
        ("../etc/passwd", "1:00", "2:00"),
        ("", "1:00", "2:00"),
        ("UTC", "25:00", "7:00"),
        ("UTC", "1:60", "2:00"),
        ("UTC", "late", "7:00"),
        ("UTC", "-1", "2"),
        ("UTC", "7:00", "7:00"),
    ],
)
def test_nonsense_is_refused(zone: str, start: str, stop: str) -> None:
    with pytest.raises(ValueError, match=r"time zone|time of day|begin and end"):
        Quiet.parse(zone, start, stop)


def test_quiet_hours_are_stored_and_found() -> None:
    assert Quiet.from_json(BERLIN.to_json()) == BERLIN
    assert Quiet.from_json(None) is None


def test_profiles_come_from_a_games_settings() -> None:
    assert profile_of({}) == Profile("none")
    assert profile_of({"deadline": {"profile": "daily", "turn": 36 * HOUR, "remind": [HOUR]}}).turn == 36 * HOUR
    with pytest.raises(ValueError, match="relaxed"):
        profile_of({"deadline": {"profile": "whenever"}})
    with pytest.raises(ValueError, match="spam"):
        profile_of({"deadline": {"profile": "daily", "spam": 1}})


def test_a_turns_clock_and_its_reminders() -> None:
    now = at("2024-05-01T12:00")
    steps = begin(matter(), DAILY, now)
    assert steps[:2] == end("g1", "turn") == [DropTimers("g1", "turn"), DropTimers("g1", "turn/*")]
    deadline, first, second = timers(steps)
    assert (deadline.key, deadline.kind, deadline.due) == ("turn", DEADLINE, now + DAY)
    assert [(r.kind, r.due) for r in (first, second)] == [(REMIND, now + 18 * HOUR), (REMIND, now + 23 * HOUR)]
    assert first.payload == {"round": 2, "matter": "turn", "key": "turn", "power": "Japan", "user": 5}
    assert first.key.startswith("turn/") and first.key != second.key


def test_no_limit_no_timers() -> None:
    assert timers(begin(matter(), PROFILES["none"], 0.0)) == []


def test_reminders_wait_until_their_reader_is_awake() -> None:
    now = at("2024-05-01T08:00")
    steps = timers(begin(matter(p5=BERLIN, p6=None), DAILY, now))
    by_person = {person: [s.due for s in steps if s.payload.get("user") == person] for person in (5, 6)}
    # Due at 8:00; six hours before is 2:00, an hour before is 7:00: both become 7:30, so one is left.
    assert by_person[5] == [at("2024-05-02T07:30")]
    assert by_person[6] == [at("2024-05-02T02:00"), at("2024-05-02T07:00")]


def test_time_is_not_up_while_all_holders_sleep() -> None:
    night = at("2024-05-02T03:00")
    assert due_time(DAILY, {5: BERLIN}, night) == at("2024-05-02T07:30") + HOUR
    assert due_time(DAILY, {5: BERLIN, 6: TOKYO}, night) == night
    assert due_time(DAILY, {5: BERLIN, 6: None}, night) == night
    assert due_time(DAILY, {}, night) == night


def test_excuses_are_banked_and_end() -> None:
    now = at("2024-05-02T12:00")
    first = excuse(matter(), DAILY, used=0, now=now)
    assert first is not None and timers(first)[0].due == now + DAILY.excuse
    assert excuse(matter(), DAILY, used=DAILY.excuses, now=now) is None
    assert excuse(matter("decision"), DAILY, used=0, now=now) is None


def test_after_the_end_reminders_go_on_for_a_while_only() -> None:
    now = at("2024-05-02T12:00")
    nags = timers(overdue(matter(p5=BERLIN), DAILY, now))
    assert [nag.kind for nag in nags] == [OVERDUE, OVERDUE, OPEN]
    assert [nag.due for nag in nags] == [at("2024-05-03T07:30"), now + DAY, now + 2 * DAY]


@pytest.mark.parametrize("profile", PROFILES.values(), ids=lambda profile: profile.name)
def test_reminders_lie_between_now_and_the_end(profile: Profile) -> None:
    for kind in ("turn", "decision"):
        for hour in range(0, 48, 5):
            now = at("2024-05-01T00:00") + hour * HOUR
            steps = timers(begin(matter(kind, p5=BERLIN, p6=TOKYO), profile, now))
            deadline = [step.due for step in steps if step.kind == DEADLINE]
            assert all(now < step.due < deadline[0] for step in steps if step.kind == REMIND)
            assert len({step.key for step in steps}) == len(steps)
