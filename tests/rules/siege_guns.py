"""A made-up house rule in one file: a unit with a class, its upgrade, fire of its own, a stage of its own."""

from __future__ import annotations

from rules.battle.sides import ATTACKER
from rules.core import stages
from rules.core.hooks import Rule
from rules.core.steps import Step
from rules.core.view import View
from rules.mechanics.economy.upgrades import Upgrades
from rules.model.profiles import LAND, UnitType
from rules.model.salvo import Salvo, Shot, Side
from rules.model.state import Battle

ID = "test.siege-guns"
GUN = UnitType(
    "siege gun", LAND, defense=1, move=1, cost=6, not_for_sale=True, rule=ID, classes=frozenset({"vehicle"}),
    powers=("USSR",), built_at=("Russia",), numbers={"upgrade_cost": 3, "max_board": 4},
)  # fmt: skip
STEP, STAGE = "siege guns", "sieges"


def _salvo(view: View, battle: Battle, side: Side) -> Salvo | None:
    """Guns that attack fire before the first round, at 2, at 4 against infantry; what they hit does not fire back."""
    guns = [u for u in view.get(battle.attackers) if u.type == GUN.name] if side == ATTACKER else []
    shots = tuple(Shot(u.id, 2, u.type, better=((4, "infantry"),)) for u in guns)
    return Salvo(STEP, side, shots, why=STEP, loss=STEP) if shots else None


class SiegeGuns(Rule):
    """Siege guns are made of infantry in Russia; the battles they attack in come after all others."""

    id = ID
    title = "Siege guns"
    text = "For 3 IPC an infantry in Russia becomes a siege gun."
    boards = ("classic",)
    units = (GUN,)
    parts = (Upgrades(id=ID, steps={GUN.name: "infantry"}),)
    own_stages = {STAGE: ("after", stages.BATTLES)}
    own_steps = {STEP: Step(salvo=_salvo)}

    def battle_steps(self, view: View, battle: Battle, each_round: bool, steps: tuple[str, ...]) -> tuple[str, ...]:
        """Before everything else."""
        return (STEP, *steps) if battle.kind == "land" and not each_round else steps

    def battle_stage(self, view: View, battle: Battle, stage: str) -> str:
        """A battle with a gun among its attackers."""
        return STAGE if any(u.type == GUN.name for u in view.get(battle.attackers)) else stage


RULE = SiegeGuns()
