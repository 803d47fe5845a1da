"""The course of a game: sums that add up, luck that is nothing on the average, turning points, what computers would do."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from analysis import outcomes, report
from analysis.chance import Chance, model_for, summed
from analysis.course import Course, Swing, TurnCourse, covers_not
from analysis.outcomes import Ahead
from analysis.playout import play_out
from rules.battle import sides
from rules.battle.sides import ATTACKER, DEFENDER
from rules.core.view import View
from rules.dice.practice import PracticeDice
from rules.play.game import Game
from tests.positions import stand


@cache
def played() -> Game:
    """A round of Classic among computers."""
    return play_out(Game.new("classic", dice=PracticeDice(1)), "course", "recruit", 1)[0]


@cache
def its_course() -> Course:
    return report.course(played())


def test_start_luck_and_decisions_make_the_end() -> None:
    found = its_course()
    assert found.sides == ("Allies", "Axis") and len(found.turns) == 5
    for one, after in zip(found.turns, found.turns[1:]):
        assert np.allclose(one.end, after.start)
        assert np.allclose(one.start + one.luck + one.decisions, one.end)
    whole = found.curve[0].value + found.luck.value + found.decisions.value
    assert whole == pytest.approx(found.curve[-1].value)
    assert any(swing.place for turn in found.turns for swing in turn.swings)
    assert all(chance.low <= chance.value <= chance.high for chance in found.curve)


def test_the_curve_is_the_same_before_and_with_its_dice() -> None:
    curve, found = report.curve(played()), its_course()
    assert curve.curve == found.curve and all(not one.swings for one in curve.turns)
    assert report.course(played()).luck == found.luck


def test_what_was_missing_when_the_rules_ended_it_stands_by_itself() -> None:
    found = its_course()
    won = Course(found.sides, found.turns, "Axis")
    assert won.rest.value == pytest.approx(-won.curve[-1].value) and found.rest.value == 0


def battle() -> Ahead:
    """Three infantry and a tank against two infantry."""
    body = {"Karelia S.S.R.": {"USSR": "2 infantry"}, "Eastern Europe": {"Germany": "3 infantry, 1 armor"}}
    game = stand("Germany", game="classic", units=body, war="all")
    for order in ("move 3 infantry, 1 armor: Eastern Europe > Karelia S.S.R.", "done"):
        game.submit(order, PracticeDice(1))
    view = View(game.table, game.state.copy())
    here = view.state.battles["Karelia S.S.R."]
    found = outcomes.ahead(view, here, *(sides.units(view, here, side) for side in (ATTACKER, DEFENDER)))
    assert found is not None
    return found


def test_results_of_a_battle_are_as_likely_as_its_odds() -> None:
    here = battle()
    found = outcomes.results(here)
    assert sum(one.chance for one in found) == pytest.approx(1)
    assert sum(one.chance for one in found if one.attackers) == pytest.approx(here.odds.win, abs=1e-6)
    assert sum(one.chance for one in found if one.defenders) == pytest.approx(here.odds.loss, abs=1e-6)


def test_luck_is_nothing_on_the_average() -> None:
    here = battle()
    model, found = model_for(here.view.table), outcomes.results(here)
    expected = here.value(model, found)
    lucks = [
        one.chance * (here.value(model, [outcomes.Result(one.attackers, one.defenders, 1.0)]) - expected)
        for one in found
    ]
    assert np.allclose(sum(lucks), 0)


def test_a_territory_that_is_won_changes_hands() -> None:
    here = battle()
    best = max(outcomes.results(here), key=lambda one: sum(n for _, n in one.attackers))
    after = here.after(best)
    assert after.owners["Karelia S.S.R."] == "Germany" and here.view.state.owners["Karelia S.S.R."] == "USSR"
    assert not any(u.owner == "USSR" and u.place == "Karelia S.S.R." for u in after.units.values())


def turn(number: int, change: float, apart: float = 0.01) -> TurnCourse:
    start = np.full(3, 0.5)
    return TurnCourse(number, "Germany", number, number, start, start + change + np.array([-apart, 0, apart]))


def test_turning_points_are_the_clear_ones_in_order_of_play() -> None:
    turns = (turn(1, 0.2), turn(2, 0.3, apart=0.5), turn(3, -0.4), turn(4, 0.05), turn(5, 0.1))
    found = Course(("Axis", "Allies"), turns)
    assert [one.first for one in found.turning_points()] == [1, 3, 5]
    assert covers_not(Chance(0.1, 0.01, 0.2)) and not covers_not(Chance(0.1, -0.01, 0.2))


def test_battles_come_by_their_luck() -> None:
    swings = tuple(
        Swing(n, place, "Germany", np.full(3, luck))
        for n, (place, luck) in enumerate((("A", 0.01), ("B", -0.2), ("", 0.5)))
    )
    one = turn(1, 0.2)
    found = Course(("Axis", "Allies"), (TurnCourse(1, "Germany", 1, 1, one.start, one.end, swings),))
    assert [swing.place for swing in found.battles()] == ["B", "A"]


def test_a_turn_against_the_computers() -> None:
    game, found = played(), its_course()
    compared = report.instead(game, found.turns[0], "recruit")
    assert compared is not None and compared == report.instead(game, found.turns[0], "recruit")
    assert compared.difference.low <= compared.difference.value <= compared.difference.high
    assert report.instead(game, turn(10_000, 0.1)) is None
    assert summed(np.array([0.1, 0.2, 0.3])).value == pytest.approx(0.2)
