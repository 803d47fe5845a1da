"""Stages of conduct combat and lines that are crossed, with made-up rules."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.battle import salvos
from rules.battle.sides import DEFENDER
from rules.core import moments, stages
from rules.core.act import Act
from rules.core.hooks import BorderCrossing, Rule
from rules.core.table import Table
from rules.core.view import View
from rules.house.europe1943.parts.hedgehogs import Hedgehogs
from rules.mechanics.fire.mines import Mines
from rules.model.orders import Launch, Order
from rules.model.profiles import LAND, MARKER, UnitType
from rules.model.salvo import Salvo, Shot
from rules.model.state import Battle, Unit

Check = Callable[..., None]
ID = "test.wires"


class Wires(Rule):
    """A wire on a line has one die at 3 for each of those who cross, until nobody is left."""

    id = ID
    units = (UnitType("wire", MARKER, rule=ID),)

    def line_fire(self, view: View, unit: Unit, origin: str, place: str, found: tuple[str, ...]) -> tuple[str, ...]:
        return (*found, "") if view.domain(unit) == LAND and _wires(view, origin, place) else found

    def on_crossing(self, act: Act, crossing: BorderCrossing) -> None:
        shots = (Shot(0, 3, "wire", dice=_wires(act, crossing.origin, crossing.place)),)
        salvo = Salvo("wires", DEFENDER, shots, why="wire", loss="wire", owner="Germany", until_gone=True, whole=True)
        salvos.outside(act, crossing.place, salvo, act.get(crossing.units))


def _wires(view: View, a: str, b: str) -> int:
    keys = (f"{a} | {b}", f"{b} | {a}")
    return sum(m.count for key in keys for m in view.state.borders.get(key, ()) if m.type == "wire")


class Guns(Rule):
    """A stage of its own between the raids and the battles."""

    id = "test.guns"
    own_stages = {"gunnery": ("after", "raids")}

    def battle_stage(self, view: View, battle: Battle, stage: str) -> str:
        return "raids" if battle.place == "Poland" else stage

    @moments.stage_begins
    def _note(self, act: Act, stage: str) -> None:
        act.note(f"Stage {stage}.")

    def handle(self, act: Act, order: Order) -> bool:
        if isinstance(order, Launch):
            stages.check(act, "gunnery", strict=True)
            act.note("Guns fire.")
        return isinstance(order, Launch)


HEAD = """
[[case]]
id = "T"
title = "Made up"
game = "global1940"
rules = ["test.wires"]
setup = "empty"
war = "all"
power = "Soviet Union"
phase = "combat move"
borders."Eastern Poland | Poland".Germany = "3 wire"
"""


def test_all_that_cross_a_line_in_a_phase_are_one_crossing(check: Check) -> None:
    """Nothing is rolled in combat move; the owner chooses; who is gone does not fight."""
    check(
        HEAD
        + """
units."Eastern Poland"."Soviet Union" = "2 infantry, 1 tank"
units.Poland.Germany = "1 infantry"
step = [
  { order = "move 2 infantry: Eastern Poland > Poland" },
  { order = "move 1 tank: Eastern Poland > Poland" },
  { order = "done", dice = [4, 3, 5], expect = { pending = "casualties", pending_by = "Soviet Union" } },
  { order = "casualties 1 infantry", expect.phase = "conduct combat" },
  { order = "fight Poland", dice = [6, 6, 6] },
]
expect.units.Poland."Soviet Union" = "1 infantry, 1 tank"
expect.log = ["wire"]
""",
        Wires(),
    )


def test_dice_stop_and_the_battle_is_none(check: Check) -> None:
    check(
        HEAD
        + """
units."Eastern Poland"."Soviet Union" = "1 infantry"
units.Poland.Germany = "1 infantry"
step = [ { order = "move 1 infantry: Eastern Poland > Poland" }, { order = "done", dice = [4, 1] }, { order = "done" } ]
expect.units.Poland = { "Soviet Union" = "", Germany = "1 infantry" }
expect.phase = "noncombat move"
""",
        Wires(),
    )


def test_a_capture_in_passing_is_made_by_who_lives(check: Check) -> None:
    """Nobody who blitzed through Poland lives: it has never been taken."""
    check(
        HEAD
        + """
units."Eastern Poland"."Soviet Union" = "1 tank"
units."Germany".Germany = "1 infantry"
step = [
  { order = "move 1 tank: Eastern Poland > Poland > Germany", expect.owner.Poland = "Germany" },
  { order = "done", dice = [1] }, { order = "done" },
]
expect.owner.Poland = "Germany"
""",
        Wires(),
    )


def test_retreats_and_other_moves_at_once(check: Check) -> None:
    check(
        HEAD
        + """
units."Eastern Poland"."Soviet Union" = "1 infantry"
units.Poland.Germany = "1 infantry"
step = [
  { order = "move 1 infantry: Eastern Poland > Poland" }, { order = "done", dice = [4, 4, 4] },
  { order = "fight Poland", dice = [6, 6] },
  { order = "retreat to Eastern Poland", dice = [6, 2] },
]
expect.units."Eastern Poland"."Soviet Union" = ""
""",
        Wires(),
    )


LANDING = """
[[case]]
id = "T"
title = "Made up"
game = "global1940"
rules = ["test.wires"]
setup = "empty"
war = "all"
power = "United Kingdom"
phase = "combat move"
"""


def test_landings(check: Check) -> None:
    """Where no sea battle comes first the line is met when combat begins, else when the troops go ashore; loading
    passes it too."""
    check(
        LANDING
        + """
borders."Norway | SZ 112".Germany = "1 wire"
units."SZ 112"."United Kingdom" = "1 transport (cargo: 1 infantry, 1 tank)"
step = [ { order = "unload 1 infantry, 1 tank: SZ 112 > Norway" },
  { order = "done", dice = [2], expect.pending = "casualties" },
  { order = "casualties 1 infantry" }, { order = "done" } ]
expect.units.Norway."United Kingdom" = "1 tank"
"""
        + LANDING
        + """
borders."Norway | SZ 112".Germany = "3 wire"
units."SZ 112" = { "United Kingdom" = "1 transport (cargo: 2 infantry), 1 battleship", Germany = "1 destroyer" }
units.Norway.Germany = "1 infantry"
step = [ { order = "unload 2 infantry: SZ 112 > Norway" }, { order = "done" },
  { order = "fight Norway", dice = [1, 6, 2, 3] } ]
expect.units.Norway = { "United Kingdom" = "", Germany = "1 infantry" }
"""
        + LANDING
        + """
borders."United Kingdom | SZ 109".Germany = "2 wire"
units."United Kingdom"."United Kingdom" = "1 infantry"
units."SZ 109"."United Kingdom" = "1 transport"
step = [ { order = "done" }, { order = "done" }, { order = "load 1 infantry: United Kingdom > SZ 109", dice = [6, 1] } ]
expect.units."SZ 109"."United Kingdom" = "1 transport"
""",
        Wires(),
    )


def test_what_belongs_to_the_fight_ashore(check: Check) -> None:
    """Then the line waits for it also where no sea battle comes first."""
    wires = Wires()
    wires.in_battle = True
    check(
        LANDING
        + """
borders."Normandy Bordeaux | SZ 110".Germany = "1 wire"
owner."Normandy Bordeaux" = "Germany"
units."Normandy Bordeaux".Germany = "1 infantry"
units."SZ 110"."United Kingdom" = "1 transport (cargo: 2 infantry)"
step = [ { order = "unload 2 infantry: SZ 110 > Normandy Bordeaux" }, { order = "done" },
  { order = "fight Normandy Bordeaux", dice = [1, 1, 6], expect.pending = "" } ]
expect.units."Normandy Bordeaux" = { "United Kingdom" = "1 infantry", Germany = "" }
""",
        wires,
    )


class Coast(Rule):
    """Obstacles and wires on one coast."""

    id = "test.coast"
    units = (UnitType("hedgehog", MARKER, rule="test.coast"), UnitType("wire", MARKER, rule="test.coast"))
    parts = (Hedgehogs(id=id), Mines(id=id, type="wire", in_battle=True))


def test_obstacles_keep_troops_aboard(check: Check) -> None:
    """Never more dice than troops; the attacker says who stays; mines come after them, and only for who lands."""
    head = LANDING.replace(ID, "test.coast")
    coast = (
        'borders."Normandy Bordeaux | SZ 110".Germany = "10 hedgehog, 1 wire"\nowner."Normandy Bordeaux" = "Germany"\n'
    )
    check(
        head
        + coast
        + """
units."Normandy Bordeaux".Germany = "1 infantry"
units."SZ 110"."United Kingdom" = "1 transport (cargo: 1 infantry, 1 tank), 1 transport (cargo: 1 infantry)"
step = [ { order = "unload 2 infantry, 1 tank: SZ 110 > Normandy Bordeaux" }, { order = "done" },
  { order = "fight Normandy Bordeaux", dice = [3, 4, 5], expect = { pending = "casualties", pending_by = "United Kingdom" } },
  { order = "casualties 1 tank", dice = [2, 1, 6], expect.log = ["stays aboard"] }, { order = "done" } ]
expect.units."Normandy Bordeaux" = { "United Kingdom" = "1 infantry", Germany = "" }
expect.borders."Normandy Bordeaux | SZ 110".Germany = "10 hedgehog"
"""
        + head
        + coast
        + """
units."Normandy Bordeaux".Germany = "1 infantry"
units."SZ 110"."United Kingdom" = "1 transport (cargo: 1 infantry)"
step = [ { order = "unload 1 infantry: SZ 110 > Normandy Bordeaux" }, { order = "done" },
  { order = "fight Normandy Bordeaux", dice = [1], expect.pending = "" }, { order = "done" } ]
expect.units."SZ 110"."United Kingdom" = "1 transport (cargo: 1 infantry)"
""",
        Coast(),
    )


def test_stages_of_a_rule(check: Check) -> None:
    """An order of a stage waits for the stages before it, and comes too late once a later one has begun."""
    check(
        """
[[case]]
id = "T"
title = "Made up"
game = "global1940"
rules = ["test.guns"]
setup = "empty"
war = "all"
power = "Soviet Union"
phase = "combat move"
units."Eastern Poland"."Soviet Union" = "2 infantry"
units."Baltic States"."Soviet Union" = "1 infantry"
units.Poland.Germany = "1 infantry"
step = [
  { order = "move 1 infantry: Eastern Poland > Poland" },
  { order = "move 1 infantry: Eastern Poland > Slovakia Hungary" },
  { order = "done", expect.log = ["Stage crossings."] },
  { order = "shell 1 infantry: Eastern Poland > Romania", refuse = "wrong-phase" },
  { order = "fight Slovakia Hungary", refuse = "wrong-phase" },
  { order = "fight Poland", dice = [1, 6] },
  { order = "shell 1 infantry: Eastern Poland > Romania", expect.log = ["Guns fire."] },
  { order = "fight Slovakia Hungary", dice = [6, 6] },
  { order = "shell 1 infantry: Eastern Poland > Romania", refuse = "*" },
]
units."Slovakia Hungary".Germany = "1 infantry"
""",
        Guns(),
    )


@pytest.mark.parametrize("board", ["classic", "global1940", "europe1943"])
def test_stages_of_the_boards(board: str) -> None:
    """Every board says where lines that were crossed, raids, assaults and battles come."""
    table = Table(board, ())
    names = [name for group in table.board.edition["combat_stages"] for name in group]
    assert names[0] == stages.CROSSINGS
    assert {stages.RAIDS, stages.ASSAULTS, stages.BATTLES} <= set(names)
