"""Flak: units that fire at aircraft behind all guns, always with all their dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rules.battle import special
from rules.battle.sides import DEFENDER
from rules.core.steps import Step
from rules.core.view import View
from rules.mechanics.mechanic import Mechanic
from rules.model.salvo import Salvo, Shot, Side
from rules.model.state import Battle, Unit

STEP: Final = "flak"


@dataclass(frozen=True, eq=False, kw_only=True)
class Flak(Mechanic):
    """Units with the number "flak_dice" fire so many dice at attacking aircraft before the first round, right after
    the guns, however few aircraft there are; they hit on "flak_hits"."""

    def battle_steps(self, view: View, battle: Battle, each_round: bool, steps: tuple[str, ...]) -> tuple[str, ...]:
        """Behind the guns."""
        if STEP in steps or "antiaircraft" not in steps or not _firing(view, battle):
            return steps
        at = steps.index("antiaircraft") + 1
        return (*steps[:at], STEP, *steps[at:])


def _firing(view: View, battle: Battle) -> list[Unit]:
    return [u for u in view.enemy_units(battle.place, battle.attacker) if view.of(u).number("flak_dice")]


def _salvo(view: View, battle: Battle, side: Side) -> Salvo | None:
    if side != DEFENDER or not special.aircraft(view, battle):
        return None
    shots = []
    for unit in _firing(view, battle):
        profile = view.of(unit)
        shots.append(Shot(unit.id, profile.number("flak_hits"), unit.type, "antiaircraft", profile.number("flak_dice")))
    return special.at_aircraft(STEP, tuple(shots))


Flak.own_steps = {STEP: Step(salvo=_salvo)}
