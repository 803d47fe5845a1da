"""Clocks: what is left, who is over, when the next warning is due."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.clocks import ANSWER, ARBITER, LOSES, TURN, Calendar, Clock, Happened, Terms, TermsError, time_off
from league.clocks.clock import OVERRUN, UNANSWERED, VACATION_OVER, WARNING
from league.clocks.terms import DAY, HOUR

CLUB = Terms(72 * HOUR, 24 * HOUR, overruns=3, then=LOSES, vacation=21 * DAY, warnings=(24 * HOUR, 6 * HOUR))
LIVE = Terms(60 * 60, live=True, increment=300, then=LOSES)


def whats(told: tuple[Happened, ...]) -> list[tuple[str, float]]:
    """What happened, and when in hours."""
    return [(one.what, one.at / HOUR) for one in told]


def test_the_fourth_overrun_loses_with_warnings_long_before() -> None:
    clock, told = Clock(CLUB).begin("a", 0).tick(1000 * HOUR)
    turn = [(WARNING, 48), (WARNING, 66), (OVERRUN, 72)]
    assert whats(told)[:3] == turn
    assert whats(told)[-3:] == [(WARNING, 264), (WARNING, 282), (LOSES, 288)]
    assert [one.figure for one in told if one.what in (OVERRUN, LOSES)] == [1, 2, 3, 4]
    assert clock.over == "a" and clock.next_at() is None


def test_where_the_club_wants_it_the_arbiter_is_asked() -> None:
    clock, told = Clock(replace(CLUB, overruns=0, then=ARBITER)).begin("a", 0).tick(100 * HOUR)
    assert told[-1].what == ARBITER and clock.over is None and clock.left("a", 200 * HOUR) == 0
    assert clock.go("a", 100 * HOUR) == clock and clock.leave("a", 100 * HOUR).back("a", 101 * HOUR).next_at() is None
    forgiven = clock.forgive("a", 100 * HOUR, 10 * HOUR)
    assert forgiven.due("a") == 110 * HOUR
    assert whats(forgiven.tick(111 * HOUR)[1]) == [(WARNING, 104), (ARBITER, 110)]


def test_a_turn_in_time_begins_anew_and_overruns_stay() -> None:
    clock, _ = Clock(CLUB).begin("a", 0).tick(73 * HOUR)
    clock = clock.done("a", 74 * HOUR).begin("b", 74 * HOUR)
    assert clock.left("a", 80 * HOUR) is None and clock.left("b", 80 * HOUR) == 66 * HOUR
    assert clock.overruns == {"a": 1}


def test_an_answer_that_does_not_come_is_given_and_the_turn_goes_on() -> None:
    clock = Clock(CLUB).begin("a", 0).stop("a", 10 * HOUR).begin("b", 10 * HOUR, ANSWER)
    clock, told = clock.tick(50 * HOUR)
    assert whats(told) == [(UNANSWERED, 34)] and clock.left("a", 50 * HOUR) == 62 * HOUR
    assert clock.go("a", 50 * HOUR).due("a") == 112 * HOUR
    assert Clock(replace(CLUB, answer=None)).begin("b", 0, ANSWER).next_at() is None


def test_vacation_stands_off_the_bank_until_it_is_empty() -> None:
    clock = Clock(CLUB).begin("a", 0).leave("a", 10 * HOUR)
    assert clock.due("a") is None and clock.left("a", 100 * HOUR) == 62 * HOUR
    back = clock.back("a", 10 * HOUR + 5 * DAY)
    assert back.vacation_left("a") == 16 * DAY and back.due("a") == 72 * HOUR + 5 * DAY
    emptied, told = clock.tick(10 * HOUR + 22 * DAY)
    assert told[0] == Happened(10 * HOUR + 21 * DAY, "a", VACATION_OVER, 21 * DAY)
    assert emptied.vacation_left("a") == 0 and emptied.leave("a", 30 * DAY) == emptied


def test_who_comes_back_while_others_answer_waits_for_them() -> None:
    clock = Clock(CLUB).begin("a", 0).stop("a", HOUR).leave("a", 2 * HOUR).back("a", DAY)
    assert clock.due("a") is None and clock.go("a", 2 * DAY).due("a") == 2 * DAY + 71 * HOUR
    assert Clock(CLUB).begin("a", 0).leave("a", 0).stop("a", 0).go("a", HOUR).due("a") is None, "they are away"


def test_a_season_has_a_bank_too() -> None:
    clock = Clock(replace(CLUB, season_vacation=30 * DAY)).begin("a", 0)
    assert clock.leave("a", 0, season_left=2 * DAY).tick(3 * DAY)[1][0].at == 2 * DAY
    assert clock.leave("a", 0, season_left=0.0) == clock
    assert time_off([(0, 5), (3, 8), (20, 40)], 1, 30) == 7 + 10


def test_who_is_away_when_a_turn_begins_has_all_of_it_later() -> None:
    clock = Clock(CLUB).leave("a", 0).begin("a", DAY).back("a", 2 * DAY)
    assert clock.due("a") == 2 * DAY + 72 * HOUR


def test_a_live_clock_keeps_what_is_left_and_adds_to_it() -> None:
    clock = Clock(LIVE).begin("a", 0).done("a", 600).begin("b", 600).done("b", 1600).begin("a", 1600)
    assert clock.left("a", 1600) == 3600 - 600 + 300
    lost, told = clock.tick(99999)
    assert lost.over == "a" and told[-1].at == 1600 + 3300


def test_holidays_do_not_count() -> None:
    clock = Clock(CLUB, Calendar(((50 * HOUR, 100 * HOUR), (80 * HOUR, 150 * HOUR)))).begin("a", 0)
    assert clock.due("a") == 172 * HOUR and clock.left("a", 150 * HOUR) == 22 * HOUR


@pytest.mark.parametrize(
    "wrong",
    [{"turn": 0.0}, {"overruns": -1}, {"then": "cries"}, {"increment": 5.0}, {"warnings": (-1.0,)}, {"extra": 0.0}],
)
def test_terms_that_cannot_be_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(TermsError):
        replace(CLUB, **wrong)  # type: ignore[arg-type]


# --- whatever is done, and whenever it is asked ---------------------------------------------------------------------------

PEOPLE = ("a", "b")
DOINGS: dict[str, Callable[[Clock, str, float], Clock]] = {
    "begin": lambda c, who, at: c.begin(who, at),
    "answer": lambda c, who, at: c.begin(who, at, ANSWER),
    "done": lambda c, who, at: c.done(who, at),
    "stop": lambda c, who, at: c.stop(who, at),
    "go": lambda c, who, at: c.go(who, at),
    "leave": lambda c, who, at: c.leave(who, at),
    "back": lambda c, who, at: c.back(who, at),
    "nothing": lambda c, who, at: c,
}
steps = st.lists(st.tuples(st.integers(0, 400), st.sampled_from(sorted(DOINGS)), st.sampled_from(PEOPLE)), max_size=25)
terms = st.sampled_from([CLUB, LIVE, replace(CLUB, then=ARBITER, overruns=1, vacation=3 * DAY, extra=HOUR)])
free = st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 300)), max_size=3)


def played(clock: Clock, doings: list[tuple[int, str, str]], often: bool) -> tuple[Clock, list[Happened]]:
    """A clock after some doings; often: asked every hour as well."""
    at, told = 0.0, list[Happened]()
    for hours, doing, who in doings:
        for hour in range(1, hours + 1) if often else (hours,):
            clock, more = clock.tick(at + hour * HOUR)
            told += more
        at += hours * HOUR
        clock, more = clock.tick(at)
        told += more
        clock = DOINGS[doing](clock, who, at)
    return clock, told


@given(terms, free, steps)
def test_it_is_the_same_however_often_it_is_asked(
    given_terms: Terms, spans: list[tuple[int, int]], doings: list[tuple[int, str, str]]
) -> None:
    calendar = Calendar(tuple((a * HOUR, (a + b) * HOUR) for a, b in spans))
    seldom, often = (played(Clock(given_terms, calendar), doings, x) for x in (False, True))
    assert seldom == often


@given(terms, free, steps)
def test_nothing_is_lost_or_won_of_time(
    given_terms: Terms, spans: list[tuple[int, int]], doings: list[tuple[int, str, str]]
) -> None:
    calendar = Calendar(tuple((a * HOUR, (a + b) * HOUR) for a, b in spans))
    clock, told = played(Clock(given_terms, calendar), doings, False)
    assert [one.at for one in told] == sorted(one.at for one in told)
    assert all(used <= given_terms.vacation + 1e-6 for used in clock.used.values())
    assert all(n <= given_terms.overruns + 1 + sum(d[1] == "begin" for d in doings) for n in clock.overruns.values())
    now = sum(hours for hours, *_ in doings) * HOUR
    for who, run in clock.runs.items():
        left = clock.left(who, now)
        assert left is not None and left >= -1e-6 and run.kind in (TURN, ANSWER)
        due = clock.due(who)
        assert due is None or due >= now - 1e-6
        assert due is None or calendar.counted(now, due) == pytest.approx(left, abs=1e-3)


@given(free, st.integers(0, 3000), st.integers(0, 3000))
def test_a_calendar_reckons_both_ways(spans: list[tuple[int, int]], start: int, seconds: int) -> None:
    calendar = Calendar(tuple((a, a + b) for a, b in spans))
    later = calendar.later(start, seconds)
    assert calendar.counted(start, later) == seconds
    assert seconds == 0 or calendar.counted(start, later - 1) < seconds or later - 1 < start
