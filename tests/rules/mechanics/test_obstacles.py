"""Obstacles on coasts with the figures of a made-up rule."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.hooks import Rule
from rules.mechanics.laying import Laying
from rules.mechanics.mines import Mines
from rules.mechanics.obstacles import Obstacles
from rules.model.profiles import LAND, MARKER, UnitType

Check = Callable[..., None]
ID = "test.obstacles"


class Hedgehogs(Rule):
    """Before the mines of the coast."""

    id = ID
    boards = ("global1940",)
    units = (UnitType("hedgehog", MARKER, cost=1, rule=ID), UnitType("landmine", LAND, move=1, rule=ID))
    parts = (Laying(id=ID, type="hedgehog", on="coast"), Obstacles(id=ID), Mines(id=ID, in_battle=True))


HEAD = """
[[case]]
id = "T-1"
title = "Made up"
game = "global1940"
rules = ["test.obstacles"]
setup = "empty"
war = "all"
power = "United Kingdom"
owner = { "Normandy/Bordeaux" = "Germany" }
phase = "combat move"
units."SZ 110"."United Kingdom" = "2 transport (cargo: 1 infantry, 1 tank)"
units."Normandy/Bordeaux".Germany = "1 infantry"
"""


def test_some_stay_aboard(check: Check) -> None:
    check(
        HEAD
        + """
borders."Normandy/Bordeaux | SZ 110".Germany = "10 hedgehog, 1 landmine"
step = [
  { order = "unload 2 infantry, 2 tank: SZ 110 > Normandy/Bordeaux" },
  { order = "done" },
  { order = "fight Normandy/Bordeaux", dice = [3, 4, 1, 6], expect.pending = "casualties" },
  { order = "casualties 3 infantry", refuse = "wrong-casualties" },
  { order = "casualties 2 infantry", dice = [1, 6, 6] },
  { order = "press on", dice = [1, 6] },
  { order = "done" },
  { order = "unload 1 infantry: SZ 110 > Normandy/Bordeaux", refuse = "*" },
]
expect.units."SZ 110"."United Kingdom" = "2 transport (cargo: 1 infantry)"
expect.units."Normandy/Bordeaux"."United Kingdom" = "1 tank"
expect.borders."Normandy/Bordeaux | SZ 110".Germany = "10 hedgehog"
"""
        + HEAD
        + """
borders."Normandy/Bordeaux | SZ 110".Germany = "2 hedgehog"
borders."Normandy/Bordeaux | SZ 105".Germany = "2 hedgehog"
step = [
  { order = "unload 1 infantry, 1 tank: SZ 110 > Normandy/Bordeaux" },
  { order = "done" },
  { order = "fight Normandy/Bordeaux", dice = [3, 2] },
  { order = "done" },
]
expect.units."Normandy/Bordeaux".Germany = "1 infantry"
expect.units."SZ 110"."United Kingdom" = "2 transport (cargo: 1 infantry, 1 tank)"
""",
        Hedgehogs(),
    )
