"""Laying markers, quotas of their own, units that only stand by, with the figures of a made-up rule."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.cases.file import read_case
from rules.cases.setup import build
from rules.core import documents
from rules.core.hooks import Rule
from rules.dice import ScriptedDice
from rules.legal import legal
from rules.mechanics.fire.laying import Laying
from rules.model.profiles import LAND, MARKER, UnitType
from rules.model.refusals import Refusal
from tests.positions import stand

Check = Callable[..., None]
ID = "test.laying"
MINE = UnitType("charge", LAND, move=1, cost=1, rule=ID, built_at=("Germany",),
                traits=frozenset({"stands by", "own quota", "not in combat move"}))  # fmt: skip
WIRE = UnitType("wire", MARKER, cost=1, rule=ID, numbers={"max_turn": 3})
TRACK = UnitType("track", MARKER, cost=1, rule=ID)


class Works(Rule):
    """Charges are dug in, wire lies on coasts, tracks in territories."""

    id = ID
    boards = ("global1940",)
    units = (MINE, WIRE, TRACK)
    parts = (
        Laying(id=ID, type="charge"),
        Laying(id=ID, type="wire", on="coast", sites=("Denmark",), ground="friendly"),
        Laying(id=ID, type="track", on="place", most=1),
    )


HEAD = """
[[case]]
id = "T-1"
title = "Made up"
game = "global1940"
rules = ["test.laying"]
setup = "empty"
war = "all"
power = "Germany"
money.Germany = 40
"""


def test_a_quota_of_their_own(check: Check) -> None:
    check(
        HEAD
        + """
facilities.Germany.has = "major industrial complex (damaged 4)"
step = [
  { order = "buy 7 charge", refuse = "factory-capacity" },
  { order = "buy 6 charge, 6 infantry" },
  { order = "buy 1 charge", refuse = "factory-capacity" },
  { order = "done" }, { order = "done" }, { order = "done" }, { order = "done" },
  { order = "place 6 infantry: Germany" },
  { order = "place 2 charge: Western Germany", refuse = "wrong-site" },
  { order = "place 2 charge: Germany" },
  { order = "lay 5 charge: Germany | Poland", expect.units.Germany.Germany = "6 infantry" },
  { order = "lay 2 charge: Germany | SZ 113", refuse = "not-enough-units" },
  { order = "lay 1 charge: Germany | SZ 113" },
]
expect.borders."Germany | Poland".Germany = "5 charge"
expect.borders."Germany | SZ 113".Germany = "1 charge"
""",
        Works(),
    )


def test_where_and_when(check: Check) -> None:
    check(
        HEAD
        + """
phase = "noncombat move"
units.Poland.Germany = "2 charge"
units."Northern Italy".Germany = "1 charge"
step = [
  { order = "lay 1 charge: Poland | Germany", refuse = "wrong-phase" },
  { order = "move 1 charge: Poland > Germany" },
  { order = "done" },
  { order = "lay 1 charge: Northern Italy | France", refuse = "*" },
  { order = "lay 1 charge: Northern Italy | Southern France", refuse = "wrong-site" },
  { order = "lay 1 charge: Poland | France", refuse = "no-path" },
  { order = "lay 1 charge: Poland | Baltic States" },
]
"""
        + HEAD
        + """
owner = { Denmark = "Italy" }
step = [
  { order = "buy 4 wire", refuse = "limit-per-turn" }, { order = "buy 3 wire, 2 track" },
  { order = "done" }, { order = "done" }, { order = "done" }, { order = "done" },
  { order = "lay 1 wire: Denmark | Western Germany", refuse = "wrong-site" },
  { order = "lay 1 wire: Germany | SZ 113", refuse = "wrong-site" },
  { order = "lay 2 wire: Denmark | SZ 112" },
  { order = "lay 1 track: Denmark", refuse = "wrong-site" },
  { order = "lay 2 track: Poland", refuse = "limit-here" },
  { order = "lay 1 track: Poland" },
  { order = "done", expect.log = ["could not be placed"] },
]
expect.borders."Denmark | SZ 112".Germany = "2 wire"
expect.borders.Poland.Germany = "1 track"
""",
        Works(),
    )


def test_what_stands_by_holds_nothing_and_falls_with_its_territory(check: Check) -> None:
    check(
        HEAD
        + """
phase = "combat move"
units.Poland.Germany = "1 tank"
units."Eastern Poland"."Soviet Union" = "3 charge"
units.Belarus."Soviet Union" = "1 infantry, 2 charge"
owner = { "Eastern Poland" = "Soviet Union", Belarus = "Soviet Union" }
step = [
  { order = "move 1 tank: Poland > Eastern Poland > Belarus" },
  { order = "done" },
  { order = "fight Belarus", dice = [1, 6], expect.units.Belarus."Soviet Union" = "" },
]
expect.units."Eastern Poland"."Soviet Union" = ""
expect.owner = { Belarus = "Germany" }
""",
        Works(),
    )


def test_what_was_just_bought_is_offered_towards_the_enemy_first() -> None:
    head = {"id": "X", "game": "global1940", "rules": ["x4"], "setup": "empty", "war": "all", "power": "Germany"}
    taken = {
        "owner": {"Poland": "Soviet Union"},
        "money": {"Germany": 20},
        "units": {"Germany": {"Germany": "1 landmine"}},
    }
    game = build(read_case({**head, **taken, "phase": "purchase"}))
    for order in ("buy 3 landmine", "done", "done", "done", "done"):
        assert not isinstance(game.submit(order, ScriptedDice([])), Refusal)
    lines = [text for text in legal(game, "Germany").offers if text.startswith("lay")]
    assert lines[0] == "lay 4 landmine: Germany | Poland" and len(lines) == len(game.view.board.near("Germany"))


def test_borders_are_offered_to_the_enemy_to_others_to_the_sea_and_to_own_ground() -> None:
    head = {"id": "X", "game": "global1940", "rules": ["x4"], "setup": "empty", "war": "all", "power": "Germany"}
    position = {
        "owner": {"Poland": "Soviet Union", "Slovakia/Hungary": "Italy"},
        "units": {"Germany": {"Germany": "1 landmine"}, "SZ 113": {"United Kingdom": "1 destroyer"}},
    }
    game = build(read_case({**head, **position, "phase": "mobilize"}))
    lines = [text.partition(" | ")[2] for text in legal(game, "Germany").offers if text.startswith("lay")]
    land = [place for place in lines if game.view.place(place).is_land]
    assert lines[:3] == ["Poland", "Slovakia/Hungary", "SZ 113"]
    assert land[2:] == lines[len(lines) - len(land) + 2 :]


def test_the_form_of_an_order_to_lay_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {**documents.house_rules(), ID: Works()}
    monkeypatch.setattr(documents, "house_rules", lambda: known)
    game = stand("Germany", phase="mobilize", rules=[ID])
    for order, form in (
        ("lay 1 track: Germany | Poland", "The form is: lay 1 track: Germany."),
        ("lay 1 charge: Germany", "The form is: lay 1 charge: Germany | Greater Southern Germany."),
    ):
        refusal = game.trial(order)
        assert refusal is not None and refusal.code == "syntax" and form in refusal.message
