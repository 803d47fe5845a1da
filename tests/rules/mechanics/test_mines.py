"""Mines on borders with the figures of made-up rules."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from rules.battle import casualties, losses
from rules.cases.file import read_case
from rules.cases.setup import build
from rules.core.hooks import Rule
from rules.dice import PracticeDice, ScriptedDice
from rules.legal import decision_choices
from rules.mechanics.fire.laying import Laying
from rules.mechanics.fire.mines import Mines, allies_pass
from rules.model.profiles import LAND, UnitType
from rules.model.refusals import Refusal
from rules.odds import assumed, battle_odds, battles_due, left_out, typed_odds
from rules.play.game import Game
from rules.play.narrate import narrate

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
    options = (allies_pass("test", usual=True),)
    parts = (Mines(id="test.coastal", allies_pass="test.allies_pass_mines", in_battle=True, whole=lambda view: False),)


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


def _over_mines(mines: str, units: str) -> Game:
    troops = {"France": {"Germany": units}, "Normandy/Bordeaux": {"United Kingdom": "1 infantry"}}
    lines = {"Normandy/Bordeaux | France": {"United Kingdom": mines}}
    start = {"id": "T", "game": "global1940", "rules": ["x4"], "power": "Germany", "phase": "combat move", "war": "all"}
    owners = {"Normandy/Bordeaux": "United Kingdom", "France": "Germany"}
    game = build(read_case({**start, "setup": "empty", "owner": owners, "units": troops, "borders": lines}))
    moved = game.submit(f"move {units}: France > Normandy/Bordeaux", PracticeDice(1), by="Germany")
    assert not isinstance(moved, Refusal)
    return game


def test_mines_on_the_way_are_in_the_odds() -> None:
    """One infantry over one mine that hits on 2: it arrives with chance 2/3, then it is one against one."""
    view, battles = battles_due(_over_mines("1 landmine", "1 infantry").view)
    found = battle_odds(view, battles[0])
    assert found.win == pytest.approx(2 / 3 * 4 / 16)
    assert found.loss == pytest.approx(1 / 3 + 2 / 3 * 10 / 16)
    assert found.exact and not assumed(view, battles[0]) and not left_out(view, battles[0])


def test_mines_hit_no_aircraft_in_the_odds() -> None:
    """With two mines and a fighter: the infantry may be gone, the fighter never is."""
    view, battles = battles_due(_over_mines("2 landmine", "1 infantry, 1 fighter").view)
    found = battle_odds(view, battles[0])
    alone = typed_odds("1 fighter", "1 infantry", "global1940")
    together = typed_odds("1 infantry, 1 fighter", "1 infantry", "global1940")
    assert found.win == pytest.approx(5 / 9 * alone.win + 4 / 9 * together.win)


def test_the_odds_of_a_crossing_and_the_dice_agree() -> None:
    """Games with the engine's own dice, from the crossing on."""
    game = _over_mines("3 landmine", "4 infantry, 1 fighter")
    view, battles = battles_due(game.view)
    odds, dice, won = battle_odds(view, battles[0]), PracticeDice(4), 0
    for _ in range(100):
        twin = Game(game.table, game.state.copy())
        order = "done"
        while "Normandy/Bordeaux" not in twin.state.battles or twin.state.battles["Normandy/Bordeaux"].status != "over":
            assert not isinstance(twin.submit(order, dice), Refusal)
            order = "press on" if twin.state.pending else "fight Normandy/Bordeaux"
            if twin.state.pending and twin.state.pending[0].kind == "casualties":
                asked = twin.state.pending[0]
                battle, side = twin.state.battles[asked.data["battle"]], asked.data["side"]
                chosen = losses.default(twin.view, battle, side, asked.data["hits"])
                order = casualties.text_of(twin.view, battle, chosen)
        won += twin.state.battles["Normandy/Bordeaux"].outcome == "attacker"
    assert abs(won - 100 * odds.win) < 4 * math.sqrt(100 * odds.win * (1 - odds.win))


def test_what_mines_take_whole_is_recommended_last() -> None:
    """A hit that would only damage a tank of two hits elsewhere takes it whole here: the cheap units go first."""
    tanks = {"Normandy/Bordeaux": {"Germany": "2 infantry, 2 king tiger"}}
    head = {"id": "X", "game": "global1940", "rules": ["x4", "x2"], "round": 8, "setup": "empty", "war": "all"}
    here = {"units": tanks, "owner": {"Normandy/Bordeaux": "Germany", "France": "Germany"}}
    laid = {"borders": {"France | Normandy/Bordeaux": {"France": "2 landmine"}}, "power": "Germany"}
    game = build(read_case({**head, **here, **laid, "phase": "noncombat move"}))
    outcome = game.submit("move 2 infantry, 2 king tiger: Normandy/Bordeaux > France", ScriptedDice([1, 2]))
    assert not isinstance(outcome, Refusal)
    assert decision_choices(game) == ("casualties 2 infantry", "casualties 2 king tiger")
    assert sum("landmine at 2" in line for line in narrate(game.table, outcome.entry)) == 1


@pytest.mark.parametrize(("owner", "told"), [("Germany", True), ("United States", True), ("United Kingdom", False)])
def test_a_line_is_told_only_of_mines_that_act(owner: str, told: bool) -> None:
    head = {"id": "X", "game": "global1940", "rules": ["x4"], "setup": "empty", "war": "all", "power": "United Kingdom"}
    position = {
        "units": {"Southern France": {"United Kingdom": "1 infantry"}},
        "borders": {"Normandy/Bordeaux | Southern France": {owner: "1 landmine"}},
    }
    view = build(read_case({**head, **position, "phase": "combat move"})).view
    unit = view.units("Southern France")[0]
    found = view.table.fold(Rule.line_fire, (), view, unit, "Southern France", "Normandy/Bordeaux")
    assert bool(found) == told
