"""Results: how a game ends, who has to agree, and whether it counts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.finished import DRAW
from league.results import Course, Refused, Ruling, beyond, ruled
from tests.league.games import ALLIES, AXIS, finished, unrated

TEAMS = {ALLIES: frozenset({"anna", "bert"}), AXIS: frozenset({"carl"})}


def running(**more: object) -> Course:
    """A game that everybody wanted rated, under way."""
    course = replace(Course(TEAMS), **more)  # type: ignore[arg-type]
    for person in ("anna", "bert", "carl"):
        course = course.wish(person, True)
    return course.start(1.0)


def refused(do: object) -> str:
    with pytest.raises(Refused) as told:
        do()  # type: ignore[operator]
    return str(told.value)


def test_a_team_concedes_when_all_of_it_do() -> None:
    course = running().concede(2.0, "anna")
    assert course.result is None and course.waits_for(ALLIES) == ("bert",) and course.waits_for(AXIS) == ()
    assert course.take_back("anna").waits_for(ALLIES) == ()
    ended = course.concede(3.0, "bert")
    assert ended.result is not None
    assert (ended.result.winner, ended.result.how, ended.result.at) == (AXIS, "concession", 3.0)
    assert "over" in refused(lambda: ended.concede(4.0, "carl"))


def test_a_draw_needs_everybody() -> None:
    course = running().offer_draw(2.0, "carl").offer_draw(3.0, "anna")
    assert course.result is None
    ended = course.offer_draw(4.0, "bert").result
    assert ended is not None and (ended.winner, ended.how) == (DRAW, "draw")


def test_time_that_is_out_loses_and_an_arbiter_may_see_it_otherwise() -> None:
    course = running().forfeit(2.0, "carl", "the fourth overrun")
    assert course.result is not None and course.result.winner == ALLIES and course.result.how == "forfeit"
    again = course.adjudicate(3.0, "judge", AXIS, "The bot was away for two days.")
    assert again.result is not None and again.result.how == "adjudication" and again.result.winner == AXIS
    assert again.before == (course.result,), "what was so stays on the record"


def test_what_was_won_by_the_rules_stands() -> None:
    course = running().win(2.0, AXIS, 7)
    assert "by the rules" in refused(lambda: course.adjudicate(3.0, "judge", ALLIES, "I do not like it."))


def test_nobody_judges_their_own_game_nor_without_a_reason() -> None:
    assert "of their own" in refused(lambda: running().adjudicate(2.0, "carl", AXIS, "I was ahead."))
    assert "reason" in refused(lambda: running().adjudicate(2.0, "judge", AXIS, " "))
    assert "Allies or Axis" in refused(lambda: running().adjudicate(2.0, "judge", "Neutrals", "Why not."))


def test_rated_is_said_by_everybody_before_the_start() -> None:
    assert running().verdict().counts is True
    late = Course(TEAMS).wish("anna", True).wish("carl", True).start(1.0)
    assert late.verdict().counts is False and late.unwilling == ("bert",)
    assert "before it starts" in refused(lambda: late.wish("bert", True))
    assert "cannot count" in refused(lambda: late.rule("judge", True, "They meant to."))
    assert "do not play" in refused(lambda: Course(TEAMS).wish("dora", True))


def test_who_plays_on_for_another_says_so_too() -> None:
    dora = {**TEAMS, ALLIES: frozenset({"bert", "dora"})}
    course = running().concede(2.0, "anna").seated(dora)
    assert course.verdict().counts is False and course.unwilling == ("dora",) and not course.waits_for(ALLIES)
    assert "before it starts" in refused(lambda: course.wish("dora", True))
    assert course.wish("dora", True, new=True).verdict().counts is True
    assert course.wish("dora", False, new=True).verdict().counts is False
    assert "both sides" in running().seated({**TEAMS, ALLIES: frozenset({"carl"})}).verdict().why


def test_what_an_arbiter_says_later_holds_beside_the_record() -> None:
    game = finished(1, "anna", "carl", ALLIES)
    said = Ruling("judge", "A piece was forgotten.", 9.0, DRAW, "draw", "")
    void = Ruling("judge", "It was the same person twice.", 10.0, DRAW, "draw", "It was the same person twice.")
    assert ruled([game], {}) == [game]
    assert ruled([game], {game.id: [said]}) == [replace(game, winner=DRAW, how="draw")]
    assert ruled([game], {game.id: [said, void]})[0].unrated == void.why and not game.unrated


@pytest.mark.parametrize(("make", "counts"), [("unrated", False), ("arbiter", None), ("rated", True)])
def test_an_edit_is_what_the_format_makes_of_it(make: str, counts: bool | None) -> None:
    course = running(edits_make=make).edit(2.0, "carl", "Germany has 20 IPC")
    assert course.verdict().counts is counts and course.edits[0].text == "Germany has 20 IPC"
    ruled = course.rule("judge", True, "It mended a slip.").verdict()
    assert (ruled.counts, ruled.why) == (True, "It mended a slip.")


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"computers": frozenset({"carl"})}, "computer"),
        ({"teams": {ALLIES: frozenset({"anna", "carl"}), AXIS: frozenset({"carl"})}}, "both sides"),
        ({"differs": ("low_luck is on, not off",)}, "not played as its format says: low_luck"),
        ({"shortest": 3, "rounds": 2, "result": running().concede(2.0, "carl").result}, "round 2"),
    ],
)
def test_some_games_never_count(more: dict[str, object], why: str) -> None:
    verdict = replace(running(), **more).verdict()  # type: ignore[arg-type]
    assert verdict.counts is False and why in verdict.why


def test_a_victory_in_a_short_game_counts() -> None:
    assert running(shortest=3).win(2.0, AXIS, 2).verdict().counts is True


def test_only_so_many_games_of_a_pair_count() -> None:
    games = [finished(n, *(("a", "b") if n % 2 else ("b", "a")), ALLIES) for n in range(1, 6)]
    games[1] = unrated(games[1], "late")
    assert beyond(games, 3) == {"g0005"} and beyond(games, 0) == frozenset()
    assert beyond(reversed(games), 1) == {"g0003", "g0004", "g0005"}


doings = st.lists(
    st.tuples(
        st.sampled_from(["concede", "draw", "back", "edit", "forfeit", "judge", "win"]),
        st.sampled_from(["anna", "bert", "carl"]),
    ),
    max_size=20,
)


@given(doings)
def test_a_result_comes_once_and_changes_only_by_an_arbiter(steps: list[tuple[str, str]]) -> None:
    course = running()
    for at, (doing, who) in enumerate(steps, 2):
        before = course
        try:
            match doing:
                case "concede":
                    course = course.concede(at, who)
                case "draw":
                    course = course.offer_draw(at, who)
                case "back":
                    course = course.take_back(who)
                case "edit":
                    course = course.edit(at, who, "something")
                case "forfeit":
                    course = course.forfeit(at, who, "late")
                case "win":
                    course = course.win(at, AXIS, at)
                case _:
                    course = course.adjudicate(at, "judge", AXIS, "so it is")
        except Refused:
            assert course == before
        if before.result is not None and doing != "judge":
            assert course.result == before.result
        if course.result != before.result and before.result is not None:
            assert course.before[-1] == before.result
    assert len(course.edits) == sum(doing == "edit" for doing, _ in steps)


def test_a_verdict_is_the_result_when_all_take_it() -> None:
    course = running()
    everybody = course.people
    with pytest.raises(Refused, match="was not asked"):
        course.accept(5.0, sorted(everybody)[1:], "Axis", "played out")
    ended = course.accept(5.0, everybody, "Axis", "played out").result
    assert ended is not None and (ended.winner, ended.how, ended.by) == ("Axis", "adjudication", "")
    with pytest.raises(Refused, match="is over"):
        course.accept(5.0, everybody, "Axis", "played out").accept(6.0, everybody, "Allies", "again")
