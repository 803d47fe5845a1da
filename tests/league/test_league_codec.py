"""Everything that a store keeps of a league is the same after it was written and read."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.challenges import Challenge, Offer, Ticket
from league.clocks import Terms
from league.codec import CodecError, dumped, loaded
from league.finished import Finished, RecordError
from league.formats import Format, built_in
from league.results import Course
from league.tournaments import Begun, Entered, Event, Match, Paired, Played, Season, Withdrew
from league.tournaments import Terms as TournamentTerms
from tests.league.games import ALLIES, AXIS, finished, season


@dataclass(frozen=True, slots=True)
class Spans:
    """Pairs of numbers."""

    free: tuple[tuple[float, float], ...]


COURSE = Course({ALLIES: frozenset({"a", "b"}), AXIS: frozenset({"c"})})
VALUES = [
    Terms(100.0, 10.0, overruns=2, vacation=50.0, warnings=(30.0, 5.0)),
    COURSE,
    COURSE.wish("a", True).start(1.0).edit(2.0, "m", "x").concede(3.0, "a").adjudicate(4.0, "j", AXIS, "so"),
    Challenge("c", ("a",), ("b",), Offer("f", AXIS, 9, ALLIES), 0.0, 5.0, agreed=frozenset("b")),
    Ticket("t", "a", ("f", "g"), True, 1500.0, 0.0, 9.0, 50.0, frozenset({"x"})),
    TournamentTerms("swiss"),
    Season(0.0, 9.0, champions=("a",)),
    *built_in().values(),
    *season(3),
]
EVENTS: list[Event] = [
    Entered("a", 5.0),
    Withdrew("a"),
    Begun(("a", "b")),
    Paired(1, (Match("1.1", "a", "b"), Match("1.2", "c"))),
    Played("1.1", "g", "a"),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_is_the_same_after_json(value: object) -> None:
    assert loaded(type(value), json.loads(json.dumps(dumped(value)))) == value


def test_events_bear_their_names() -> None:
    said = json.loads(json.dumps([dumped(event, Event) for event in EVENTS]))
    assert [one["is"] for one in said] == ["Entered", "Withdrew", "Begun", "Paired", "Played"]
    assert [loaded(Event, one) for one in said] == EVENTS


@pytest.mark.parametrize(
    ("kind", "data", "said"),
    [
        (Offer, [], "It is an object"),
        (Offer, {}, "It is an object with format"),
        (Offer, {"format": 7}, "format is a text"),
        (Offer, {"format": "f", "luck": 1}, "an object without luck"),
        (Offer, {"format": "f", "bid": 1.5}, "bid is a whole number"),
        (Offer, {"format": "f", "rated": 1}, "rated is yes or no"),
        (Spans, {"free": [[1, 2], [3]]}, r"free\[1\] is a list of 2"),
        (Spans, {"free": [[1, float("nan")]]}, "is a number"),
        (Event, {"is": "Exploded"}, "one of Entered"),
        (Event, {"entrant": "a"}, "one of Entered"),
        (Finished, {**dumped(finished(1, "a", "b", AXIS)), "rounds": "six"}, "rounds is a whole number"),
    ],
)
def test_what_was_not_meant_is_refused(kind: type, data: object, said: str) -> None:
    with pytest.raises(CodecError, match=said):
        loaded(kind, data)


def test_what_a_type_itself_refuses_it_says_itself() -> None:
    with pytest.raises(RecordError, match="no side"):
        loaded(Finished, {**dumped(finished(1, "a", "b", AXIS)), "winner": "Neutral"})


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["id", "is", "seats", "at", "offer", "x"]), inner, max_size=4)
    ),
    max_leaves=8,
)


@settings(max_examples=200)
@given(json_values, st.sampled_from([Terms, Course, Challenge, Ticket, Event, Finished, Format]))
def test_whatever_is_read_is_a_value_or_refused(data: object, kind: type) -> None:
    with pytest.raises((CodecError, ValueError)):
        loaded(kind, data)


@given(st.data())
def test_a_spoilt_record_is_refused_or_still_one(data: st.DataObject) -> None:
    whole = dumped(replace(finished(1, "a", "b", AXIS, 9), luck={AXIS: 1.0}))
    name = data.draw(st.sampled_from(sorted(whole)))
    with contextlib.suppress(CodecError, RecordError):
        assert isinstance(loaded(Finished, {**whole, name: data.draw(json_values)}), Finished)
