"""Formations that are all active: every unit of each whole one rolls two dice, and stands by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from rules.battle.sides import BOTH, side_of
from rules.core.view import View
from rules.mechanics.formation_fire import able
from rules.mechanics.formations import kind_named, tag_of
from rules.mechanics.mechanic import Mechanic
from rules.model.ranks import Ranks, positive
from rules.model.state import Battle, Unit

FACT: Final = "active formations"
DICE = 2


@dataclass(frozen=True, eq=False, kw_only=True)
class MassedFormations(Mechanic):
    """All formations that are whole when a battle begins are active (in attack those that came together by land from one
    territory). Each of their units rolls two dice at its own number while all of them stand; they give and take no
    support."""

    def battle_facts(self, view: View, battle: Battle, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """The active ones of each side."""
        if battle.kind != "land" or FACT in facts:
            return facts
        found = {side: tuple(able(view, battle, side)) for side in BOTH}
        return {**facts, FACT: {side: keys for side, keys in found.items() if keys}}

    def battle_numbers(self, view: View, battle: Battle, side: str, ranks: Ranks) -> None:
        """Two dice each while all of them stand."""
        for owner, tag in battle.fact(FACT, {}).get(side, ()):
            kind = kind_named(view, tag, owner)
            members = [r for r in ranks if r.unit.owner == owner and tag in r.unit.marks]
            if kind and members:
                whole = positive(sum(r.count for r in members) - kind.count)
                ranks.arm(members, whole * (kind.count + 1), DICE)

    def supports(self, view: View, battle: Battle, unit: Unit, supports: bool) -> bool:
        """They give none."""
        return supports and not _active(view, battle, unit)

    def supported(self, view: View, battle: Battle, units: list[Unit]) -> list[Unit]:
        """They take none."""
        return [u for u in units if not _active(view, battle, u)]


def _active(view: View, battle: Battle, unit: Unit) -> bool:
    """Whether a unit is a member of an active formation."""
    if not unit.marks or not (tag := tag_of(view, unit)):
        return False
    return (unit.owner, tag) in [tuple(key) for key in battle.fact(FACT, {}).get(side_of(battle, unit), ())]
