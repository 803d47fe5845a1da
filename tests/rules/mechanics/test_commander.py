"""Who commands a unit need not be who owns it: a made-up rule lends American units to the United Kingdom."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.core.hooks import Rule
from rules.core.view import View

Check = Callable[..., None]
PLACES = ("United Kingdom", "SZ 110")


class Lent(Rule):
    """On the British turn, all that began it in London or before it."""

    id = "test.lent"
    boards = ("global1940",)

    def lent(self, view: View, lent: Mapping[int, str]) -> Mapping[int, str]:
        americans = (u for u in view.state.units.values() if u.owner == "United States" and u.start in PLACES)
        return {u.id: "United Kingdom" for u in americans} if view.active == "United Kingdom" else lent


HEAD = """
[[case]]
id = "T-1"
title = "Made up"
game = "global1940"
rules = ["test.lent"]
setup = "empty"
war = "all"
power = "United Kingdom"
owner = { "Normandy/Bordeaux" = "Germany" }
phase = "combat move"
"""


def test_lent_units_move_fight_and_land(check: Check) -> None:
    check(
        HEAD
        + """
units."United Kingdom" = { "United Kingdom" = "1 infantry", "United States" = "1 infantry, 1 fighter" }
units."SZ 110"."United States" = "1 transport, 1 destroyer"
units."SZ 105"."United States" = "1 destroyer"
units."Scotland"."United States" = "1 fighter"
units."Normandy/Bordeaux".Germany = "1 infantry"
units."SZ 112".Germany = "1 submarine"
step = [
  { order = "move 1 fighter (United States): Scotland > SZ 112", refuse = "not-enough-units" },
  { order = "move 1 destroyer (United States): SZ 105 > SZ 110", refuse = "not-enough-units" },
  { order = "ship 1 infantry, 1 infantry (United States): United Kingdom > SZ 110 > Normandy/Bordeaux" },
  { order = "move 1 fighter (United States): United Kingdom > SZ 110 > Normandy/Bordeaux" },
  { order = "move 1 destroyer (United States): SZ 110 > SZ 112" },
  { order = "done" },
  { order = "fight Normandy/Bordeaux", dice = [6, 6, 6, 6] },
  { order = "press on", dice = [1, 6, 6, 6] },
  { order = "fight SZ 112", dice = [6, 6] },
  { order = "press on", dice = [1, 6] },
  { order = "done" },
  { order = "move 1 fighter (United States): Normandy/Bordeaux > SZ 110 > United Kingdom" },
  { order = "done" },
]
expect.units."SZ 112"."United States" = "1 destroyer"
expect.units."Normandy/Bordeaux" = { "United Kingdom" = "1 infantry", "United States" = "1 infantry" }
expect.units."United Kingdom"."United States" = "1 fighter"
""",
        Lent(),
    )


def test_on_other_turns_they_are_their_owners(check: Check) -> None:
    check(
        HEAD.replace('power = "United Kingdom"', 'power = "United States"')
        + """
units."United Kingdom" = { "United Kingdom" = "1 infantry", "United States" = "1 fighter" }
expect.can = ["move 1 fighter: United Kingdom > SZ 110 > Normandy/Bordeaux"]
expect.cannot = { "move 1 infantry (United Kingdom): United Kingdom > Scotland" = "not-enough-units" }
""",
        Lent(),
    )
