"""Elite units roll again: in the odds as in the engine."""

from __future__ import annotations

import pytest

from rules.core.act import Act
from rules.dice import PracticeDice, ScriptedDice
from rules.odds import Wishes, assumed, battle_odds, odds, ready, typed_battle
from rules.play.game import Game, Outcome
from tests.rules import random_battles


@pytest.mark.parametrize(
    ("attacker", "defender", "wishes"),
    [
        ("3 infantry, 1 armor (elite)", "3 infantry, 1 aa gun", Wishes()),
        ("2 infantry, 1 fighter (elite)", "2 infantry, 1 armor (elite), 1 aa gun", Wishes(rounds=2)),
        ("2 infantry, 1 armor (elite), 1 battleship", "3 infantry, 1 armor (elite)", Wishes(leave=1)),
        ("1 submarine, 1 submarine (elite)", "1 battleship, 1 transport", Wishes(leaving=("attacker",))),
        ("1 infantry, 1 bomber (elite)", "3 infantry, 1 aa gun (elite)", Wishes()),
        ("1 armor (elite), 2 infantry", "1 infantry (elite), 1 armor (elite), 1 infantry", Wishes()),
        ("4 infantry, 1 infantry (elite), 1 armor", "5 infantry, 1 fighter (elite), 2 fighter", Wishes()),
    ],
)
@pytest.mark.parametrize("mode", [{}, {"medium_luck": True}])
def test_elite_units_roll_again_when_they_first_miss(
    attacker: str, defender: str, wishes: Wishes, mode: dict[str, bool]
) -> None:
    """Also with several dice, with several such units, and where full sets of dice hit surely."""
    view, battle = typed_battle(attacker, defender, "classic", ["rw"], mode)
    bare = [side.replace(" (elite)", "") for side in (attacker, defender)]
    plain, _ = typed_battle(bare[0], bare[1], "classic", ["rw"], mode)
    for one in (view, plain):
        one.state.flags["tech.Germany"] = ("heavy bombers",)
    fight = random_battles.Fight(view, battle, attacker, wishes)
    assert "the elite unit of the attacker rolls again when it first misses" in assumed(view, battle) or mode
    assert fight.odds.swing != battle_odds(plain, battle, wishes=wishes).swing or mode
    off = random_battles.worst([random_battles.tally(fight, 20, PracticeDice(5))])
    assert max(off.values()) < random_battles.ERRORS, off


@pytest.mark.parametrize(
    ("attacker", "defender", "mode"),
    [
        ("2 infantry, 1 bomber (elite)", "2 infantry, 1 infantry (elite), 1 armor (elite)", {}),
        ("3 infantry, 1 infantry (elite), 1 armor", "4 infantry, 1 fighter (elite)", {"medium_luck": True}),
        ("1 submarine (elite), 1 battleship", "1 carrier, 1 fighter (elite), 1 transport", {}),
    ],
)
def test_rerolls_are_played_as_they_are_worked_out(attacker: str, defender: str, mode: dict[str, bool]) -> None:
    """Where working out would take too long: the seed is fixed, the agreement is not luck."""
    view, battle = typed_battle(attacker, defender, "classic", ["rw"], mode)
    found = ready(view, battle).sides(Wishes())
    exact, played = odds(*found), odds(*found, budget=-1)
    assert exact.exact and played.played
    assert abs(exact.win - played.win) < 4 * played.error and abs(exact.loss - played.loss) < 0.02
    assert abs(exact.swing - played.swing) < 0.04 * exact.swing_deviation


def test_with_low_luck_no_die_is_an_elite_units_own() -> None:
    both = "3 infantry, 1 armor (elite)", "3 infantry, 1 fighter (elite)"
    view, battle = typed_battle(*both, "classic", ["rw"], {"low_luck": True})
    assert not any("elite" in text for text in assumed(view, battle))
    fight = random_battles.Fight(view, battle, "low luck")
    off = random_battles.worst([random_battles.tally(fight, 20, PracticeDice(5))])
    assert max(off.values()) < random_battles.ERRORS, off


def test_a_reroll_that_is_still_open_is_told() -> None:
    view, battle = typed_battle("1 armor", "1 infantry (elite)", "classic", ["rw"])
    game = Game(view.table, view.state)
    assert isinstance(game.submit(f"fight {battle}", ScriptedDice([1, 6])), Outcome)
    assert game.state.pending[0].kind == "reroll" and battle_odds(game.view, battle).win == 1
    assert "reroll the elite unit's die? No" in assumed(game.view, battle)


def test_an_elite_unit_that_has_rolled_again_rolls_as_any_other() -> None:
    view, battle = typed_battle("3 infantry, 1 armor (elite)", "3 infantry", "classic", ["rw"])
    plain, _ = typed_battle("3 infantry, 1 armor", "3 infantry", "classic", ["rw"])
    unit = next(u for u in view.state.units.values() if "elite" in u.marks)
    act = Act(view.table, view.state.copy(), PracticeDice(0))
    act.set_facts(battle, rerolled=(unit.id,))
    assert battle_odds(act, battle).win == pytest.approx(battle_odds(plain, battle).win)
    assert not any("elite" in text for text in assumed(act, battle))
