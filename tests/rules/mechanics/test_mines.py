"""Mines on borders with the figures of made-up rules."""

from __future__ import annotations

from collections.abc import Callable

from rules.cases.file import read_case
from rules.cases.setup import build
from rules.core.hooks import Rule
from rules.dice import PracticeDice
from rules.mechanics.laying import Laying
from rules.mechanics.mines import Mines
from rules.model.profiles import LAND, UnitType
from rules.odds import assumed, battles_due

Check = Callable[..., None]
ID = "test.mines"
MINE = UnitType("landmine", LAND, move=1, cost=1, cargo=1, rule=ID,
                traits=frozenset({"stands by", "own quota", "not in combat move"}))  # fmt: skip
CRAB = UnitType("crab", LAND, attack=3, defense=3, move=2, cost=6, cargo=3, rule=ID, numbers={"clears_mines": 2})


class Landmines(Rule):
    """Allies are met on a 1."""

    id = ID
    boards = ("global1940",)
    units = (MINE, CRAB)
    parts = (Laying(id=ID, type="landmine"), Mines(id=ID))


class Coastal(Rule):
    """Allies pass but on retreats; coasts wait for the fight; hits damage."""

    id = "test.coastal"
    boards = ("global1940",)
    units = (MINE, CRAB)
    parts = (Mines(id="test.coastal", allies_pass=True, in_battle=True, whole=lambda view: False),)


HEAD = """
[[case]]
id = "T-1"
title = "Made up"
game = "global1940"
rules = ["test.mines"]
setup = "empty"
war = "all"
power = "United Kingdom"
phase = "combat move"
owner = { "Normandy/Bordeaux" = "Germany", "Southern France" = "United Kingdom" }
"""
FLEET = 'units."SZ 110"."United Kingdom" = "1 transport (cargo: 2 infantry), 1 transport (cargo: 1 infantry, 1 tank)"\n'


def test_a_landing_meets_them_before_anything_else(check: Check) -> None:
    check(
        HEAD
        + FLEET
        + """
units."Normandy/Bordeaux".Germany = "1 infantry"
borders."Normandy/Bordeaux | SZ 110".Germany = "3 landmine"
borders."Normandy/Bordeaux | SZ 105".Germany = "3 landmine"
step = [
  { order = "unload 3 infantry, 1 tank: SZ 110 > Normandy/Bordeaux" },
  { order = "done", dice = [2, 5, 1], expect.pending = "casualties" },
  { order = "casualties 1 infantry, 1 tank" },
  { order = "fight Normandy/Bordeaux", dice = [1, 6, 6] },
]
expect.borders."Normandy/Bordeaux | SZ 110".Germany = "1 landmine"
expect.owner = { "Normandy/Bordeaux" = "France" }
"""
        + HEAD
        + """
units."SZ 110"."United Kingdom" = "1 transport (cargo: 2 infantry)"
units."Normandy/Bordeaux".Germany = "1 infantry"
borders."SZ 110 | Normandy/Bordeaux".Germany = "10 landmine"
step = [
  { order = "unload 2 infantry: SZ 110 > Normandy/Bordeaux" },
  { order = "done", dice = [4, 1, 6, 2] },
  { order = "done" },
]
expect.borders."SZ 110 | Normandy/Bordeaux".Germany = "8 landmine"
expect.owner = { "Normandy/Bordeaux" = "Germany" }
"""
        + HEAD.replace("test.mines", "test.coastal")
        + """
units."SZ 110"."United Kingdom" = "1 transport (cargo: 2 infantry)"
units."Normandy/Bordeaux".Germany = "1 infantry"
borders."Normandy/Bordeaux | SZ 110".Germany = "2 landmine"
step = [
  { order = "unload 2 infantry: SZ 110 > Normandy/Bordeaux" },
  { order = "done" },
  { order = "fight Normandy/Bordeaux", dice = [1, 2] },
]
expect.owner = { "Normandy/Bordeaux" = "Germany" }
""",
        Landmines(),
        Coastal(),
    )


def test_owners_allies_and_enemies(check: Check) -> None:
    check(
        HEAD
        + """
units."Southern France"."United Kingdom" = "2 infantry"
borders."Normandy/Bordeaux | Southern France".Germany = "1 landmine"
borders."Southern France | Normandy/Bordeaux" = { "United Kingdom" = "4 landmine", "United States" = "2 landmine" }
step = [
  { order = "move 2 infantry: Southern France > Normandy/Bordeaux" },
  { order = "done", dice = [6, 1, 2] },
  { order = "done" },
]
expect.units."Normandy/Bordeaux"."United Kingdom" = "1 infantry"
expect.borders."Southern France | Normandy/Bordeaux"."United States" = "1 landmine"
"""
        + HEAD.replace("test.mines", "test.coastal")
        + """
units."Southern France"."United Kingdom" = "3 infantry"
units."Normandy/Bordeaux".Germany = "3 infantry"
borders."Southern France | Normandy/Bordeaux"."United States" = "2 landmine"
step = [
  { order = "move 3 infantry: Southern France > Normandy/Bordeaux" },
  { order = "done" },
  { order = "fight Normandy/Bordeaux", dice = [6, 6, 6, 6, 6, 6] },
  { order = "retreat to Southern France", dice = [2, 1] },
]
expect.units."Southern France"."United Kingdom" = "2 infantry"
""",
        Landmines(),
        Coastal(),
    )


def test_clearing_and_noncombat_moves(check: Check) -> None:
    check(
        HEAD.replace('"Germany", "Southern', '"United Kingdom", "Southern').replace("combat move", "noncombat move")
        + """
units."Southern France"."United Kingdom" = "1 crab, 3 infantry"
borders."Normandy/Bordeaux | Southern France".Germany = "5 landmine"
step = [
  { order = "move 1 crab, 3 infantry: Southern France > Normandy/Bordeaux", dice = [1, 4, 6] },
]
expect.units."Normandy/Bordeaux"."United Kingdom" = "1 crab, 2 infantry"
expect.borders."Normandy/Bordeaux | Southern France".Germany = "2 landmine"
""",
        Landmines(),
    )


def test_aboard(check: Check) -> None:
    check(
        HEAD.replace("combat move", "noncombat move")
        + """
units."United Kingdom"."United Kingdom" = "5 landmine, 2 infantry, 1 artillery"
units."SZ 110"."United Kingdom" = "1 transport"
step = [
  { order = "load 4 landmine: United Kingdom > SZ 110", refuse = "no-capacity" },
  { order = "load 2 landmine, 1 artillery: United Kingdom > SZ 110", refuse = "no-capacity" },
  { order = "load 3 landmine, 1 infantry: United Kingdom > SZ 110" },
]
""",
        Landmines(),
    )


def test_the_odds_say_that_they_leave_mines_out() -> None:
    troops = {"France": {"Germany": "3 infantry"}, "Normandy/Bordeaux": {"United Kingdom": "1 infantry"}}
    lines = {"Normandy/Bordeaux | France": {"United Kingdom": "2 landmine"}}
    start = {"id": "T", "game": "global1940", "rules": ["x4"], "power": "Germany", "phase": "combat move", "war": "all"}
    owners = {"Normandy/Bordeaux": "United Kingdom", "France": "Germany"}
    game = build(read_case({**start, "setup": "empty", "owner": owners, "units": troops, "borders": lines}))
    game.submit("move 3 infantry: France > Normandy/Bordeaux", PracticeDice(1), by="Germany")
    view, battles = battles_due(game.view)
    assert "what stands on the lines into it (mines, obstacles) hits nobody" in assumed(view, battles[0])
