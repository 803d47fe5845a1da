"""Formations with the figures of a made-up rule: forming, going together, breaking."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

from rules.battle.sides import ATTACKER
from rules.core import documents
from rules.core.hooks import Rule
from rules.house.europe1943.parts.swimmers import Swimmers
from rules.mechanics.units.formation_fire import FormationFire, able
from rules.mechanics.units.formations import Formations, Kind
from rules.model.profiles import LAND, UnitType
from rules.odds import assumed, typed_battle
from tests.positions import stand

Check = Callable[..., None]
ID = "test.formations"
GENERAL = UnitType("general", LAND, attack=3, defense=3, move=2, cost=8, cargo=3, traits=frozenset({"blitz"}), rule=ID)
KINDS = (
    Kind(name="tank army", aliases=("panzer army",), commander="general", members=("tank",), count=2),
    Kind(name="corps", commander="general", members=("tank", "infantry"), count=3, least={"infantry": 2},
         phases=("noncombat move", "mobilize"), move=2),
)  # fmt: skip


class Armies(Rule):
    """Numbers by power."""

    id = ID
    boards = ("global1940",)
    units = (GENERAL,)
    parts = (Formations(id=ID, kinds=KINDS, cites={"members": "T-1", "when": "T-2"}),)


class ByPlace(Rule):
    """Numbers by place."""

    id = "test.by-place"
    boards = ("global1940",)
    units = (GENERAL,)
    parts = (Formations(id="test.by-place", kinds=KINDS, by_place=True),)


DUPLEX = UnitType("duplex", LAND, attack=3, defense=3, move=2, cost=6, cargo=3, rule=ID, traits=frozenset({"swims"}))
CAPTAIN = dataclasses.replace(DUPLEX, name="captain")


class Waves(Rule):
    """A column at one speed; a wave that swims."""

    id = "test.waves"
    boards = ("global1940",)
    units = (GENERAL, DUPLEX, CAPTAIN)
    parts = (
        Formations(
            id="test.waves",
            kinds=(
                Kind(name="column", commander="general", members=("tank",), count=2, move=3),
                Kind(name="wave", commander="captain", members=("duplex",), count=2),
            ),
        ),
        FormationFire(id="test.waves", every=True),
        Swimmers(id="test.waves"),
    )


HEAD = """
[[case]]
id = "T-1"
title = "Made up"
game = "global1940"
rules = ["test.formations"]
setup = "empty"
war = "all"
power = "Germany"
"""
ARMY = "1 general (tank army), 2 tank (tank army)"


def test_forming_and_disbanding(check: Check) -> None:
    check(
        HEAD
        + """
phase = "combat move"
units.Poland.Germany = "2 general, 5 tank, 2 infantry"
units.Germany.Germany = "1 infantry"
owner = { "Eastern Poland" = "Soviet Union" }
step = [
  { order = "form tank army: Poland: 1 general, 3 tank", refuse = "not-eligible" },
  { order = "form tank army: Poland: 2 general, 1 tank", refuse = "not-eligible" },
  { order = "form tank army: Poland: 3 general", refuse = "not-eligible" },
  { order = "form corps: Poland: 1 general, 2 infantry, 1 tank", refuse = "wrong-phase" },
  { order = "form panzer army: Poland: 1 general, 2 tank" },
  { order = "form tank army: Poland: 1 general, 2 tank" },
  { order = "disband tank army 2: Poland" },
  { order = "move 1 tank: Poland > Eastern Poland", \
    expect.units."Poland".Germany = "1 general (tank army), 2 tank (tank army), 1 general, 2 tank, 2 infantry" },
  { order = "form tank army: Poland: 1 general, 2 tank", refuse = "too-late" },
  { order = "done" }, { order = "done" },
  { order = "form corps: Poland: 1 general, 2 infantry, 1 tank" },
]
expect.units.Poland.Germany = "1 general (tank army), 2 tank (tank army), 1 general (corps), 2 infantry (corps), \
1 tank (corps), 1 tank"
""",
        Armies(),
    )


def test_all_go_together_or_it_is_broken(check: Check) -> None:
    army = f'''phase = "combat move"
units.Poland.Germany = "{ARMY}, 1 tank"
owner = {{ "Eastern Poland" = "Soviet Union" }}
'''
    check(
        HEAD
        + army
        + 'step = [ { order = "move 1 general, 2 tank (tank army): Poland > Eastern Poland" } ]\n'
        + f'expect.units."Eastern Poland".Germany = "{ARMY}"\n'
        + HEAD
        + army
        + """step = [ { order = "move 1 general, 1 tank (tank army): Poland > Eastern Poland" } ]
expect.units."Eastern Poland".Germany = "1 general, 1 tank"
expect.units.Poland.Germany = "2 tank"
"""
        + HEAD
        + """
phase = "noncombat move"
units.Germany.Germany = "1 general (corps), 1 tank (corps), 2 infantry (corps)"
step = [
  { order = "move 2 infantry: Germany > Poland > Slovakia Hungary", refuse = "too-far" },
  { order = "move 1 general, 1 tank, 2 infantry: Germany > Poland > Slovakia Hungary" },
]
expect.units."Slovakia Hungary".Germany = "1 general (corps), 1 tank (corps), 2 infantry (corps)"
"""
        + HEAD
        + f"""
phase = "noncombat move"
units.Germany.Germany = "{ARMY}"
units."SZ 113".Germany = "1 transport"
step = [ {{ order = "load 1 tank: Germany > SZ 113" }} ]
expect.units.Germany.Germany = "1 general, 1 tank"
expect.units."SZ 113".Germany = "1 transport (cargo: 1 tank)"
""",
        Armies(),
    )


def test_a_loss_breaks_it(check: Check) -> None:
    check(
        HEAD
        + f"""
phase = "combat move"
units.Poland.Germany = "{ARMY}"
units."Eastern Poland"."Soviet Union" = "2 infantry"
owner = {{ "Eastern Poland" = "Soviet Union" }}
step = [
  {{ order = "move 1 general, 2 tank: Poland > Eastern Poland" }}, {{ order = "done" }},
  {{ order = "fight Eastern Poland", dice = [6, 6, 6, 1, 6] }},
  {{ order = "casualties 1 tank" }},
]
expect.units."Eastern Poland".Germany = "1 general, 1 tank"
""",
        Armies(),
    )


def test_numbers_by_place(check: Check) -> None:
    check(
        HEAD.replace("test.formations", "test.by-place")
        + f"""
phase = "noncombat move"
units.Poland.Germany = "{ARMY}"
units.Germany.Germany = "{ARMY}"
step = [ {{ order = "move 1 general, 2 tank: Germany > Poland" }} ]
expect.units.Poland.Germany = "{ARMY}, 1 general (tank army 2), 2 tank (tank army 2)"
""",
        ByPlace(),
    )


def test_one_speed_and_no_blitz(check: Check) -> None:
    check(
        HEAD
        + """
phase = "combat move"
units.Germany.Germany = "1 general (corps), 1 tank (corps), 2 infantry (corps)"
owner = { "Eastern Poland" = "Soviet Union" }
step = [ { order = "move 2 infantry: Germany > Poland > Eastern Poland", refuse = "too-far" } ]
"""
        + HEAD.replace("test.formations", "test.waves")
        + """
phase = "combat move"
units.Poland.Germany = "1 general (column), 2 tank (column), 1 tank"
owner = { "Eastern Poland" = "Soviet Union" }
step = [
  { order = "move 1 general, 2 tank (column): Poland > Eastern Poland > Belarus", refuse = "cannot-blitz" },
  { order = "move 1 tank: Poland > Eastern Poland > Belarus" },
]
""",
        Armies(),
        Waves(),
    )


def test_one_that_came_over_the_water_is_not_active(check: Check) -> None:
    wave = "1 captain (wave), 2 duplex (wave)"
    check(
        HEAD.replace("test.formations", "test.waves").replace("Germany", "United Kingdom")
        + f"""
phase = "combat move"
owner = {{ "Normandy/Bordeaux" = "Germany", "Southern France" = "United Kingdom" }}
units."United Kingdom"."United Kingdom" = "{wave}"
units."Southern France"."United Kingdom" = "1 captain (wave 2), 2 duplex (wave 2)"
units."Normandy/Bordeaux".Germany = "1 infantry"
step = [
  {{ order = "move 1 captain, 2 duplex: United Kingdom > SZ 110 > Normandy/Bordeaux" }},
  {{ order = "done" }},
  {{ order = "fight Normandy/Bordeaux", dice = [6, 6, 6, 6] }},
]
"""
        + HEAD.replace("test.formations", "test.waves").replace("Germany", "United Kingdom")
        + f"""
phase = "combat move"
owner = {{ "Normandy/Bordeaux" = "Germany", "Southern France" = "United Kingdom" }}
units."Southern France"."United Kingdom" = "{wave}"
units."Normandy/Bordeaux".Germany = "1 infantry"
step = [
  {{ order = "move 1 captain, 2 duplex: Southern France > Normandy/Bordeaux" }},
  {{ order = "done" }},
  {{ order = "fight Normandy/Bordeaux", dice = [6, 6, 6, 6, 6, 6] }},
]
""",
        Waves(),
    )


def test_what_one_is_made_of_is_told() -> None:
    view = stand("Germany").view
    assert KINDS[0].told(view, "Germany") == "1 general and 2 tanks"
    assert KINDS[1].told(view, "Germany") == "1 general and 3 of tanks and infantry, at least 2 infantry"


class Two(Rule):
    """A weak kind and a strong one."""

    id = "test.two"
    boards = ("global1940",)
    units = (GENERAL, DUPLEX, CAPTAIN)
    parts = (
        Formations(
            id="test.two",
            kinds=(
                Kind(name="alpha", commander="general", members=("tank",), count=2),
                Kind(name="omega", commander="captain", members=("duplex",), count=2, doubled=2),
            ),
        ),
        FormationFire(id="test.two"),
    )


def test_the_strongest_is_active_until_its_side_says_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {**documents.house_rules(), "test.two": Two()}
    monkeypatch.setattr(documents, "house_rules", lambda: known)
    army = "1 general (alpha), 2 tank (alpha), 1 captain (omega), 2 duplex (omega)"
    game = stand(
        "Germany", "move 1 general, 2 tank, 1 captain, 2 duplex: Poland > Eastern Poland", "done", "fight Eastern Poland",
        rules=["test.two"], owner={"Eastern Poland": "Soviet Union"},
        units={"Poland": {"Germany": army}, "Eastern Poland": {"Soviet Union": "1 infantry"}},
    )  # fmt: skip
    assert game.state.pending[0].kind == "formation"
    assert "choose formation: as is recommended" in assumed(game.view, "Eastern Poland")
    assert game.state.battles["Eastern Poland"].fact("formations") == {"attacker": (("Germany", "omega"),)}


def test_part_of_one_is_none() -> None:
    for tanks, found in ((3, []), (5, [("Germany", "panzer army")])):
        force = f"1 panzer general (panzer army), {tanks} tank (panzer army)"
        view, battle = typed_battle(force, "3 infantry", "global1940", ["x4"])
        assert able(view, view.state.battles[battle], ATTACKER) == found
