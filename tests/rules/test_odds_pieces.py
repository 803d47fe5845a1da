"""Pieces of the odds on their own."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from rules.battle import sides
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.ranks import Ranks
from rules.model.salvo import Shot
from rules.model.state import Battle
from rules.odds import LossOrder, Wishes, battle_odds, left_out, raid_odds, typed_battle, typed_odds
from rules.odds.read.engine_side import kinds_of
from rules.odds.read.modes import _alone
from rules.odds.read.raids import RaidOdds
from rules.odds.solve.result import _error, _swings, mixed
from tests.positions import stand
from tests.rules.hooks.proof import ID, known


@pytest.mark.parametrize(
    ("damages", "middle"),
    [((), 0), (((0, 0.6), (4, 0.4)), 0), (((0, 0.5), (4, 0.5)), 4), (((1, 0.25), (2, 0.25), (5, 0.5)), 5)],
)
def test_the_damage_that_is_exceeded_half_the_time(damages: tuple[tuple[int, float], ...], middle: int) -> None:
    values = {field.name: 0 for field in dataclasses.fields(RaidOdds)} | {"damages": damages}
    assert RaidOdds(**values).middle == middle  # type: ignore[arg-type]


def test_shots_that_every_mode_rolls_as_they_are() -> None:
    assert not _alone(Shot(1, 2, "infantry"))
    assert _alone(Shot(1, 2, "mortar", better=((4, "vehicle"),)))
    assert _alone(Shot(1, 2, "fighter", target=7))
    assert _alone(Shot(1, 2, "bomber", best=True))


@pytest.mark.parametrize(("win", "p"), [(0.0, 0.01), (1.0, 0.99), (0.5, 0.5), (0.015, 0.015), (0.985, 0.985)])
def test_the_error_of_a_chance_that_was_played(win: float, p: float) -> None:
    assert _error(win, 100) == pytest.approx(math.sqrt(p * (1 - p) / 100))


def test_swings_lose_as_well_as_win() -> None:
    assert _swings(np.array([-3, 2]), np.array([0.25, 0.75])) == ((-3, 0.25), (2, 0.75))
    swings = dict(typed_odds("1 infantry", "1 infantry", "global1940").swings)
    assert set(swings) == {-3, 0, 3} and swings[-3] > swings[3]


def test_a_round_that_is_over_does_not_count_as_the_next() -> None:
    """After a round of misses: a last one of two infantry (1) against one (2)."""
    units = {"Western Germany": {"Germany": "2 infantry"}, "France": {"France": "1 infantry"}}
    orders = ("move 2 infantry: Western Germany > France", "done", "fight France")
    game = stand("Germany", *orders, dice=(6, 6, 6), units=units)
    assert battle_odds(game.view, "France", wishes=Wishes(rounds=1)).win == pytest.approx(1 - (5 / 6) ** 2)


def test_the_one_that_is_kept_is_no_unit_more() -> None:
    view, battle = typed_battle("1 infantry, 1 fighter", "2 infantry", "global1940")
    kept = battle_odds(view, battle, wishes=Wishes(attacker=LossOrder(keep="fighter")))
    assert (kept.win, kept.swing) == pytest.approx((battle_odds(view, battle).win, battle_odds(view, battle).swing))


def test_units_that_are_told_apart_are_kinds_of_their_own() -> None:
    view, battle = typed_battle("3 infantry", "1 infantry", "global1940")
    fight = view.state.battles[battle]
    units = view.get(fight.attackers)
    assert [kind.count for kind in kinds_of(view, fight, units, LossOrder())] == [3]
    apart = kinds_of(view, fight, units, LossOrder(), [frozenset({units[0].id})])
    assert sorted(kind.count for kind in apart) == [1, 2]


def battle_numbers(self: Rule, view: View, battle: Battle, side: str, ranks: Ranks) -> Ranks:
    """Everybody hits on 3 in the first round, and not at all later."""
    return ranks.each(lambda unit, number: 3 if battle.round == 1 else 0)


def test_the_first_round_is_the_first() -> None:
    with known(battle_numbers):
        view, battle = typed_battle("1 infantry", "1 infantry", "global1940", [ID])
        assert battle_odds(view, battle).win == pytest.approx(1 / 4)


def battle_steps(self: Rule, view: View, battle: Battle, each_round: bool, steps: tuple[str, ...]) -> tuple[str, ...]:
    """Something of its own comes before the first round."""
    return steps if each_round else ("thunder", *steps)


def test_a_step_that_nobody_can_read_is_told_to_be_left_out() -> None:
    with known(battle_steps):
        assert left_out(*typed_battle("1 infantry", "1 infantry", "anniversary", [ID])) == ("thunder",)


def test_each_bomber_of_a_raid_has_dice_of_its_own() -> None:
    """A heavy bomber takes the better of two dice, a strategic bomber one and 2 more (X4-8)."""
    damage = []
    for bombers in ("2 heavy bomber", "2 strategic bomber", "1 heavy bomber, 1 strategic bomber"):
        order = f"bomb major industrial complex: {bombers}: United Kingdom > Western Germany"
        game = stand(
            "United Kingdom", order, "done", units={"United Kingdom": {"United Kingdom": bombers}}, rules=["x4"], round=12,
            facilities={"Western Germany": {"has": "major industrial complex"}},
        )  # fmt: skip
        (raid,) = game.state.battles
        damage.append(raid_odds(game.view, raid).damage)
    assert damage[0] != damage[1] and damage[2] == pytest.approx((damage[0] + damage[1]) / 2)


@pytest.mark.parametrize(
    ("board", "attacker", "defender"),
    [
        ("global1940", "1 battleship (elite)", "1 cruiser, 1 destroyer"),
        ("classic", "2 submarine", "1 carrier, 1 fighter (elite)"),
    ],
)
def test_ships_of_two_hits_and_what_a_first_strike_meets_roll_again(board: str, attacker: str, defender: str) -> None:
    """Unless both: a ship that a first strike may damage in the middle of a round."""
    plain = [side.replace(" (elite)", "") for side in (attacker, defender)]
    once = battle_odds(*typed_battle(plain[0], plain[1], board, ["rw"]))
    assert battle_odds(*typed_battle(attacker, defender, board, ["rw"])).swing != pytest.approx(once.swing)


def test_the_scatter_of_a_battle_that_may_be_one_of_two() -> None:
    """It may be that 3 IPC are lost before it begins: the same battle, from another point."""
    one = typed_odds("2 infantry", "1 infantry")
    both = mixed([(one, 0, 0.5), (one, 3, 0.5)])
    swings = [(swing - lost, p / 2) for swing, p in one.swings for lost in (0, 3)]
    mean = sum(swing * p for swing, p in swings)
    assert both.swing == pytest.approx(mean) == pytest.approx(one.swing - 1.5)
    assert both.swing_deviation == pytest.approx(math.sqrt(sum(p * (swing - mean) ** 2 for swing, p in swings)))


@pytest.mark.parametrize(
    ("kind", "hit"),
    [("land", ["infantry", "tank"]), ("aircraft", ["fighter"]), ("infantry", ["infantry"]), ("tank", ["tank"])],
)
def test_a_hit_of_a_class_falls_on_its_units(kind: str, hit: list[str]) -> None:
    view, battle = typed_battle("1 infantry, 1 tank, 1 fighter", "1 infantry", "global1940")
    here = view.state.battles[battle]
    attackers = sides.units(view, here, sides.ATTACKER)
    assert sorted(u.type for u in attackers if sides.may_be_hit(view, here, u, kind)) == hit
