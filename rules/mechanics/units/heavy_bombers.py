"""Heavy bombers: strategic bombers with two dice of which the better counts, far range and few guns that reach them."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from rules.core.view import View
from rules.mechanics.mechanic import Mechanic
from rules.model.board import Option
from rules.model.profiles import AIR, UnitType
from rules.model.vocabulary import Number, Trait

NAME: Final = "heavy bomber"
TARGETS = ("industrial complex", "major industrial complex", "minor industrial complex", "air base", "naval base")


def heavy_bomber(
    rule: str, by_power: Mapping[str, Mapping[str, Any]], traits: frozenset[Trait], numbers: Mapping[Number, int]
) -> UnitType:
    """The profile (attack 4 with the better of two dice, defend 1, move 8, 15 IPC; raids with the better die and 2).

    by_power: limits and sites of each power that has them. traits: which guns it flies above. numbers: what else.
    """
    better: frozenset[Trait] = frozenset({"best die", "best raid die"})
    return UnitType(
        NAME, AIR, aliases=("hb", "heavy strategic bomber"), attack=4, defense=1, attack_dice=2, move=8, cost=15,
        raids=TARGETS, traits=better | traits, powers=tuple(by_power), rule=rule,
        numbers={"air_attack": 1, "raid_dice": 2, "raid_bonus": 2, **numbers}, by_power=by_power,
    )  # fmt: skip


def guns_reach(document: str, usual: bool) -> Option:
    """The option by which a document's heavy bombers are fired at by what they raid. usual: whether they are without it."""
    name = f"{document}.factory_guns_reach_heavy_bombers"
    return Option(name, usual, "The guns of raided complexes and bases fire at heavy bombers too")


@dataclass(frozen=True, eq=False, kw_only=True)
class FactoryGuns(Mechanic):
    """What some types raid fires at them by an option (`guns_reach`) only."""

    option: Option
    types: tuple[str, ...]

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """They do not fly above it then."""
        if unit.name not in self.types or not view.option(self.option):
            return unit
        return dataclasses.replace(unit, traits=unit.traits - {"above facilities"})
