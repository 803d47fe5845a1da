"""Odds worked out from slots alone: closed forms, the three ways of calculating against each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.odds import Opening, Plan, Slot, ladder, odds
from rules.odds.chances import binomial, convolve
from rules.odds.force import Force
from rules.odds.model import STRIKE, Shots, State
from rules.odds.sample import uniforms

LAND = Plan(strikes=False)
SEA = Plan(end_after_strike=True)
ALL_KINDS = frozenset({"any", "air", "submarine"})


class Army:
    """Slots that each fire one number."""

    def __init__(self, *slots: Slot, numbers: tuple[int, ...], kinds: Mapping[str, str] | None = None) -> None:
        self.slots = slots
        self._numbers, self._kinds = numbers, kinds or {}

    def shots(self, state: State, step: str) -> Shots:
        found: dict[tuple[float, str], int] = {}
        for n, slot, number in zip(state, self.slots, self._numbers, strict=True):
            fires = step == "all" or slot.strikes == (step == STRIKE)
            if n and number and fires:
                key = (number / 6, self._kinds.get(slot.name, "any"))
                found[key] = found.get(key, 0) + n
        return found


def army(*units: tuple[int, int, int]) -> Army:
    """(how many, number, cost), in order of loss."""
    slots = tuple(Slot(f"u{i}", n, cost) for i, (n, _, cost) in enumerate(units))
    return Army(*slots, numbers=tuple(number for _, number, _ in units))


def fleet(**counts: int) -> Army:
    """Submarines, destroyers, planes, two-hit battleships."""
    planes = frozenset({"any", "air"})
    ships = frozenset({"any", "submarine"})
    slots = (
        Slot("battleship", counts.get("battleship", 0), 20, after=4, hit_by=ALL_KINDS, hit_by_hunted=ALL_KINDS),
        Slot("submarine", counts.get("submarine", 0), 6, -1, ships, ALL_KINDS, strikes=True),
        Slot("destroyer", counts.get("destroyer", 0), 8, hit_by=ALL_KINDS, hit_by_hunted=ALL_KINDS, hunts=True),
        Slot("fighter", counts.get("fighter", 0), 10, hit_by=planes, hit_by_hunted=planes),
        Slot("battleship", 0, 20, hit_by=ALL_KINDS, hit_by_hunted=ALL_KINDS),
    )
    return Army(*slots, numbers=(4, 2, 2, 3, 4), kinds={"submarine": "submarine", "fighter": "air"})


def test_one_against_one() -> None:
    """Attack 1, defense 2: a round ends it with chance 16/36; 4/36 won, 10/36 lost, 2/36 both."""
    found = odds(army((1, 1, 3)), army((1, 2, 3)), LAND)
    assert found.win == pytest.approx(4 / 16)
    assert found.loss == pytest.approx(10 / 16)
    assert found.draw == pytest.approx(2 / 16)
    assert found.attacker_loss == pytest.approx(3 * 12 / 16)
    assert found.defender_loss == pytest.approx(3 * 6 / 16)
    assert found.swing == pytest.approx(-18 / 16)
    assert found.exact and found.retreat == 0


def test_breaking_off_after_a_round() -> None:
    found = odds(army((1, 1, 3)), army((1, 2, 3)), replace(LAND, rounds=1))
    assert (found.win, found.loss, found.draw, found.retreat) == pytest.approx((4 / 36, 10 / 36, 2 / 36, 20 / 36))
    later = odds(army((1, 1, 3)), army((1, 2, 3)), replace(LAND, rounds=200))
    assert later.win == pytest.approx(0.25)
    with pytest.raises(ValueError):
        odds(army((1, 1, 3)), army((1, 2, 3)), replace(LAND, rounds=0))


def test_survivors_and_deviation() -> None:
    found = odds(army((2, 6, 5)), army((2, 0, 3)), LAND)
    assert found.win == 1
    assert found.attackers == (((("u0", 2),), 1.0),)
    assert found.defenders == (((), 1.0),)
    assert (found.attacker_loss, found.defender_loss, found.swing_deviation) == (0, 6, 0)


def test_nobody_can_hit() -> None:
    found = odds(army((1, 0, 3)), army((3, 0, 3)), LAND)
    assert found.draw == 1 and found.attacker_loss == 0


def test_first_strike() -> None:
    """A submarine at 2 against a lone ship at 2: it fires first and is not fired at by what it hits."""
    sub, target = fleet(submarine=1), Army(Slot("cruiser", 1, 12, hit_by=ALL_KINDS), numbers=(2,))
    found = odds(sub, target, SEA)
    assert found.win == pytest.approx((1 / 3) / (1 - 2 / 3 * 2 / 3))
    hunted = Army(Slot("destroyer", 1, 8, hit_by=ALL_KINDS, hunts=True), numbers=(2,))
    assert odds(sub, hunted, SEA).win == pytest.approx((1 / 3 * 2 / 3) / (1 - 4 / 9))


def test_planes_and_submarines_alone() -> None:
    assert odds(fleet(fighter=2), fleet(submarine=1), SEA).draw == 1
    assert odds(fleet(fighter=2, destroyer=1), fleet(submarine=1), SEA).win > 0.7


def test_antiaircraft_fire_and_bombardment() -> None:
    planes = Army(Slot("plane", 2, 12, hit_by=frozenset({"any", "antiaircraft"})), numbers=(6,))
    guns = Opening(False, {(1 / 6, "antiaircraft"): 2})
    found = odds(planes, army((1, 0, 3)), Plan((guns,), strikes=False))
    assert found.loss == pytest.approx(1 / 36)
    assert found.attacker_loss == pytest.approx(12 * 2 / 6)
    shelled = Opening(True, {(4 / 6, "any"): 1}, fires_back=True)
    back = odds(army((1, 1, 3)), army((1, 2, 3)), Plan((shelled,), strikes=False))
    assert back.loss == pytest.approx(1 / 3 * 10 / 16)
    assert back.draw == pytest.approx(2 / 3 * 2 / 6 + 1 / 3 * 2 / 16)
    silent = odds(army((1, 1, 3)), army((1, 2, 3)), Plan((replace(shelled, fires_back=False),), strikes=False))
    assert silent.win == pytest.approx(2 / 3 + 1 / 3 * 4 / 16)


def test_two_hit_ships_and_restricted_hits() -> None:
    force = Force(fleet(battleship=1, submarine=1, fighter=1))
    hit = force.after(0, (("submarine", 2),), False)
    assert force.states[hit] == (0, 0, 0, 1, 1)  # damage first, then the submarine; never the plane
    air = force.after(0, (("air", 9),), False)
    assert force.states[air] == (0, 1, 0, 0, 0)  # all but the submarine
    both = force.after(0, (("air", 1), ("submarine", 1)), False)
    assert force.states[both] == (0, 0, 0, 1, 1)
    assert force.points[0] == 4


def test_every_hit_that_can_be_taken_is() -> None:
    """Planes' hits must not be wasted on the submarine's place in the order of loss."""
    force = Force(fleet(submarine=1, destroyer=1))
    after = force.after(0, (("air", 1), ("any", 1)), False)
    assert force.states[after] == (0, 0, 0, 0, 0)


UNITS = st.lists(st.tuples(st.integers(1, 4), st.integers(0, 5), st.integers(3, 20)), min_size=1, max_size=3).map(
    lambda units: army(*units)
)
FEW = st.integers(0, 2)
FLEETS = st.builds(fleet, submarine=FEW, destroyer=FEW, fighter=FEW, battleship=st.integers(0, 1))


@settings(deadline=None, max_examples=40)
@given(UNITS, UNITS, st.sampled_from([None, 1, 3]))
def test_ladder_and_general_way_agree(one: Army, two: Army, rounds: int | None) -> None:
    plan = replace(LAND, rounds=rounds)
    quick = odds(one, two, plan)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ladder, "fits", lambda field: False)
        slow = odds(one, two, plan)
    for name in ("win", "loss", "draw", "retreat", "attacker_loss", "defender_loss"):
        assert getattr(quick, name) == pytest.approx(getattr(slow, name), abs=1e-5), name
    assert quick.swing_deviation == pytest.approx(slow.swing_deviation, abs=1e-3)
    left, right = dict(quick.attackers), dict(slow.attackers)
    assert all(left.get(k, 0) == pytest.approx(right.get(k, 0), abs=1e-6) for k in {*left, *right})


@settings(deadline=None, max_examples=25)
@given(FLEETS, FLEETS)
def test_samples_agree_with_the_exact_odds(one: Army, two: Army) -> None:
    true, played = odds(one, two, SEA), odds(one, two, SEA, budget=-1, games=3000)
    if not played.exact:
        assert abs(true.win - played.win) < 5 * played.error + 0.001
        assert played == odds(one, two, SEA, budget=-1, games=3000)


@settings(deadline=None, max_examples=40)
@given(FLEETS, FLEETS)
def test_chances_make_one(one: Army, two: Army) -> None:
    found = odds(one, two, SEA)
    assert found.win + found.loss + found.draw + found.retreat == pytest.approx(1)
    assert sum(p for _, p in found.attackers) == pytest.approx(1)
    assert sum(p for _, p in found.defenders) == pytest.approx(1)
    assert found.takes <= found.win + 1e-12


def test_more_attackers_win_more() -> None:
    wins = [odds(army((n, 2, 3)), army((6, 2, 3)), LAND).win for n in range(1, 15)]
    assert wins == sorted(wins)


def test_large_battle_is_worked_out() -> None:
    found = odds(army((30, 1, 3), (20, 3, 5), (10, 3, 12)), army((50, 2, 3), (10, 4, 12)), LAND)
    assert found.exact
    assert found.win == pytest.approx(0.2780595, abs=2e-6)  # the same in a calculation with other means
    assert found.loss == pytest.approx(0.7174289, abs=2e-6)


def test_distributions() -> None:
    assert sum(binomial(17, 1 / 3)) == pytest.approx(1)
    assert binomial(2, 0.5) == (0.25, 0.5, 0.25)
    assert convolve([0.5, 0.5], [0.5, 0.5]) == [0.25, 0.5, 0.25]


def test_generator_is_even_and_repeatable() -> None:
    numbers = list(islice(uniforms(7), 20_000))
    assert numbers == list(islice(uniforms(7), 20_000)) != list(islice(uniforms(8), 20_000))
    assert all(0 <= x < 1 for x in numbers)
    tenths = [sum(int(x * 10) == k for x in numbers) for k in range(10)]
    assert sum((n - 2000) ** 2 / 2000 for n in tenths) < 27.9  # chi-square, 9 degrees of freedom, one in a thousand
