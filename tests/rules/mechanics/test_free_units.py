"""Free units, theatres and carrier fighters with the figures of a made-up rule."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.hooks import Rule
from rules.core.view import View
from rules.mechanics.economy.free_units import TURN_END, FreeUnits, rounds
from rules.mechanics.units import carrier_fighters
from rules.mechanics.units.theatre import Theatre

Check = Callable[..., None]
ID = "test.gifts"
GIFT = FreeUnits(id=ID, power="Germany", on=("Germany", "mobilize"), waters="Atlantic", cites={"": "T-1"},
                 schedule=rounds(2, 3, {"destroyer": 1}))  # fmt: skip


def _fights(view: View, power: str) -> bool:
    return view.at_war_with_any(power)


class Gifts(Rule):
    """A destroyer for the Atlantic, bound cruisers, a tank in Rome at war, Italian carrier fighters."""

    id = ID
    boards = ("global1940",)
    units = (carrier_fighters.fighter(ID, ("Italy",), max_board=2),)
    parts = (
        GIFT,
        Theatre(id=ID, cites={"": "T-2"}, waters="Atlantic", name="the Atlantic", mark="atlantic"),
        FreeUnits(id=ID, power="Germany", on=("Germany", TURN_END), place="SZ 112", home="Germany",
                  schedule={1: {"cruiser": 1}}, marks=frozenset({"atlantic"})),
        FreeUnits(id=ID, power="Italy", on=("Italy", "purchase"), place="Southern Italy", every={"tank": 1},
                  when=_fights),
        carrier_fighters.CarrierFighters(id=ID, refunded=True, cites={"stranded": "T-3", "landing": "T-4"}),
    )  # fmt: skip


HEAD = """
[[case]]
id = "T-1"
title = "Made up"
game = "global1940"
rules = ["test.gifts"]
setup = "empty"
war = "all"
"""


def test_a_free_ship_is_placed_where_it_is_bound_and_uses_capacity(check: Check) -> None:
    check(
        HEAD
        + """
round = 2
power = "Germany"
phase = "noncombat move"
step = [
  { order = "done", expect.log = ["1 destroyer to place, free"] },
  { order = "place 1 destroyer: SZ 113", refuse = "wrong-site" },
  { order = "done", refuse = "must-place" },
  { order = "place 1 destroyer: SZ 112", expect.units."SZ 112".Germany = "1 destroyer" },
  { order = "done" },
]
"""
        + HEAD
        + """
round = 2
power = "Germany"
phase = "purchase"
money.Germany = 20
step = [
  { order = "buy 1 destroyer" }, { order = "done" }, { order = "done" }, { order = "done" }, { order = "done" },
  { order = "place 1 destroyer: SZ 113", expect.units."SZ 113".Germany = "1 destroyer" },
  { order = "place 1 destroyer: SZ 113", refuse = "wrong-site" },
  { order = "place 1 destroyer: SZ 112", expect.units."SZ 112".Germany = "1 destroyer" },
]
""",
        Gifts(),
    )


def test_a_free_ship_without_a_yard_is_lost(check: Check) -> None:
    check(
        HEAD
        + """
round = 3
power = "Germany"
phase = "noncombat move"
money.Germany = 5
facilities.Germany.has = ""
facilities."Western Germany".has = ""
step = [ { order = "done" }, { order = "done", expect.log = ["could not be placed: lost"] } ]
""",
        Gifts(),
    )


def test_bound_ships_stay(check: Check) -> None:
    check(
        HEAD
        + """
power = "Germany"
phase = "mobilize"
step = [ { order = "done", expect.units."SZ 112".Germany = "1 cruiser (atlantic)" } ]
"""
        + HEAD
        + """
power = "Germany"
phase = "noncombat move"
units."SZ 112".Germany = "2 cruiser (atlantic), 1 cruiser"
expect.can = ["move 1 cruiser: SZ 112 > SZ 113", "move 2 cruiser (atlantic): SZ 112 > SZ 111"]
expect.cannot = { "move 1 cruiser (atlantic): SZ 112 > SZ 113" = "not-eligible" }
"""
        + HEAD
        + """
power = "Germany"
phase = "mobilize"
owner = { Germany = "Soviet Union" }
step = [ { order = "done", expect.units."SZ 112".Germany = "" } ]
""",
        Gifts(),
    )


def test_a_condition_and_decks_with_a_refund(check: Check) -> None:
    check(
        HEAD
        + """
power = "United Kingdom"
phase = "mobilize"
expect.units."Southern Italy".Italy = "1 tank"
step = [ { order = "done" } ]
"""
        + HEAD
        + """
power = "Italy"
money.Italy = 12
step = [
  { order = "buy 2 carrier fighter", expect.money.Italy = 0 },
  { order = "buy 1 carrier fighter", refuse = "limit-on-board" },
  { order = "done", expect.log = ["have room for 0"] },
  { order = "done" }, { order = "done" }, { order = "done" },
  { order = "place 1 carrier fighter: SZ 95", refuse = "no-carrier" },
  { order = "done", expect.log = ["12 IPC go back"] },
]
""",
        Gifts(),
    )
