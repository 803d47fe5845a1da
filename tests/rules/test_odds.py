"""Odds worked out from slots alone: closed forms, the ways of calculating against each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.odds import Odds, Opening, Plan, Slot, odds
from rules.odds.solve import battle
from rules.odds.solve.chances import joint
from rules.odds.solve.grid import Grid
from rules.odds.solve.model import ALL, STRIKE, Dice, Die, Ints, die

LAND = Plan(strikes=False)
SEA = Plan()
ALL_KINDS = frozenset({"any", "air", "submarine"})


class Army:
    """Slots that each roll one kind of die."""

    bound = None

    def __init__(self, *slots: Slot, numbers: tuple[int, ...], kinds: Mapping[str, str] | None = None) -> None:
        self.slots = slots
        self._dice = [die(n / 6, (kinds or {}).get(s.name, "any")) for s, n in zip(slots, numbers, strict=True)]

    def rolling(self, *dice: Die) -> Army:
        """The same slots with other dice."""
        found = Army(*self.slots, numbers=(0,) * len(self.slots))
        found._dice = list(dice)
        return found

    def dice(self, left: Ints, who: str = ALL, first: bool = False) -> Dice:
        found: Dice = {}
        for n, slot, kind in zip(left, self.slots, self._dice, strict=True):
            if who == ALL or slot.strikes == (who == STRIKE):
                found[kind] = found.get(kind, np.zeros_like(n)) + n
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
    guns = Opening(False, {die(1 / 6, "antiaircraft"): 2})
    found = odds(planes, army((1, 0, 3)), Plan((guns,), strikes=False))
    assert found.loss == pytest.approx(1 / 36)
    assert found.attacker_loss == pytest.approx(12 * 2 / 6)
    shelled = Opening(True, {die(4 / 6): 1}, fires_back=True)
    back = odds(army((1, 1, 3)), army((1, 2, 3)), Plan((shelled,), strikes=False))
    assert back.loss == pytest.approx(1 / 3 * 10 / 16)
    assert back.draw == pytest.approx(2 / 3 * 2 / 6 + 1 / 3 * 2 / 16)
    silent = odds(army((1, 1, 3)), army((1, 2, 3)), Plan((replace(shelled, fires_back=False),), strikes=False))
    assert silent.win == pytest.approx(2 / 3 + 1 / 3 * 4 / 16)


def after(army: Army, hunted: bool = False, **hits: int) -> tuple[int, ...]:
    """What hits of some classes leave of an army."""
    grid = Grid(army, ALL_KINDS)
    fallen = [(grid.bodies(kind, hunted), np.array([n])) for kind, n in hits.items()]
    return tuple(grid.left(grid.lose(np.array([0]), fallen))[:, 0].tolist())


def test_two_hit_ships_and_restricted_hits() -> None:
    force = fleet(battleship=1, submarine=1, fighter=1)
    assert after(force, submarine=2) == (0, 0, 0, 1, 1)  # damage first, then the submarine; never the plane
    assert after(force, air=9) == (0, 1, 0, 0, 0)  # all but the submarine
    assert after(force, air=9, hunted=True) == (0, 0, 0, 0, 0)
    assert after(force, air=1, submarine=1) == (0, 0, 0, 1, 1)
    assert Grid(force, ALL_KINDS).hits == 4


def test_every_hit_that_can_be_taken_is() -> None:
    """Planes' hits must not be wasted on the submarine's place in the order of loss."""
    assert after(fleet(submarine=1, destroyer=1), air=1, any=1) == (0, 0, 0, 0, 0)


def test_a_die_may_hit_one_class_or_another() -> None:
    """1 to 3 hits anything, 4 and 5 only the gun; the army in front of it takes what hits anything."""
    both, soft = frozenset({"any", "hard"}), frozenset({"any"})
    target = Army(Slot("man", 1, 3, hit_by=soft, hit_by_hunted=soft), Slot("gun", 1, 6, -1, both, both), numbers=(1, 0))
    shooter = army((1, 0, 3)).rolling((("any", 3 / 6), ("hard", 2 / 6)))
    found = odds(shooter, target, replace(LAND, rounds=1))
    left = dict(found.defenders)
    assert left[(("gun", 1),)] == pytest.approx(3 / 6)
    assert left[(("man", 1),)] == pytest.approx(2 / 6)
    assert left[(("man", 1), ("gun", 1))] == pytest.approx(1 / 6)


def test_breaking_off_at_a_threshold() -> None:
    """He goes on while he has two: he never fights with the last one, and keeps it."""
    strong = army((5, 3, 3))
    bold, wary = (odds(strong, army((4, 2, 3)), replace(LAND, stays=s)) for s in (None, lambda left: left[0] >= 2))
    assert wary.loss < bold.loss and wary.retreat > 0 and wary.attacker_loss < bold.attacker_loss
    assert dict(wary.attackers)[(("u0", 1),)] == pytest.approx(wary.retreat, abs=0.05)


UNITS = st.lists(st.tuples(st.integers(1, 4), st.integers(0, 5), st.integers(3, 20)), min_size=1, max_size=3).map(
    lambda units: army(*units)
)
FEW = st.integers(0, 2)
FLEETS = st.builds(fleet, submarine=FEW, destroyer=FEW, fighter=FEW, battleship=st.integers(0, 1))


def same(one: Odds, two: Odds) -> None:
    for name in ("win", "loss", "draw", "retreat", "takes", "attacker_loss", "defender_loss"):
        assert getattr(one, name) == pytest.approx(getattr(two, name), abs=1e-5), name
    assert one.swing_deviation == pytest.approx(two.swing_deviation, abs=1e-3)
    left, right = dict(one.attackers), dict(two.attackers)
    assert all(left.get(k, 0) == pytest.approx(right.get(k, 0), abs=1e-6) for k in {*left, *right})


GUNS = Opening(False, {die(1 / 6): 2})
SHIPS = Opening(True, {die(4 / 6): 1, die(3 / 6): 1}, fires_back=True)


@settings(deadline=None, max_examples=40)
@given(UNITS, UNITS, st.sampled_from([None, 1, 3]), st.sampled_from([(), (GUNS,), (SHIPS,), (SHIPS, GUNS)]))
def test_ladder_and_general_way_agree(one: Army, two: Army, rounds: int | None, openings: tuple[Opening, ...]) -> None:
    plan = replace(LAND, rounds=rounds, openings=openings)
    quick = odds(one, two, plan)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(battle, "all_alike", lambda side, kinds: False)
        slow = odds(one, two, plan)
    same(quick, slow)


@settings(deadline=None, max_examples=12)
@given(FLEETS, FLEETS)
def test_samples_agree_with_the_exact_odds(one: Army, two: Army) -> None:
    true, played = odds(one, two, SEA), odds(one, two, SEA, budget=-1, games=3000)
    assert true.exact and not played.exact and played.played == 3000
    for name in ("win", "loss", "draw"):
        chance = getattr(true, name)
        assert abs(chance - getattr(played, name)) < 5 * (max(chance * (1 - chance), 1 / 3000) / 3000) ** 0.5
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
    dice = {die(1 / 3): np.array([17, 0, 2]), die(0.5, "air"): np.array([4, 2, 0])}
    every = joint(dice, [ALL_KINDS])
    assert every.sum(1) == pytest.approx([1, 1, 1])
    assert every[1, :3] == pytest.approx([0.25, 0.5, 0.25])
    apart = joint(dice, [frozenset({"any"}), frozenset({"air"})])
    assert apart[1, 0, :3] == pytest.approx([0.25, 0.5, 0.25])
    assert apart[2, :3, 0] == pytest.approx([4 / 9, 4 / 9, 1 / 9])


def test_the_same_battle_twice_is_the_same() -> None:
    one, two = fleet(submarine=2, destroyer=1, fighter=2), fleet(submarine=1, battleship=1)
    assert odds(one, two, SEA) == odds(one, two, SEA)
    spread = odds(one, two, SEA).swings
    assert sum(p for _, p in spread) == pytest.approx(1) and list(spread) == sorted(spread)


def test_nobody_there() -> None:
    nobody = Army(numbers=())
    assert odds(nobody, army((1, 2, 3)), LAND).loss == 1
    assert odds(army((1, 2, 3)), nobody, LAND).win == 1
