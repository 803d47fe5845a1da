"""Tournaments: whatever happens, each is fair and comes to its end."""

from __future__ import annotations

import contextlib
import itertools
import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.tournaments import (
    DOUBLE,
    KINDS,
    NOBODY,
    NOT_PLAYED,
    ROUND_ROBIN,
    SINGLE,
    SWISS,
    WALK_OVER,
    Begun,
    Entered,
    Event,
    Match,
    Paired,
    Played,
    Refused,
    Schedule,
    Season,
    State,
    Terms,
    TermsError,
    Withdrew,
    bracket,
    champion,
    is_over,
    next_round,
    panels,
    playoff,
    ranking,
    seeded,
    standings,
    state_of,
)
from league.tournaments.elimination import seeding, tree
from league.tournaments.standings import results
from tests.league.games import ALLIES, DAY, finished, unrated

BRACKETS = (SINGLE, DOUBLE)


def names(count: int) -> list[str]:
    return [f"p{number:02}" for number in range(count)]


def begun(terms: Terms, count: int) -> tuple[State, list[Event]]:
    """A tournament that begins: p00 is the highest seed."""
    record: list[Event] = [Entered(name, 2000.0 - 10 * place) for place, name in enumerate(names(count))]
    record.append(seeded(state_of(terms, record)))
    return state_of(terms, record), record


def strength(name: str) -> int:
    return -int(name[1:])


def play(terms: Terms, count: int, seed: int = 0, drop: float = 0.0, late: int = 0) -> tuple[State, list[Event]]:
    """A whole tournament; seed 0: the better always win. drop: how likely somebody withdraws after a round."""
    state, record = begun(terms, count)
    rng = random.Random(seed)

    def add(event: Event) -> None:
        nonlocal state
        record.append(event)
        state = state.after(event)

    for turn in range(400):
        if is_over(state):
            return state, record
        try:
            add(next_round(state))
        except Refused:
            assert state.open(), "either something can be paired, or something is played"
        for match in state.open():
            add(Played(match.id, f"g{len(record)}", _winner(match, terms, rng if seed else None)))
        if drop and len(state.active) > 2 and rng.random() < drop:
            add(Withdrew(rng.choice(state.active)))
        if turn < late:
            add(Entered(f"p{90 + turn}", 1000.0))
    raise AssertionError("it never ends")


def _winner(match: Match, terms: Terms, rng: random.Random | None) -> str:
    if rng is None:
        return max(match.first, match.second, key=strength)
    choices = [match.first, match.second] + ([NOBODY] if terms.kind not in BRACKETS else [])
    return rng.choice(choices)


kinds = st.sampled_from([Terms(kind) for kind in KINDS] + [Terms(SINGLE, third=True), Terms(SINGLE, wins=2)])


@settings(max_examples=60, deadline=None)
@given(kinds, st.integers(2, 19), st.integers(1, 10**6), st.sampled_from([0.0, 0.0, 0.3]))
def test_each_ends_and_is_what_its_record_says(terms: Terms, count: int, seed: int, drop: float) -> None:
    state, record = play(terms, count, seed, drop)
    assert state_of(terms, record) == state
    places = ranking(state)
    assert places[0][0] == 1 and [rank for rank, _ in places] == sorted(rank for rank, _ in places)
    if terms.kind in BRACKETS:
        best = champion(state)
        assert best and places[0] == (1, best) and places[1][0] == 2, "one winner"
        assert sorted(entrant for _, entrant in places) == sorted(state.order)
        assert next(w for w in [champion(state)]) not in [spot.loser for spot in list(bracket(state).values())[-1:]]


@settings(max_examples=40, deadline=None)
@given(
    st.integers(2, 24), st.integers(0, 10**6), st.integers(1, 7), st.sampled_from([0.0, 0.4]), st.sampled_from([0, 2])
)
def test_a_swiss_is_fair(count: int, seed: int, rounds: int, drop: float, late: int) -> None:
    state, _ = play(Terms(SWISS, rounds=rounds), count, seed, drop, late)
    byes = Counter(match.first for match in state.matches.values() if match.is_bye)
    for matches in state.rounds:
        busy = [entrant for match in matches for entrant in match.pair - {NOBODY}]
        assert len(busy) == len(set(busy)) and sum(match.is_bye for match in matches) <= 1
        assert len({match.id for match in matches}) == len(matches), "a bye above the last has no match's number"
    if not drop and not late:
        assert all(len([e for m in matches for e in m.pair - {NOBODY}]) == count for matches in state.rounds)
        assert max(byes.values(), default=0) <= -(-rounds // count), "nobody has a second bye before all had one"
        if rounds <= count // 2:
            met = Counter(match.pair for match in state.matches.values() if not match.is_bye)
            assert max(met.values()) == 1, "nobody meets again"
    met_ = results(state)
    points = {line.entrant: line.points for line in standings(state)}
    assert all(points[e] == sum(one.points for one in met_[e]) for e in points)


def test_a_swiss_brings_equals_together_and_finds_the_best() -> None:
    state, _ = play(Terms(SWISS, rounds=5), 32)
    first = [{match.first, match.second} for match in state.rounds[0]]
    assert {"p00", "p16"} in first and {"p15", "p31"} in first, "the upper half against the lower"
    table = standings(state)
    assert table[0].entrant == "p00" and table[0].points == 5 and table[1].points == 4
    for number in range(1, 5):
        so_far = replace(state, rounds=state.rounds[:number])
        points = {line.entrant: line.points for line in standings(so_far)}
        assert all(abs(points[m.first] - points[m.second]) <= 1 for m in state.rounds[number])


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 14), st.integers(1, 3), st.integers(1, 10**6))
def test_all_meet_in_a_round_robin_and_sides_are_even(count: int, legs: int, seed: int) -> None:
    state, _ = play(Terms(ROUND_ROBIN, legs=legs), count, seed)
    met = Counter(match.pair for match in state.matches.values())
    assert set(met) == {frozenset(two) for two in itertools.combinations(names(count), 2)}
    assert set(met.values()) == {legs} and len(state.rounds) == (count - 1 + count % 2) * legs
    for two in met:
        firsts = Counter(match.first for match in state.matches.values() if match.pair == two)
        assert max(firsts.values()) - (min(firsts.values()) if len(firsts) > 1 else 0) <= 1
    ahead = Counter(match.first for match in state.matches.values())
    assert max(ahead.values()) - min(ahead.values()) <= 3 + legs


def test_who_comes_late_to_a_round_robin_meets_all() -> None:
    state, _ = play(Terms(ROUND_ROBIN), 5, 1, late=2)
    met = Counter(match.pair for match in state.matches.values())
    assert len(met) == 7 * 6 // 2 and set(met.values()) == {1}


def test_who_leaves_a_round_robin_early_never_played_and_late_has_lost_the_rest() -> None:
    state, _ = begun(Terms(ROUND_ROBIN), 6)
    for _ in range(5):
        state = state.after(next_round(state))
    mine = [match for match in state.matches.values() if "p05" in match.pair]
    for match in mine[:2]:
        state = state.after(Played(match.id, "g" + match.id, "p05"))
    early = state.after(Withdrew("p05"))
    assert "p05" not in [line.entrant for line in standings(early)]
    assert all(line.lost == 0 for line in standings(early))
    state = state.after(Played(mine[2].id, "gx", "p05")).after(Withdrew("p05"))
    line = next(line for line in standings(state) if line.entrant == "p05")
    assert (line.points, line.lost, line.gone) == (3, 2, True)
    assert state.is_walk_over(mine[4]) and not state.is_walk_over(mine[0])


def test_the_best_meet_last_in_a_bracket() -> None:
    assert seeding(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    state, _ = play(Terms(SINGLE, third=True), 8)
    assert [entrant for _, entrant in ranking(state)][:4] == ["p00", "p01", "p02", "p03"]
    assert [rank for rank, _ in ranking(state)] == [1, 2, 3, 4, 5, 5, 5, 5]
    assert state.matches["W3.1"].pair == {"p00", "p01"} and state.matches["T1"].pair == {"p02", "p03"}
    assert [{m.first, m.second} for m in state.rounds[0]] == [
        {"p00", "p07"},
        {"p03", "p04"},
        {"p01", "p06"},
        {"p02", "p05"},
    ]


def test_the_highest_seeds_have_the_byes() -> None:
    state, _ = play(Terms(SINGLE), 6)
    assert {e for m in state.rounds[0] for e in m.pair} == {"p02", "p03", "p04", "p05"}


@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 11, 16])
def test_nobody_is_out_of_a_double_elimination_before_they_have_lost_twice(count: int) -> None:
    for seed in range(1, 15):
        state, _ = play(Terms(DOUBLE), count, seed)
        lost = Counter(
            next(iter(match.pair - {state.winner(match)})) for match in state.matches.values() if state.winner(match)
        )
        best = champion(state)
        assert all(lost[name] == 2 for name in state.order if name != best) and lost[best or ""] <= 1
        assert len(state.matches) == 2 * count - 2 + lost[best or ""]


def test_in_a_double_elimination_they_meet_again_as_late_as_can_be() -> None:
    nodes = tree(8, double=True)
    assert [id for id in nodes if id[0] == "L"] == ["L1.1", "L1.2", "L2.1", "L2.2", "L3.1", "L4.1"]
    state, _ = play(Terms(DOUBLE), 8)
    pairs = [match.pair for match in state.matches.values() if not match.id.startswith("F")]
    assert max(Counter(pairs[: len(pairs) - 1]).values()) == 1


def test_a_match_goes_to_so_many_wins_and_sides_change() -> None:
    state, _ = begun(Terms(SINGLE, wins=2), 2)
    state = state.after(next_round(state))
    state = state.after(Played("W1.1", "a", "p01")).after(Played("W1.1", "b", NOBODY, "draw"))
    assert champion(state) is None
    state = state.after(Played("W1.1", "c", "p00")).after(Played("W1.1", "d", "p00"))
    assert champion(state) == "p00" and is_over(state)


def test_an_arbiters_word_replaces_a_result_until_it_was_played_on() -> None:
    state, _ = begun(Terms(SINGLE), 4)
    state = state.after(next_round(state))
    one, other = state.rounds[0]
    state = state.after(Played(one.id, "a", "p03")).after(Played(other.id, "b", "p01"))
    state = state.after(next_round(state))
    assert state.matches["W2.1"].pair == {"p03", "p01"}
    state = state.after(Played(one.id, "a", "p00", "adjudication"))
    state = state.after(next_round(state))
    assert state.matches["W2.1"].pair == {"p00", "p01"}
    state = state.after(Played("W2.1", "c", "p00"))
    with pytest.raises(Refused, match="played on"):
        state.after(Played(one.id, "a", "p03"))


def test_walk_overs_and_withdrawals_in_a_bracket() -> None:
    state, _ = begun(Terms(SINGLE), 4)
    state = state.after(next_round(state)).after(Withdrew("p00"))
    one, other = state.rounds[0]
    assert state.winner(one) == "p03" and state.is_walk_over(one)
    state = state.after(Played(other.id, "b", "p01", WALK_OVER)).after(Withdrew("p01"))
    assert champion(state) == "p03", "nobody is left to meet"


def test_who_comes_back_to_a_swiss_has_lost_what_they_left() -> None:
    state, _ = begun(Terms(SWISS, rounds=3), 4)
    state = state.after(next_round(state)).after(Withdrew("p00")).after(Entered("p00", 2000.0))
    left = next(match for match in state.matches.values() if "p00" in match.pair)
    assert state.winner(left) == next(iter(left.pair - {"p00"})) and state.is_walk_over(left)
    overruled = state.after(Played(left.id, WALK_OVER, "p00", "adjudication"))
    assert overruled.winner(left) == "p00", "an arbiter may see it otherwise"
    with pytest.raises(Refused, match="is over"):
        state.after(Played(left.id, "g", "p00"))


came_and_went = st.lists(
    st.tuples(st.sampled_from(["play", "round", "leave", "enter"]), st.integers(0, 9)), max_size=60
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from([Terms(kind, rounds=4) for kind in KINDS]), came_and_went)
def test_what_was_decided_is_not_undone_by_who_comes_and_goes(terms: Terms, doings: list[tuple[str, int]]) -> None:
    state, _ = begun(terms, 6)
    for number, (doing, which) in enumerate(doings):
        open_, here, before = state.open(), sorted(state.seeds), state
        away = [entrant for entrant in here if entrant in state.gone]
        with contextlib.suppress(Refused):
            if doing == "play" and open_:
                match = open_[which % len(open_)]
                state = state.after(Played(match.id, f"g{number}", match.first if which % 2 else match.second))
            elif doing == "round":
                state = state.after(next_round(state))
            elif doing == "leave" and state.active:
                state = state.after(Withdrew(state.active[which % len(state.active)]))
            elif doing == "enter":
                state = state.after(Entered(away[which % len(away)] if away and which % 2 else f"p{10 + number}"))
        decided = {
            match.id: before.winner(match) for match in before.matches.values() if before.winner(match) is not None
        }
        assert all(state.winner(state.matches[id]) == winner for id, winner in decided.items())


def test_ties_are_broken_as_named() -> None:
    def table(*breaks: str) -> list[tuple[int, str]]:
        terms = Terms(ROUND_ROBIN, tie_breaks=breaks)
        state, _ = begun(terms, 4)
        for _ in range(3):
            state = state.after(next_round(state))
        won = {("p00", "p01"): "p01", ("p00", "p02"): "p00", ("p00", "p03"): "p00"}
        won |= {("p01", "p02"): "p02", ("p01", "p03"): "p01", ("p02", "p03"): "p03"}
        for number, match in enumerate(state.matches.values()):
            one, other = sorted(match.pair)
            state = state.after(Played(match.id, f"g{number}", won[one, other]))
        return [(line.rank, line.entrant) for line in standings(state)]

    assert table() == [(1, "p00"), (1, "p01"), (3, "p02"), (3, "p03")]
    assert table("head to head") == [(1, "p01"), (2, "p00"), (3, "p03"), (4, "p02")]
    assert table("seed") == [(1, "p00"), (2, "p01"), (3, "p02"), (4, "p03")]
    assert table("wins", "sonneborn-berger")[0] == (1, "p01")


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (Entered("p00"), "takes part already"),
        (Withdrew("p77"), "does not take part"),
        (Paired(1, ()), "has matches"),
        (Paired(3, (Match("1.1", "p00", "p01"),)), "number 1"),
        (Paired(1, (Match("1.1", "p00", "p01"), Match("1.2", "p01", "p02"))), "one match at most"),
        (Played("9.9", "g", "p00"), "no match"),
        (Begun(("p00", "p01", "p02", "p03")), "already"),
    ],
)
def test_what_cannot_be_is_refused(event: Event, why: str) -> None:
    state, _ = begun(Terms(SWISS), 4)
    with pytest.raises(Refused, match=why):
        state.after(event)


def test_what_comes_too_early_or_too_late_is_refused() -> None:
    state, _ = begun(Terms(SWISS, rounds=1), 4)
    with pytest.raises(Refused, match="has not begun"):
        next_round(State(Terms(SWISS)))
    state = state.after(next_round(state))
    with pytest.raises(Refused, match="2 of its matches are open"):
        next_round(state)
    for match in state.open():
        state = state.after(Played(match.id, "g" + match.id, match.first))
    with pytest.raises(Refused, match="All 1 rounds are played"):
        next_round(state)
    with pytest.raises(Refused, match="is over"):
        state.after(Played("1.1", "another", "p00"))
    bracket_state, _ = begun(Terms(SINGLE), 2)
    with pytest.raises(Refused, match="bracket stands"):
        bracket_state.after(Entered("p99"))


@pytest.mark.parametrize(
    "wrong", [{"kind": "knock-out"}, {"rounds": 0}, {"draw": 2.0}, {"tie_breaks": ("luck",)}, {"third": True}]
)
def test_terms_that_cannot_be_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(TermsError):
        replace(Terms(SWISS), **wrong)  # type: ignore[arg-type]


def test_where_sides_are_bid_for_nobody_is_owed_one() -> None:
    state, _ = play(Terms(SWISS, sides="bid"), 8, 3)
    first = {line.entrant: place for place, line in enumerate(standings(state))}
    assert set(first) == set(names(8)) and all(m.first != m.second for m in state.matches.values())
    assert [m.first for m in state.rounds[0]] == names(4), "the higher seed is named first"


def test_rounds_have_dates_and_late_matches_are_found() -> None:
    schedule = Schedule(100.0, 50.0, 10.0, (5.0,))
    state, _ = begun(Terms(SWISS), 4)
    assert (schedule.opens(2), schedule.ends(2), schedule.next_at(state, 0.0)) == (160.0, 210.0, 100.0)
    state = state.after(next_round(state))
    assert schedule.next_at(state, 100.0) == 145.0 and schedule.late(state, 149.0) == []
    state = state.after(Played("1.1", "g", state.rounds[0][0].first))
    assert [match.id for match in schedule.late(state, 150.0)] == ["1.2"]


def test_a_bracket_is_laid_out_without_byes() -> None:
    state, _ = begun(Terms(SINGLE, third=True), 6)
    state = state.after(next_round(state))
    main, third = panels(state)
    assert [(name, len(cells)) for name, cells in main.rounds] == [
        ("Quarter-finals", 2),
        ("Semi-finals", 2),
        ("Final", 1),
    ]
    assert [cell.sources for cell in main.rounds[1][1]] == [("W1.2",), ("W1.4",)]
    assert (main.rounds[1][1][0].one, main.rounds[1][1][0].other, main.rounds[1][1][0].winner) == ("p00", "", None)
    assert third.title == "Third place"
    over, _ = play(Terms(DOUBLE, wins=2), 8, 4)
    shown = {panel.title: panel for panel in panels(over)}
    assert list(shown) == ["Nobody has lost", "Lost once", "Finals"]
    assert shown["Finals"].rounds[0][0] == "Final" and len(shown["Lost once"].rounds) == 4
    cells = [cell for panel in shown.values() for _, round_ in panel.rounds for cell in round_]
    assert {cell.id for cell in cells} == set(over.matches) and all(max(cell.won) == 2 for cell in cells)
    assert all(cell.winner == cell.won.index(2) for cell in cells)


def test_a_season_ends_in_a_play_off_of_the_willing_who_played_enough() -> None:
    games = [finished(n, f"p{n % 5}", f"p{(n + 1) % 5}", ALLIES) for n in range(1, 21)]
    games += [
        finished(30, "p7", "p8", ALLIES),
        finished(2000, "p0", "p9", ALLIES),
        unrated(finished(31, "p9", "p8", ALLIES), "x"),
    ]
    season = Season(0.0, 365 * DAY, places=4, games=3, champions=("p8", "p3"))
    assert len(season.of(games)) == 21
    ratings = {"p0": 1500.0, "p1": 1700.0, "p2": 1600.0, "p3": 1400.0, "p7": 1900.0, "p9": 2000.0}
    entered = playoff(season, games, ratings, ["p0", "p1", "p2", "p3", "p7", "p9", "p4"])
    assert [one.entrant for one in entered] == ["p3", "p1", "p2", "p0"]
    assert seeded(state_of(Terms(SINGLE), entered)).order == ("p3", "p1", "p2", "p0")


def test_a_match_that_nobody_played_brings_no_points() -> None:
    state, _ = begun(Terms(SWISS, rounds=2), 4)
    state = state.after(next_round(state))
    one, other = state.rounds[0]
    state = state.after(Played(other.id, "g", NOBODY, "draw"))
    nobody = Played(one.id, WALK_OVER, NOBODY, NOT_PLAYED)
    state = state.after(nobody)
    lines = {line.entrant: line for line in standings(state)}
    assert [lines[who].points for who in (one.first, other.first)] == [0.0, 0.5]
    assert (lines[one.first].lost, lines[one.second].lost, lines[one.first].drawn) == (1, 1, 0)
    assert state.is_walk_over(one) and not state.open()
    assert not is_over(state) and is_over_after_a_round(state), "the next round can be paired"
    later = state.after(Played(other.id, WALK_OVER, NOBODY, NOT_PLAYED))
    assert not any(line.points for line in standings(later)), "an arbiter takes a draw back"
    again = later.after(Played(other.id, "g", other.second, "adjudication"))
    assert again.winner(other) == other.second and not again.is_not_played(other), "what is told last stands"
    with pytest.raises(Refused, match="goes on"):
        state.after(Played(one.id, WALK_OVER, one.first, NOT_PLAYED))
    single, _ = begun(Terms(SINGLE), 2)
    with pytest.raises(Refused, match="goes on"):
        single.after(next_round(single)).after(Played("W1.1", WALK_OVER, NOBODY, NOT_PLAYED))


def is_over_after_a_round(state: State) -> bool:
    """Whether a round more, in which nobody comes, ends it."""
    state = state.after(next_round(state))
    for match in state.open():
        state = state.after(Played(match.id, WALK_OVER, NOBODY, NOT_PLAYED))
    return is_over(state)
