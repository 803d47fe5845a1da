"""How near a victory is: what rules say would win, against what wins."""

from __future__ import annotations

import pytest

from rules.core.hooks import Rule
from rules.core.view import View
from rules.dice.practice import PracticeDice
from rules.model.board import BOARDS
from rules.play.game import Game
from rules.play.goals import goals_of, missing

TABLES = [*((board, ()) for board in BOARDS), ("global1940", ("bm",)), ("global1940", ("bx",))]
MOMENTS = ("turn end", "round end")


def view_of(board: str, rules: tuple[str, ...] = ()) -> View:
    return Game.new(board, rules, dice=PracticeDice(1)).view


@pytest.mark.parametrize(("board", "rules"), TABLES, ids=[" ".join((b, *r)) for b, r in TABLES])
def test_either_side_has_a_goal_that_is_not_reached_yet(board: str, rules: tuple[str, ...]) -> None:
    view = view_of(board, rules)
    goals = goals_of(view)
    assert {goal.side for goal in goals} == {"Axis", "Allies"}
    for goal in goals:
        assert missing(view, goal) > 0 and (goal.holds or goal.production)
        assert all(0 < hold.least <= len(hold.places) for hold in goal.holds)
        assert all(place in view.board.places for hold in goal.holds for place in hold.places)


@pytest.mark.parametrize("board", ["classic", "anniversary", "revised", "edition1942"])
def test_who_reaches_a_goal_has_won(board: str) -> None:
    for goal in (goal for goal in goals_of(view_of(board)) if goal.holds):
        view = view_of(board)
        power = next(name for name in view.board.order if view.side(name) == goal.side)
        for hold in goal.holds:
            for place in hold.places:
                view.state.owners[place] = power
        assert missing(view, goal) == 0
        assert goal.side in [view.table.fold(Rule.victory, "", view, moment) for moment in MOMENTS]


def test_what_is_missing_is_counted() -> None:
    view = view_of("global1940")
    europe = next(g for g in goals_of(view) if g.side == "Axis" and "Russia" in g.holds[0].places)
    before = missing(view, europe)
    view.state.owners["Russia"] = "Germany"
    assert missing(view, europe) == before - 1
    view.state.owners["Germany"] = "Soviet Union"
    assert missing(view, europe) == before


def test_production_is_a_goal_by_option() -> None:
    view = view_of("classic")
    assert [g.production for g in goals_of(view) if g.production] == [84]
    assert missing(view, next(g for g in goals_of(view) if g.production)) == 1


def test_balance_mod_wants_a_city_more_while_a_capital_is_lost() -> None:
    view = view_of("global1940", ("bm",))
    least = {g.holds[0].least for g in goals_of(view)}
    view.state.owners["Japan"] = "United States"
    assert {g.holds[0].least for g in goals_of(view)} == {9 if n == 8 else n for n in least}
