"""Rail and air transport with the figures of made-up rules."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.hooks import Rule
from rules.core.view import View
from rules.house.europe1943.parts.airlift import Airlift
from rules.house.europe1943.parts.rail import Rail
from rules.mechanics.fire.laying import Laying
from rules.model.profiles import AIR, LAND, MARKER, UnitType
from rules.model.refusals import Refusal
from rules.model.state import Unit

Check = Callable[..., None]
ID = "test.transport"


def _two(view: View, power: str) -> int:
    return 2


def _axis(view: View, power: str, place: str) -> bool:
    return view.side(view.place(place).original) == view.side(power)


class Transport(Rule):
    """Two units a turn over soil that is the side's by print, or where a track lies."""

    id = ID
    boards = ("global1940",)
    units = (
        UnitType("track", MARKER, cost=1, rule=ID),
        UnitType("monster", LAND, attack=1, defense=1, move=1, cost=9, rule=ID, traits=frozenset({"no rail"})),
        UnitType("trooper", LAND, attack=1, defense=2, move=1, rule=ID, traits=frozenset({"by air"})),
        UnitType("marine", LAND, attack=1, defense=2, move=1, rule=ID, traits=frozenset({"by air", "takes no room"})),
        UnitType("lifter", AIR, move=5, cost=6, rule=ID, numbers={"airlift": 3},
                 traits=frozenset({"stands by", "not in combat move"})),
    )  # fmt: skip
    parts = (
        Laying(id=ID, type="track", on="place", ground="friendly"),
        Rail(id=ID, most=_two, serves=_axis, marker="track"),
        Airlift(id=ID),
    )


HEAD = """
[[case]]
id = "T-1"
title = "Made up"
game = "global1940"
rules = ["test.transport"]
setup = "empty"
war = "all"
power = "Germany"
phase = "noncombat move"
owner = { France = "Germany", "Eastern Poland" = "Germany" }
"""


def test_by_rail(check: Check) -> None:
    check(
        HEAD
        + """
units.Germany.Germany = "3 infantry, 1 monster, 1 fighter"
units.Poland.Germany = "1 tank"
borders."Eastern Poland".Germany = "1 track"
step = [
  { order = "move 1 monster (by rail): Germany > Romania", refuse = "no-rail" },
  { order = "move 1 fighter (by rail): Germany > Romania", refuse = "no-rail" },
  { order = "move 1 infantry (by rail): Germany > France", refuse = "no-rail" },
  { order = "move 1 infantry (by rail), 1 tank: Germany > Romania", refuse = "no-rail" },
  { order = "move 3 infantry (by rail): Germany > Romania", refuse = "no-rail" },
  { order = "move 1 infantry (by rail): Germany > Romania" },
  { order = "move 1 tank (by rail): Poland > Eastern Poland" },
  { order = "move 1 infantry (by rail): Germany > Northern Italy", refuse = "no-rail" },
  { order = "move 1 infantry: Romania > Bulgaria", refuse = "*" },
]
expect.units.Romania.Germany = "1 infantry"
expect.units."Eastern Poland".Germany = "1 tank"
""",
        Transport(),
    )


def test_by_air(check: Check) -> None:
    check(
        HEAD
        + """
units.Germany.Germany = "1 lifter, 2 trooper, 1 marine, 1 infantry"
units."Western Germany".Germany = "1 lifter, 1 trooper"
facilities.Germany.has = ""
facilities."Western Germany".has = ""
step = [
  { order = "move 1 lifter, 1 infantry: Germany > Romania", refuse = "not-transportable" },
  { order = "move 1 lifter, 2 trooper: Germany > Romania", refuse = "no-capacity" },
  { order = "move 1 lifter, 1 trooper, 1 marine: Germany > Slovakia Hungary > Romania" },
  { order = "move 1 trooper: Romania > Bulgaria", refuse = "*" },
  { order = "move 1 lifter, 1 trooper: Western Germany > Romania > Ukraine", refuse = "*" },
]
expect.units.Romania.Germany = "1 lifter, 1 marine, 1 trooper"
"""
        + HEAD.replace("noncombat", "combat")
        + """
units.Germany.Germany = "1 lifter, 1 trooper"
expect.cannot = { "move 1 lifter, 1 trooper: Germany > Poland" = "wrong-phase" }
""",
        Transport(),
    )


class NoCamp(Rule):
    """No land unit ends its way in Poland."""

    id = "test.no-camp"

    def may_end(self, view: View, unit: Unit, place: str, phase: str) -> Refusal | None:
        return Refusal("limit-here", "Poland is full.") if place == "Poland" and view.domain(unit) == LAND else None


def test_a_load_is_not_set_down_where_it_may_not_stay(check: Check) -> None:
    check(
        HEAD.replace('"test.transport"', '"test.transport", "test.no-camp"')
        + """
units.Germany.Germany = "1 lifter, 1 trooper"
expect.cannot = { "move 1 lifter, 1 trooper: Germany > Poland" = "limit-here" }
expect.can = ["move 1 lifter: Germany > Poland", "move 1 lifter, 1 trooper: Germany > Romania"]
""",
        Transport(),
        NoCamp(),
    )
