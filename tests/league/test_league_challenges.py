"""Challenges and tickets: how two come to a game."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.challenges import BID, Challenge, Offer, Reach, Refused, Ticket, paired, rematch, waiting
from league.challenges.challenge import ACCEPTED, COUNTERED, DECLINED, EXPIRED, OPEN, WITHDRAWN
from league.finished import Seat
from tests.league.games import ALLIES, AXIS, finished

HOUR = 3600.0
SIDES = (ALLIES, AXIS)
OFFER = Offer("classic-league", AXIS, 9, ALLIES)


def made(**more: object) -> Challenge:
    return replace(Challenge("c1", ("anna",), ("bert",), OFFER, 0.0, 100.0), **more)  # type: ignore[arg-type]


def test_accepted_by_all_who_are_named_there_is_a_game() -> None:
    accepted = made().accept("bert", 5.0)
    assert accepted.status == ACCEPTED and accepted.teams(SIDES) == {AXIS: ("anna",), ALLIES: ("bert",)}
    teams = made(by=("anna", "adam"), to=("bert", "bill"))
    some = teams.accept("bert", 1.0).accept("adam", 2.0).accept("bert", 3.0)
    assert some.status == OPEN and some.waits_for == ("bill",)
    assert some.accept("bill", 4.0).status == ACCEPTED
    assert made(offer=Offer("classic-league", bid=BID)).teams(SIDES) is None


def test_it_is_answered_once() -> None:
    for ended, said in (
        (made().accept("bert", 1.0), "accepted already"),
        (made().decline("bert", 1.0), "declined"),
        (made().withdraw("anna", 1.0), "taken back"),
        (made().tick(100.0), "too long"),
        (made().counter("bert", OFFER, "c2", 1.0)[0], "countered"),
    ):
        with pytest.raises(Refused, match=said):
            ended.accept("bert", 2.0)
    with pytest.raises(Refused, match="too long"):
        made().accept("bert", 100.0)


def test_only_who_is_meant_answers() -> None:
    for do in (
        lambda: made().accept("carl", 1.0),
        lambda: made().accept("anna", 1.0),
        lambda: made().decline("carl", 1.0),
        lambda: made().withdraw("bert", 1.0),
        lambda: made().counter("anna", OFFER, "c2", 1.0),
    ):
        with pytest.raises(Refused):
            do()


def test_a_counter_goes_the_other_way() -> None:
    old, new = made(to=("bert", "bill")).counter("bill", Offer("classic-84", bid=BID), "c2", 10.0)
    assert old.status == COUNTERED and new.by == ("bill", "bert") and new.to == ("anna",)
    assert new.until == 110.0 and new.answers == "c1" and new.waits_for == ("bert", "anna")


def test_a_rematch_changes_sides() -> None:
    game = finished(1, "anna", "bert", AXIS, 9)
    again = rematch(game, "anna", "c9", 5.0, 105.0)
    assert again.teams(SIDES) == {AXIS: ("anna",), ALLIES: ("bert",)}
    assert again.offer == Offer("classic", AXIS, 9, ALLIES)
    both = replace(game, seats=(*game.seats, Seat("Japan", AXIS, "anna")))
    with pytest.raises(Refused, match="one side"):
        rematch(both, "anna", "c9", 5.0, 105.0)


@pytest.mark.parametrize(
    ("offer", "said"),
    [
        (Offer("f", "Neutral"), "A side is"),
        (Offer("f", bid=9), "bid is for"),
        (Offer("f", bid=-5), "0 IPC or more"),
        (Offer("f", AXIS, BID), "not chosen"),
    ],
)
def test_offers_that_cannot_be(offer: Offer, said: str) -> None:
    assert any(said in fault for fault in offer.faults(SIDES))
    assert OFFER.faults(SIDES) == []


def test_nobody_challenges_themselves() -> None:
    with pytest.raises(Refused):
        made(to=("anna",))
    with pytest.raises(Refused):
        made(to=())


answers = st.lists(
    st.tuples(st.sampled_from(["accept", "decline", "withdraw"]), st.sampled_from("abcd"), st.integers(0, 30))
)


@given(answers)
def test_what_has_ended_stays_so(doings: list[tuple[str, str, int]]) -> None:
    challenge, at = Challenge("c", ("a", "b"), ("c",), OFFER, 0.0, 100.0), 0.0
    for doing, who, wait in doings:
        at, before = at + wait, challenge
        try:
            challenge = getattr(challenge, doing)(who, at)
        except Refused:
            assert challenge == before
        assert before.status in (OPEN, challenge.status)
        assert challenge.status in (OPEN, ACCEPTED, DECLINED, WITHDRAWN) and (
            challenge.status == OPEN or at < 100 or before == challenge
        )
    assert challenge.tick(1000.0).status in (EXPIRED, ACCEPTED, DECLINED, WITHDRAWN)


# --- tickets --------------------------------------------------------------------------------------------------------------


def ticket(person: str, points: float, at: float = 0.0, **more: object) -> Ticket:
    base = Ticket(f"t-{person}", person, ("classic", "global"), False, points, at, at + 1000 * HOUR)
    return replace(base, **more)  # type: ignore[arg-type]


def told(pairs: list[tuple[Ticket, Ticket, str]]) -> list[str]:
    return [f"{a.person}-{b.person} {format}" for a, b, format in pairs]


def test_the_nearest_play_and_as_many_as_can() -> None:
    four = [ticket("a", 1500), ticket("b", 1590), ticket("c", 1610), ticket("d", 1700)]
    assert told(paired(four, 0.0)) == ["a-b classic", "c-d classic"], "not only b and c, who are nearest"


def test_the_longer_somebody_waits_the_further_they_look() -> None:
    two = [ticket("a", 1500), ticket("b", 1800)]
    assert paired(two, 19 * HOUR) == [] and told(paired(two, 20 * HOUR)) == ["a-b classic"]
    live = [replace(one, live=True) for one in two]
    assert told(paired(live, 0.5 * HOUR)) == ["a-b classic"]
    assert told(paired([replace(one, give=400.0) for one in two], 0.0)) == ["a-b classic"], "they may be as good"


def test_who_cannot_play_does_not() -> None:
    a = ticket("a", 1500)
    for b in (
        ticket("b", 1500, formats=("other",)),
        ticket("b", 1500, live=True),
        ticket("b", 1500, avoid=frozenset("a")),
        ticket("b", 1500, until=1.0),
        ticket("a", 1500, id="t2"),
        ticket("b", 1500, at=3 * HOUR),
    ):
        assert paired([a, b], 2 * HOUR) == []
    assert told(paired([a, ticket("b", 1500, formats=("global", "classic"))], 0.0)) == ["a-b classic"]


def test_who_has_just_met_meets_somebody_else_if_there_is_one() -> None:
    three = [ticket("a", 1500), ticket("b", 1500), ticket("c", 1560)]
    lately = {frozenset("ab")}
    assert told(paired(three, 0.0, lately=lately)) in (["a-c classic"], ["b-c classic"])
    assert told(paired(three[:2], 0.0, lately=lately)) == ["a-b classic"]


@given(
    st.lists(st.tuples(st.integers(1200, 1900), st.integers(0, 50), st.booleans(), st.integers(0, 400)), max_size=12),
    st.integers(50, 100),
)
def test_pairs_are_fair_and_do_not_hang_on_the_order(given_: list[tuple[int, int, bool, int]], now: int) -> None:
    tickets = [
        ticket(f"p{n:02}", points, at * HOUR, live=live, give=float(give))
        for n, (points, at, live, give) in enumerate(given_)
    ]
    found = paired(tickets, now * HOUR)
    assert paired(reversed(tickets), now * HOUR) == found
    busy = [one.id for pair in found for one in pair[:2]]
    assert len(busy) == len(set(busy))
    reach = Reach()
    for a, b, _ in found:
        assert abs(a.points - b.points) <= min(reach.of(a, now * HOUR), reach.of(b, now * HOUR)) and a.live == b.live
    left = [one for one in waiting(tickets, now * HOUR) if one.id not in busy]
    for a, b in itertools.combinations(left, 2):
        near = abs(a.points - b.points) <= min(reach.of(a, now * HOUR), reach.of(b, now * HOUR))
        assert not (near and a.live == b.live), "nobody is left who could play"
