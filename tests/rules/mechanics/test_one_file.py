"""A made-up house rule in one file: a unit with classes, an upgrade, a salvo, a stage of its own. CONTRIBUTING.md tells
how it is made."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.battle import salvos
from rules.battle.sides import ATTACKER
from rules.core import stages, table
from rules.core.act import Act
from rules.core.hooks import Rule, Stages
from rules.core.steps import Step
from rules.core.view import View
from rules.mechanics.upgrades import Upgrades
from rules.model.profiles import LAND, UnitType
from rules.model.salvo import Salvo, Shot, Side
from rules.model.state import Battle
from rules.odds import battle_odds, left_out, typed_battle

Check = Callable[..., None]
ID, NAME, STAGE = "test.nebelwerfer", "nebelwerfer", "barrage"
WERFER = UnitType(
    NAME, LAND, attack=2, defense=2, move=1, cost=6, cargo=3, powers=("Germany",), built_at=("Germany",), rule=ID,
    classes=frozenset({"vehicle"}), numbers={"upgrade_cost": 2, "max_board": 4}, not_for_sale=True,
)  # fmt: skip


def smoke(view: View, battle: Battle, side: Side) -> Salvo | None:
    """Two dice each at 2, that hit infantry only; what they hit is gone before it can fire."""
    mine = view.get(battle.attackers if side == ATTACKER else battle.defenders)
    shots = tuple(Shot(u.id, 2, u.type, "infantry", dice=2) for u in mine if u.type == NAME)
    return Salvo("smoke", side, shots, "none", "rocket fire", "rocket fire")


class Nebelwerfer(Rule):
    """Upgraded artillery that fires before the battle, and into attacked territories next door."""

    id = ID
    title = "Nebelwerfer"
    boards = ("global1940",)
    units = (WERFER,)
    parts = (Upgrades(id=ID, steps={NAME: "artillery"}, town="Berlin", cites={"": "T-1"}),)
    own_steps = {"smoke": Step(salvo=smoke)}

    def battle_steps(self, view: View, battle: Battle, steps: tuple[str, ...]) -> tuple[str, ...]:
        return ("smoke", *steps) if battle.kind == "land" else steps

    def combat_stages(self, view: View, found: Stages) -> Stages:
        return stages.insert(found, STAGE, before=stages.RAIDS)

    def on_stage(self, act: Act, stage: str) -> None:
        for battle in stages.due(act) if stage == STAGE else ():
            near = [u for p in act.board.near(battle.place) for u in act.units(p, act.active) if u.type == NAME]
            if near and battle.kind == "land":
                shots = tuple(Shot(u.id, 1, u.type) for u in near if not u.moved)
                salvo = Salvo(STAGE, ATTACKER, shots, why="barrage", loss="barrage")
                salvos.outside(act, battle.place, salvo, act.get(battle.defenders))


def test_the_whole_rule(check: Check) -> None:
    check(
        """
[[case]]
id = "T"
title = "Made up"
game = "global1940"
rules = ["test.nebelwerfer"]
setup = "empty"
war = "all"
power = "Germany"
phase = "purchase"
money.Germany = 2
units.Germany.Germany = "1 artillery"
units.Poland.Germany = "2 nebelwerfer"
units."Western Germany".Germany = "1 infantry"
units."Slovakia Hungary".Germany = "1 nebelwerfer"
units."Eastern Poland"."Soviet Union" = "2 infantry, 1 tank"
step = [
  { order = "upgrade 1 artillery to nebelwerfer: Germany", expect.money = { Germany = 0 } },
  { order = "done" },
  { order = "move 2 nebelwerfer: Poland > Eastern Poland" },
  { order = "done", dice = [1], expect = { pending = "casualties", pending_by = "Soviet Union" } },
  { order = "casualties 1 infantry", expect.phase = "conduct combat" },
  { order = "fight Eastern Poland", dice = [1, 2, 6, 6, 3, 3, 6], expect.log = ["rocket fire"] },
]
expect.units."Eastern Poland" = { Germany = "2 nebelwerfer", "Soviet Union" = "1 tank" }
expect.units.Germany.Germany = "1 nebelwerfer"
expect.pending = "retreat"
""",
        Nebelwerfer(),
    )


def test_odds_know_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against infantry its rockets help, against a tank they do not."""
    monkeypatch.setattr(table, "house_rules", lambda: {ID: Nebelwerfer()})
    chances = {}
    for enemy in ("1 infantry", "1 tank"):
        for mine in (f"1 {NAME}", "1 artillery"):
            view, battle = typed_battle(mine, enemy, board="global1940", rules=[ID], powers=("Germany", "Soviet Union"))
            assert left_out(view, battle) == ()
            chances[mine, enemy] = battle_odds(view, battle).win
    assert chances[f"1 {NAME}", "1 infantry"] > chances["1 artillery", "1 infantry"] + 0.1
    assert chances[f"1 {NAME}", "1 tank"] == pytest.approx(chances["1 artillery", "1 tank"])
