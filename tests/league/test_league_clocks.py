"""A club's terms of time, and spans that do not count."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.clock.free_time import between, later
from league.clocks import LOSES, Terms, TermsError, merged, time_off
from league.clocks.terms import DAY, HOUR

CLUB = Terms(72 * HOUR, 24 * HOUR, overruns=3, then=LOSES, vacation=21 * DAY, warnings=(24 * HOUR, 6 * HOUR))


def test_each_second_of_leave_counts_once() -> None:
    assert time_off([(0, 5), (3, 8), (20, 40)], 1, 30) == 7 + 10
    assert merged([(5, 9), (0, 5), (12, 11), (20, 30)], 2, 25) == [(2, 9), (20, 25)]


@pytest.mark.parametrize(
    "wrong",
    [{"turn": 0.0}, {"overruns": -1}, {"then": "cries"}, {"increment": 5.0}, {"warnings": (-1.0,)}, {"extra": 0.0}],
)
def test_terms_that_cannot_be_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(TermsError):
        replace(CLUB, **wrong)  # type: ignore[arg-type]


spans = st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 300)), max_size=3)


@given(spans, st.integers(0, 3000), st.integers(0, 3000))
def test_time_that_does_not_count_is_reckoned_both_ways(
    given_spans: list[tuple[int, int]], start: int, seconds: int
) -> None:
    away = [(float(a), float(a + b)) for a, b in given_spans]
    end = later(start, seconds, away=away)
    assert between(start, end, away=away) == seconds
    assert seconds == 0 or between(start, end - 1, away=away) < seconds
    assert not any(a < end < b for a, b in away)
