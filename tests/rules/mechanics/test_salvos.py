"""Salvos of made-up rules: steps of their own, fire outside battles, shots with several numbers, unit classes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

import pytest

from rules.battle import salvos
from rules.battle.sides import ATTACKER, DEFENDER
from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.steps import Step
from rules.core.view import View
from rules.model.profiles import AIR, LAND, UnitType
from rules.model.salvo import Salvo, Shot, Side
from rules.model.state import Battle
from rules.odds import battle_odds, left_out, typed_battle
from rules.odds.read.battle import Wishes, prepared, read

Check = Callable[..., None]
MORTAR = UnitType("mortar", LAND, attack=1, defense=1, move=1, cost=4, rule="test.mortars")


def _mortars(view: View, battle: Battle, side: Side) -> Salvo | None:
    mine = view.get(battle.attackers if side == ATTACKER else battle.defenders)
    shots = tuple(Shot(u.id, 2, u.type, better=((4, "vehicle"),)) for u in mine if u.type == "mortar")
    return Salvo("mortars", side, shots, "step", "mortars", "mortars")


class Mortars(Rule):
    """Mortars of both sides fire before anything else, at 2, at 4 against vehicles; what they hit fires back with
    its mortars only."""

    id = "test.mortars"
    units = (MORTAR,)
    own_steps = {"mortars": Step(salvo=_mortars)}

    def battle_steps(self, view: View, battle: Battle, each_round: bool, steps: tuple[str, ...]) -> tuple[str, ...]:
        return ("mortars", *steps) if battle.kind == "land" and not each_round else steps


class SurpriseFire(Rule):
    """Fire at everybody who enters Karelia: dice at 3 until nobody is left, a hit takes a unit whole."""

    id = "test.ambush"

    @moments.phase_begins
    def _fire(self, act: Act, phase: str) -> None:
        if phase == "conduct combat":
            targets = act.units("Baltic Sea Zone", act.active)
            shots = (Shot(0, 3, "ambush", dice=4),)
            salvo = Salvo("ambush", DEFENDER, shots, why="ambush", loss="ambush", owner="USSR", whole=True,
                          until_gone=True)  # fmt: skip
            salvos.outside(act, "Baltic Sea Zone", salvo, targets)


class TwoTargets(Rule):
    """One die at the tanks and infantry of Eastern Europe, one at its aircraft."""

    id = "test.two-targets"

    @moments.phase_begins
    def _fire(self, act: Act, phase: str) -> None:
        for domain in (LAND, AIR) if phase == "conduct combat" else ():
            salvo = Salvo("ambush", DEFENDER, (Shot(0, 3, "ambush"),), why="ambush", loss="ambush", owner="USSR")
            salvos.outside(act, "Eastern Europe", salvo, act.units("Eastern Europe", "Germany", domain))


HEAD = """
[[case]]
id = "T-1"
title = "Made up"
game = "classic"
setup = "empty"
power = "Germany"
phase = "combat move"
"""


def test_a_step_of_its_own(check: Check) -> None:
    """A mortar die of 3 or 4 hits a vehicle only; the defender's mortar fires back; then both are gone."""
    check(
        HEAD
        + """
rules = ["test.mortars"]
units."Eastern Europe".Germany = "2 mortar, 1 infantry"
units."Karelia S.S.R.".USSR = "1 mortar, 1 infantry, 1 armor"
step = [
  { order = "move 2 mortar, 1 infantry: Eastern Europe > Karelia S.S.R." },
  { order = "done" },
  { order = "fight Karelia S.S.R.", dice = [4, 2], expect.pending_by = "USSR", expect.log = ["mortars"] },
  { order = "casualties 2 infantry", refuse = "wrong-casualties" },
  { order = "casualties 1 armor, 1 mortar", dice = [2], expect.pending_by = "Germany" },
  { order = "casualties 1 infantry", dice = [6, 6, 6], expect.pending = "retreat" },
]
expect.units."Karelia S.S.R." = { USSR = "1 infantry", Germany = "2 mortar" }
""",
        Mortars(),
    )


def test_fire_outside_battles(check: Check) -> None:
    """Never more dice than units are left; a transport with its load is one of them, and falls whole."""
    check(
        HEAD
        + """
options = { battleship_hits = 2 }
rules = ["test.ambush"]
units."Baltic Sea Zone".Germany = "1 battleship, 1 transport (cargo: 1 infantry)"
step = [ { order = "done", dice = [6, 1, 5, 5], expect = { pending = "casualties", pending_by = "Germany" } },
  { order = "casualties 1 infantry", refuse = "wrong-casualties" },
  { order = "casualties 1 battleship" }, { order = "done" } ]
expect.units."Baltic Sea Zone".Germany = "1 transport (cargo: 1 infantry)"
expect.phase = "noncombat move"
[[case]]
id = "T-2"
title = "Made up"
game = "classic"
setup = "empty"
power = "Germany"
phase = "combat move"
options = { battleship_hits = 2 }
rules = ["test.ambush"]
units."Baltic Sea Zone".Germany = "1 battleship, 1 transport (cargo: 1 infantry)"
step = [ { order = "done", dice = [1, 1] } ]
expect.units."Baltic Sea Zone".Germany = ""
expect.log = ["ambush"]
""",
        SurpriseFire(),
    )


def test_fire_at_two_groups_of_a_place_has_losses_of_its_own_each(check: Check) -> None:
    check(
        HEAD
        + """
rules = ["test.two-targets"]
units."Eastern Europe".Germany = "1 infantry, 1 armor, 1 fighter, 1 bomber"
step = [ { order = "done", dice = [1, 1], expect = { pending = "casualties", pending_by = "Germany" } },
  { order = "casualties 1 infantry", expect.pending = "casualties" },
  { order = "casualties 1 fighter", expect.pending = "" } ]
expect.units."Eastern Europe".Germany = "1 armor, 1 bomber"
""",
        TwoTargets(),
    )


TITAN = UnitType("titan", LAND, attack=6, move=1, cost=9, rule="test.titan", traits=frozenset({"supported"}))


class Titans(Rule):
    """Nothing misses less often than always."""

    id = "test.titan"
    units = (TITAN,)


def test_no_number_is_over_six(check: Check) -> None:
    """By low luck a titan is six pips, beside artillery too: one hit, and two pips are left to roll."""
    check(
        HEAD.replace("classic", "global1940")
        + """
rules = ["test.titan"]
options = { low_luck = true }
war = "all"
owner = { "Eastern Poland" = "Soviet Union" }
units.Poland.Germany = "1 titan, 1 artillery"
units."Eastern Poland"."Soviet Union" = "3 infantry"
step = [
  { order = "move 1 titan, 1 artillery: Poland > Eastern Poland" }, { order = "done" },
  { order = "fight Eastern Poland", dice = [3], expect.pending = "casualties" },
  { order = "casualties 1 artillery" },
]
expect.units."Eastern Poland"."Soviet Union" = "2 infantry"
""",
        Titans(),
    )


def test_the_odds_know_a_step_by_its_salvos(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the first round the odds roll the dice of a rule's own salvo: they are the mean of what they may leave."""
    from rules.core import documents

    monkeypatch.setattr(documents, "house_rules", lambda: {"test.mortars": Mortars()})
    view, battle = typed_battle("1 mortar, 2 infantry", "1 infantry, 1 armor", rules=["test.mortars"])
    assert left_out(view, battle) == ()
    act = prepared(view, battle)
    _, _, plan = read(act, act.battle(battle), Wishes())
    assert [o.attacker for o in plan.openings] == [True]
    ((die, count),) = plan.openings[0].dice.items()
    assert count == 1
    assert dict(die) == pytest.approx({"any": 2 / 6, "vehicle": 2 / 6})
    assert 0 < battle_odds(view, battle).win < 1


@pytest.mark.parametrize("best", [False, True])
def test_chances_of_a_shot(best: bool) -> None:
    """Chances by counting all faces."""
    shot = Shot(1, 2, "gun", "any", dice=2 if best else 1, best=best, better=((5, "vehicle"), (3, "ship")))
    throws = list(itertools.product(range(1, 7), repeat=shot.dice))
    for low, (number, kind), chance in zip((0, 2, 3), shot.bands, shot.chances, strict=True):
        hits = sum(low < min(faces) <= number for faces in throws)
        assert chance == (kind, pytest.approx(hits / len(throws)))
    assert math.isclose(sum(p for _, p in shot.chances), 1 - (1 / 6) ** shot.dice)


def test_kinds_of_unit() -> None:
    """A unit is what its classes, traits and domain say; "standard" is what the board brings."""
    tank = UnitType("tank", LAND, classes=frozenset({"vehicle", "tank"}))
    assert [k for k in ("vehicle", "tank", "infantry", "land", "ship", "standard") if tank.is_a(k)] == [
        "vehicle", "tank", "land", "standard",
    ]  # fmt: skip
    assert not MORTAR.is_a("standard")
    with pytest.raises(ValueError, match="unknown class"):
        UnitType("car", LAND, classes=frozenset({"wheeled"}))  # type: ignore[arg-type]


BAZOOKA = UnitType("bazooka", LAND, attack=3, defense=3, move=1, cost=4, rule="test.first",
                   numbers={"round1_vs_vehicle": 5})  # fmt: skip
ORGAN = UnitType("organ", LAND, attack=3, defense=2, move=1, cost=6, rule="test.first",
                 numbers={"round1_dice": 2, "round1_dice_at": 1, "round1_defense": 4})  # fmt: skip


class First(Rule):
    """Units with figures of their own in the first round."""

    id = "test.first"
    units = (BAZOOKA, ORGAN)


def test_the_first_round_has_numbers_of_its_own(check: Check) -> None:
    """An organ has two dice at 1 beside its 3, a bazooka 5 if there are vehicles; later 3 and 3. Odds know it."""
    check(
        HEAD
        + """
rules = ["test.first"]
units."Karelia S.S.R.".USSR = "1 armor, 1 infantry"
units."Eastern Europe".Germany = "1 bazooka, 1 organ"
step = [
  { order = "move 1 bazooka, 1 organ: Eastern Europe > Karelia S.S.R." },
  { order = "done" },
  { order = "fight Karelia S.S.R.", dice = [2, 2, 4, 6, 6, 6], expect.log = ["organ at 1", "bazooka at 5"] },
]
"""
        + HEAD.replace("T-1", "T-2")
        + """
rules = ["test.first"]
units."Karelia S.S.R.".USSR = "1 organ, 1 infantry"
units."Eastern Europe".Germany = "2 bazooka"
step = [
  { order = "move 2 bazooka: Eastern Europe > Karelia S.S.R." },
  { order = "done" },
  { order = "fight Karelia S.S.R.", dice = [4, 4, 2, 2, 6, 6], expect.log = ["bazooka at 3", "organ at 4"] },
  { order = "press on", dice = [4, 4, 6, 3], expect.log = ["organ at 2"] },
]
""",
        First(),
    )


def test_odds_of_a_first_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lone bazooka against a lone tank, by hand: 5 of 6 in the first round, 3 of 6 later."""
    from rules.core import documents

    monkeypatch.setattr(documents, "house_rules", lambda: {"test.first": First()})
    view, battle = typed_battle("1 bazooka", "1 armor", rules=["test.first"])
    hit, armor, later = 5 / 6, 2 / 6, 3 / 6
    go_on = later * (1 - armor) / (1 - (1 - later) * (1 - armor))
    assert battle_odds(view, battle).win == pytest.approx(hit * (1 - armor) + (1 - hit) * (1 - armor) * go_on, abs=1e-6)


class Duds(Rule):
    """Infantry fires before anything else and hits on nothing."""

    id = "test.duds"
    own_steps = {
        "duds": Step(
            salvo=lambda view, battle, side: Salvo(
                "duds", side, tuple(Shot(i, 0, "infantry") for i in battle.attackers), "step", "duds", "duds"
            )
        )
    }

    def battle_steps(self, view: View, battle: Battle, each_round: bool, steps: tuple[str, ...]) -> tuple[str, ...]:
        return ("duds", *steps) if not each_round else steps


def test_what_hits_on_nothing_rolls_nothing(check: Check) -> None:
    check(
        HEAD
        + """
rules = ["test.duds"]
units."Eastern Europe".Germany = "2 infantry"
units."Karelia S.S.R.".USSR = "1 infantry"
step = [
  { order = "move 2 infantry: Eastern Europe > Karelia S.S.R." },
  { order = "done" },
  { order = "fight Karelia S.S.R.", dice = [6, 6, 6] },
]
""",
        Duds(),
    )
