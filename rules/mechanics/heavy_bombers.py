"""Heavy bombers: strategic bombers with two dice of which the better counts, far range and few guns that reach them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules.model.profiles import AIR, UnitType
from rules.model.vocabulary import Number, Trait

NAME: Final = "heavy bomber"
TARGETS = ("major industrial complex", "minor industrial complex", "air base", "naval base")


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
