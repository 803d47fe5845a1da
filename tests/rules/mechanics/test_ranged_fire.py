"""Rockets and long-range fire with the figures of made-up rules."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.hooks import Rule
from rules.house.europe1943.parts.lone_strike import LoneStrike
from rules.house.europe1943.parts.long_range import LongRange
from rules.mechanics.fire.rockets import Rockets
from rules.model.profiles import LAND, SEA, UnitType
from rules.model.vocabulary import Trait

Check = Callable[..., None]
ROCKET = UnitType("v1", LAND, move=1, cost=1, rule="test.rockets", numbers={"range": 2, "range_at": 2},
                  traits=frozenset({"stands by", "not in combat move"}))  # fmt: skip
HOWITZER = UnitType("howitzer", LAND, attack=4, defense=4, move=2, cost=12, rule="test.guns",
                    numbers={"range_dice": 3, "range_at": 4})  # fmt: skip
CRUISER = UnitType("land cruiser", LAND, defense=4, move=2, cost=22, hits=4, rule="test.guns",
                   numbers={"range_dice": 4, "range_at": 5, "range_at_sea": 2},
                   traits=frozenset({"cannot attack"}))  # fmt: skip


class V1(Rule):
    """Rockets over two spaces, three from an air base."""

    id = "test.rockets"
    units = (ROCKET,)
    parts = (Rockets(id=id, type="v1", base=1, cites={"": "T-1"}),)


class Guns(Rule):
    """Howitzers and a land cruiser."""

    id = "test.guns"
    units = (HOWITZER, CRUISER)
    parts = (LongRange(id=id, cites={"": "T-2"}),)


SUBMARINE: frozenset[Trait] = frozenset(
    {"submarine", "submerges", "does not block", "no air targets", "first strike attacking"}
)
XXI = UnitType("electroboat", SEA, attack=4, defense=2, move=2, cost=6, traits=SUBMARINE, rule="test.boats")


class Boats(Rule):
    """Submarines that strike first when they come alone."""

    id = "test.boats"
    units = (XXI,)
    parts = (LoneStrike(id=id, type="electroboat"),)


def head(rule: str, power: str = "Germany", phase: str = "combat move") -> str:
    return f"""
[[case]]
id = "T"
title = "Made up"
game = "global1940"
rules = ["{rule}"]
setup = "empty"
war = "all"
power = "{power}"
phase = "{phase}"
"""


def test_rockets_alone(check: Check) -> None:
    """One salvo, the owner chooses, no conquest; the rockets are used up; guns do not fire at them."""
    check(
        head("test.rockets")
        + """
units.Germany.Germany = "4 v1"
owner.Norway = "United Kingdom"
units.Norway."United Kingdom" = "1 infantry, 1 tank, 1 antiaircraft artillery"
step = [
  { order = "launch 4 v1: Germany > SZ 113", refuse = "no-target" },
  { order = "launch 1 v1: Germany > Belarus", refuse = "*" },
  { order = "launch 5 v1: Germany > Norway", refuse = "not-enough-units" },
  { order = "launch 4 v1: Germany > Norway" },
  { order = "done", expect = { phase = "conduct combat", units.Germany.Germany = "4 v1" } },
  { order = "done", refuse = "wrong-phase" },
  { order = "fight Norway", dice = [1, 3, 5, 6], expect = { pending = "casualties", pending_by = "United Kingdom" } },
  { order = "casualties 1 infantry" },
  { order = "done" },
]
expect.units.Norway."United Kingdom" = "1 tank, 1 antiaircraft artillery"
expect.units.Germany.Germany = ""
expect.owner.Norway = "United Kingdom"
""",
        V1(),
    )


def test_rockets_with_an_attack(check: Check) -> None:
    """They fire first; what is empty then is taken without a round."""
    check(
        head("test.rockets")
        + """
units.Germany.Germany = "3 v1"
units.Poland.Germany = "2 tank"
units."Eastern Poland"."Soviet Union" = "2 infantry"
facilities.Germany.has = "air base"
step = [
  { order = "launch 3 v1: Germany > Eastern Poland" },
  { order = "move 2 tank: Poland > Eastern Poland" },
  { order = "done" },
  { order = "fight Eastern Poland", dice = [2, 6, 1] },
]
expect.owner."Eastern Poland" = "Germany"
expect.units."Eastern Poland" = { Germany = "2 tank", "Soviet Union" = "" }
"""
        + head("test.rockets")
        + """
units.Germany.Germany = "1 v1"
units.Belarus."Soviet Union" = "1 infantry"
facilities.Germany.has = "air base"
step = [ { order = "launch 1 v1: Germany > Belarus" }, { order = "undo" },
  { order = "launch 1 v1: Germany > Belarus" }, { order = "done" }, { order = "fight Belarus", dice = [1] } ]
expect.units.Belarus."Soviet Union" = ""
expect.owner.Belarus = "Soviet Union"
""",
        V1(),
    )


def test_long_range_fire(check: Check) -> None:
    """It comes before the battles and not after; what it hits is gone; the gun stands still afterwards."""
    check(
        head("test.guns")
        + """
units.Germany.Germany = "1 howitzer"
units.Poland.Germany = "1 infantry, 1 howitzer"
units."Eastern Poland"."Soviet Union" = "2 infantry, 1 tank"
step = [
  { order = "shell 1 howitzer: Poland > Eastern Poland", refuse = "wrong-phase" },
  { order = "move 1 howitzer: Germany > Poland" },
  { order = "move 1 infantry: Poland > Eastern Poland" },
  { order = "done", expect.can = ["shell 2 howitzer: Poland > Eastern Poland"] },
  { order = "shell 1 howitzer: Poland > Baltic States", refuse = "no-target" },
  { order = "shell 1 howitzer: Poland > Belarus", refuse = "*" },
  { order = "shell 3 howitzer: Poland > Eastern Poland", refuse = "not-enough-units" },
  { order = "shell 1 howitzer: Poland > Eastern Poland", dice = [4, 5, 6], expect.pending_by = "Soviet Union" },
  { order = "casualties 1 tank" },
  { order = "shell 2 howitzer: Poland > Eastern Poland", refuse = "already-used" },
  { order = "shell 1 howitzer: Poland > Eastern Poland", dice = [1, 2, 3] },
  { order = "done" },
  { order = "move 1 howitzer: Poland > Germany", refuse = "too-far" },
]
expect.owner."Eastern Poland" = "Germany"
"""
        + head("test.guns")
        + """
units.Poland.Germany = "1 infantry, 1 howitzer"
units."Eastern Poland"."Soviet Union" = "2 infantry"
step = [ { order = "move 1 infantry: Poland > Eastern Poland" }, { order = "done" },
  { order = "fight Eastern Poland", dice = [6, 6, 6] },
  { order = "press on", dice = [1, 6, 1] },
  { order = "shell 1 howitzer: Poland > Eastern Poland", refuse = "wrong-phase" } ]
""",
        Guns(),
    )


def test_long_range_fire_at_sea(check: Check) -> None:
    """Surface warships only; more hits than they can take are lost."""
    check(
        head("test.guns")
        + """
owner."Normandy Bordeaux" = "Germany"
units."Normandy Bordeaux".Germany = "1 land cruiser, 1 howitzer"
units."SZ 110"."United Kingdom" = "1 destroyer, 2 transport, 1 submarine"
step = [
  { order = "move 1 land cruiser: Normandy Bordeaux > France", refuse = "*" },
  { order = "done" },
  { order = "shell 1 howitzer: Normandy Bordeaux > SZ 110", refuse = "no-target" },
  { order = "shell 1 land cruiser: Normandy Bordeaux > SZ 110", dice = [2, 1, 5, 6] },
]
expect.units."SZ 110"."United Kingdom" = "2 transport, 1 submarine"
expect.phase = "conduct combat"
""",
        Guns(),
    )


def test_submarines_alone_strike_first_and_slip_away(check: Check) -> None:
    """A destroyer does not stop it; those who stay are met by the survivors, and have fired."""
    sea = """
units."SZ 112".Germany = "2 electroboat"
units."SZ 110"."United Kingdom" = "2 destroyer"
"""
    go = """{ order = "move 2 electroboat: SZ 112 > SZ 110" }, { order = "done" }, { order = "fight SZ 110", dice = [4, 5],
  expect = { pending = "submerge", pending_by = "Germany", units."SZ 110"."United Kingdom" = "1 destroyer" } },""".replace(
        "\n", ""
    )
    check(
        head("test.boats")
        + sea
        + f'step = [ {go} {{ order = "submerge 2 electroboat", expect.pending = "" }} ]'
        + head("test.boats")
        + sea
        + f'step = [ {go} {{ order = "submerge 1 electroboat", dice = [2], expect.pending = "" }} ]\n'
        + 'expect.units."SZ 110".Germany = "1 electroboat"'
        + head("test.boats")
        + sea
        + f'step = [ {go} {{ order = "press on", dice = [6], expect.pending = "retreat" }},'
        + ' { order = "press on", dice = [5, 6, 6], expect.pending = "retreat" } ]',
        Boats(),
    )
