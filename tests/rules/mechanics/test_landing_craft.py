"""Landing craft with the figures of a made-up rule."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.hooks import Rule
from rules.house.europe1943.parts.swimmers import Swimmers
from rules.mechanics.fire.mines import Mines
from rules.mechanics.movement.landing_craft import LandingCraft, craft
from rules.model.profiles import LAND, UnitType

Check = Callable[..., None]
ID = "test.craft"
DUPLEX = UnitType("duplex", LAND, attack=3, defense=3, move=2, cost=6, cargo=3, rule=ID, traits=frozenset({"swims"}))


class Craft(Rule):
    """As a transport's load."""

    id = ID
    boards = ("global1940",)
    units = (craft(ID, 5, 3, powers=("United Kingdom",)), UnitType("landmine", LAND, move=1, rule=ID), DUPLEX)
    parts = (LandingCraft(id=ID, cites={"zone": "T-2"}), Swimmers(id=ID), Mines(id=ID))


HEAD = """
[[case]]
id = "T-1"
title = "Made up"
game = "global1940"
rules = ["test.craft"]
setup = "empty"
war = "all"
power = "United Kingdom"
owner = { "Normandy/Bordeaux" = "Germany", Norway = "Germany" }
"""
COMBAT = HEAD + 'phase = "combat move"\n'
NONCOMBAT = HEAD.replace('Bordeaux" = "Germany', 'Bordeaux" = "United Kingdom') + 'phase = "noncombat move"\n'
WAY = "United Kingdom > SZ 110 > Normandy/Bordeaux using"


def test_an_assault_without_a_sea_battle(check: Check) -> None:
    check(
        COMBAT
        + f"""
units."United Kingdom"."United Kingdom" = "2 landing craft, 3 infantry, 2 tank"
units."Normandy/Bordeaux".Germany = "1 infantry"
units."SZ 110"."United Kingdom" = "1 cruiser"
step = [
  {{ order = "ship 1 tank, 2 infantry: {WAY} 1 landing craft: United Kingdom", refuse = "no-capacity" }},
  {{ order = "move 1 landing craft: United Kingdom > SZ 110 > Normandy/Bordeaux", refuse = "wrong-phase" }},
  {{ order = "move 1 landing craft: United Kingdom > Scotland", refuse = "wrong-phase" }},
  {{ order = "ship 1 tank, 1 infantry: {WAY} 1 landing craft: United Kingdom" }},
  {{ order = "ship 2 infantry: {WAY} 1 landing craft: United Kingdom" }},
  {{ order = "done" }},
  {{ order = "fight Normandy/Bordeaux", dice = [6, 6, 6, 6, 6, 1] }},
  {{ order = "casualties 1 landing craft" }},
  {{ order = "retreat to SZ 110", refuse = "*" }},
  {{ order = "press on", dice = [1, 6, 6, 6, 6] }},
]
expect.units."Normandy/Bordeaux"."United Kingdom" = "1 landing craft, 3 infantry, 1 tank"
"""
        + COMBAT
        + f"""
units."United Kingdom"."United Kingdom" = "1 landing craft, 2 infantry"
units."SZ 110".Germany = "1 transport"
units."SZ 110"."United Kingdom" = "1 destroyer"
step = [
  {{ order = "ship 2 infantry: {WAY} 1 landing craft: United Kingdom", refuse = "blocked" }},
]
""",
        Craft(),
    )


def test_lost_without_troops(check: Check) -> None:
    check(
        COMBAT
        + f"""
units."United Kingdom"."United Kingdom" = "1 landing craft, 1 infantry, 1 fighter"
units."Normandy/Bordeaux".Germany = "2 infantry"
step = [
  {{ order = "ship 1 infantry: {WAY} 1 landing craft: United Kingdom" }},
  {{ order = "move 1 fighter: United Kingdom > SZ 110 > Normandy/Bordeaux" }},
  {{ order = "done" }},
  {{ order = "fight Normandy/Bordeaux", dice = [6, 6, 1, 6] }},
  {{ order = "casualties 1 infantry" }},
  {{ order = "retreat air" }},
]
expect.units."Normandy/Bordeaux"."United Kingdom" = "1 fighter"
""",
        Craft(),
    )


def test_mines_take_craft_and_load(check: Check) -> None:
    check(
        COMBAT
        + f"""
units."United Kingdom"."United Kingdom" = "2 landing craft, 4 infantry"
units."Normandy/Bordeaux".Germany = "1 infantry"
borders."Normandy/Bordeaux | SZ 110".Germany = "5 landmine"
step = [
  {{ order = "ship 4 infantry: {WAY} 2 landing craft: United Kingdom" }},
  {{ order = "done", dice = [6, 6, 2, 6, 6], expect.phase = "conduct combat" }},
  {{ order = "fight Normandy/Bordeaux", dice = [1, 6, 6] }},
]
expect.units."Normandy/Bordeaux"."United Kingdom" = "1 landing craft, 2 infantry"
"""
        + NONCOMBAT
        + f"""
units."United Kingdom"."United Kingdom" = "2 landing craft, 4 infantry"
borders."Normandy/Bordeaux | SZ 110".Germany = "1 landmine"
step = [ {{ order = "ship 4 infantry: {WAY} 2 landing craft: United Kingdom", dice = [1] }} ]
expect.units."Normandy/Bordeaux"."United Kingdom" = "1 landing craft, 2 infantry"
""",
        Craft(),
    )


def test_noncombat_by_land_aboard_and_from_a_base(check: Check) -> None:
    check(
        NONCOMBAT
        + """
units."United Kingdom"."United Kingdom" = "4 landing craft, 3 infantry"
units."SZ 110"."United Kingdom" = "1 transport"
step = [
  { order = "move 1 landing craft: United Kingdom > Scotland" },
  { order = "move 1 landing craft: United Kingdom > SZ 110 > Normandy/Bordeaux" },
  { order = "load 1 landing craft, 1 infantry: United Kingdom > SZ 110" },
  { order = "load 1 infantry: United Kingdom > SZ 110", refuse = "*" },
  { order = "ship 2 infantry: United Kingdom > SZ 110 > SZ 105 > Normandy/Bordeaux using 1 landing craft: \
United Kingdom" },
]
expect.units."Normandy/Bordeaux"."United Kingdom" = "2 landing craft, 2 infantry"
expect.units."SZ 110"."United Kingdom" = "1 transport (cargo: 1 infantry, 1 landing craft)"
"""
        + NONCOMBAT
        + """
units."Scotland"."United Kingdom" = "1 landing craft"
expect.cannot = { "move 1 landing craft: Scotland > SZ 109 > SZ 110 > Normandy/Bordeaux" = "too-far" }
""",
        Craft(),
    )


def test_swimmers(check: Check) -> None:
    check(
        COMBAT
        + """
units."United Kingdom"."United Kingdom" = "3 duplex"
units."Normandy/Bordeaux".Germany = "1 infantry"
borders."Normandy/Bordeaux | SZ 110".Germany = "1 landmine"
step = [
  { order = "move 1 duplex: United Kingdom > SZ 110 > SZ 105 > Normandy/Bordeaux", refuse = "too-far" },
  { order = "move 3 duplex: United Kingdom > SZ 110", refuse = "*" },
  { order = "move 3 duplex: United Kingdom > SZ 110 > Normandy/Bordeaux" },
  { order = "done", dice = [1] },
  { order = "fight Normandy/Bordeaux", dice = [1, 6, 6] },
]
expect.units."Normandy/Bordeaux"."United Kingdom" = "2 duplex"
""",
        Craft(),
    )


def test_who_swims_walks_where_land_leads(check: Check) -> None:
    check(
        NONCOMBAT
        + """
units."United Kingdom"."United Kingdom" = "1 duplex"
step = [
  { order = "move 1 duplex: United Kingdom > Scotland" },
  { order = "move 1 duplex: Scotland > United Kingdom" },
]
""",
        Craft(),
    )
