"""The unit model, with made-up units: damage states, priced repair, what attacks never, room aboard."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from rules.core.hooks import Rule
from rules.model.profiles import LAND, SEA, UnitType

Check = Callable[..., None]
ID = "test.units"
TIGER = UnitType("tiger", LAND, attack=4, defense=4, move=2, cost=6, hits=2, cargo=3, rule=ID,
                 traits=frozenset({"blitz", "no assault"}), numbers={"repair_cost": 1}, damaged={"move": 1})  # fmt: skip
DREADNOUGHT = UnitType("dreadnought", SEA, attack=5, defense=5, attack_dice=2, defense_dice=2, move=2, cost=20, hits=3,
                       rule=ID, traits=frozenset({"capital ship"}), numbers={"repair_cost": 3, "bombard": 5},
                       damaged={"traits": ("cannot attack",)})  # fmt: skip
MARINE = UnitType("marine", LAND, attack=1, defense=2, move=1, cost=3, cargo=2, rule=ID,
                  traits=frozenset({"takes no room"}))  # fmt: skip
BARGE = UnitType("barge", SEA, move=2, cost=9, capacity=10, rule=ID, traits=frozenset({"transport"}),
                 numbers={"big_cargo": 2})  # fmt: skip
RAIDER = UnitType("raider", LAND, attack=6, move=1, cost=3, rule=ID, traits=frozenset({"cannot capture"}))
MORTAR = UnitType("mortar", LAND, defense=2, move=2, cost=5, cargo=3, rule=ID, traits=frozenset({"cannot attack"}))


class Units(Rule):
    """Also destroyers that carry an infantry of their own power."""

    id = ID
    boards = ("global1940",)
    units = (TIGER, DREADNOUGHT, MARINE, BARGE, RAIDER, MORTAR)

    def change_unit(self, unit: UnitType) -> UnitType:
        if unit.name != "destroyer":
            return unit
        traits = unit.traits | {"carries own only"}
        return dataclasses.replace(unit, capacity=2, carries=("infantry",), traits=traits)


HEAD = """
[[case]]
id = "T-1"
title = "Made up"
game = "global1940"
rules = ["test.units"]
setup = "empty"
war = "all"
power = "Germany"
money.Germany = 20
"""


def test_repair_takes_hits_off_anywhere(check: Check) -> None:
    check(
        HEAD
        + """
units.Poland.Germany = "2 tiger (damaged), 1 tiger"
units."SZ 112".Germany = "1 dreadnought (damaged 2), 1 transport (cargo: 1 tiger (damaged))"
owner = { Poland = "Italy" }
step = [
  { order = "repair 3 tiger: Poland", refuse = "not-damaged" },
  { order = "repair 2 tiger: Poland", expect.money.Germany = 18, expect.units.Poland.Germany = "3 tiger" },
  { order = "repair 1 tiger, 1 dreadnought: SZ 112", expect.money.Germany = 14 },
  { order = "repair 1 dreadnought: SZ 113", refuse = "not-enough-units" },
]
expect.units."SZ 112".Germany = "1 dreadnought (damaged), 1 transport (cargo: 1 tiger)"
"""
        + HEAD
        + """
units."SZ 112".Germany = "1 dreadnought (damaged 2), 1 battleship (damaged)"
facilities.Denmark.has = "naval base"
owner = { Denmark = "Germany" }
step = [ { order = "done" } ]
expect.units."SZ 112".Germany = "1 dreadnought (damaged 2), 1 battleship"
""",
        Units(),
    )


def test_damaged_units_move_and_attack_as_their_profile_says(check: Check) -> None:
    check(
        HEAD
        + """
phase = "combat move"
units.Poland.Germany = "1 tiger (damaged), 1 tiger, 1 mortar"
units."SZ 112".Germany = "1 dreadnought, 1 dreadnought (damaged)"
units."SZ 111"."United Kingdom" = "1 cruiser"
owner = { "Eastern Poland" = "Soviet Union", Belarus = "Soviet Union" }
expect.can = [
  "move 1 tiger (undamaged): Poland > Eastern Poland > Belarus", "move 1 tiger (damaged): Poland > Eastern Poland",
  "move 1 dreadnought (undamaged): SZ 112 > SZ 111", "move 1 dreadnought (damaged): SZ 112 > SZ 113",
]
[case.expect.cannot]
"move 1 tiger (damaged): Poland > Eastern Poland > Belarus" = "too-far"
"move 1 dreadnought (damaged): SZ 112 > SZ 111" = "damaged"
"move 1 mortar: Poland > Eastern Poland" = "cannot-attack"
"""
        + HEAD
        + """
phase = "combat move"
units."SZ 112".Germany = "1 dreadnought (damaged)"
units."SZ 111"."United Kingdom" = "1 cruiser"
units."SZ 113".Germany = "1 dreadnought, 1 dreadnought (damaged), 1 transport (cargo: 1 infantry, 1 tiger)"
units."Novgorod"."Soviet Union" = "1 infantry"
step = [
  { order = "move 2 dreadnought, 1 transport: SZ 113 > SZ 114 > SZ 115" },
  { order = "unload 1 tiger: SZ 115 > Novgorod", refuse = "no-amphibious" },
  { order = "unload 1 infantry: SZ 115 > Novgorod" },
  { order = "done" },
  { order = "fight Novgorod", dice = [6, 6, 6] },
]
""",
        Units(),
    )


def test_room_is_a_matter_of_the_whole_load(check: Check) -> None:
    check(
        HEAD
        + """
phase = "noncombat move"
units.Germany.Germany = "4 tank, 4 infantry, 3 marine"
units."SZ 113".Germany = "1 barge"
step = [
  { order = "load 3 tank: Germany > SZ 113", refuse = "no-capacity" },
  { order = "load 2 tank, 2 infantry: Germany > SZ 113" },
  { order = "load 1 infantry: Germany > SZ 113", refuse = "no-capacity" },
  { order = "load 3 marine: Germany > SZ 113" },
]
expect.units."SZ 113".Germany = "1 barge (cargo: 2 tank, 2 infantry, 3 marine)"
"""
        + HEAD
        + """
phase = "noncombat move"
units.Germany.Germany = "1 tank, 4 infantry"
units.Germany.Italy = "1 infantry"
units."SZ 113".Germany = "1 destroyer, 1 transport"
units."SZ 114".Germany = "1 destroyer"
units."SZ 112".Italy = "1 destroyer"
owner = { Denmark = "Germany" }
units.Denmark.Germany = "1 infantry"
step = [
  { order = "load 1 infantry: Germany > SZ 113", \
    expect.units."SZ 113".Germany = "1 destroyer, 1 transport (cargo: 1 infantry)" },
  { order = "load 1 tank: Germany > SZ 113" },
  { order = "load 1 tank: Germany > SZ 114", refuse = "*" },
  { order = "load 1 infantry: Germany > SZ 113", expect.units."SZ 113".Germany = "1 destroyer (cargo: 1 infantry), \
    1 transport (cargo: 1 infantry, 1 tank)" },
  { order = "load 1 infantry: Germany > SZ 113", refuse = "no-capacity" },
  { order = "load 1 infantry: Denmark > SZ 112", refuse = "no-transport" },
]
""",
        Units(),
    )


def test_what_cannot_capture_wins_a_battle_and_no_land(check: Check) -> None:
    check(
        HEAD
        + """
phase = "combat move"
owner = { "Eastern Poland" = "Soviet Union" }
units.Poland.Germany = "1 raider"
units."Eastern Poland"."Soviet Union" = "1 infantry"
step = [
  { order = "move 1 raider: Poland > Eastern Poland" }, { order = "done" },
  { order = "fight Eastern Poland", dice = [6, 6] },
]
expect = { owner."Eastern Poland" = "Soviet Union", units."Eastern Poland" = { Germany = "1 raider", "Soviet Union" = "" } }
""",
        Units(),
    )
