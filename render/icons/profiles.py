"""Pictures of units that nobody has drawn: what their profile names, or one by what they are."""

from __future__ import annotations

import re
from collections.abc import Callable

from rules.core import documents
from rules.model.profiles import AIR, FACILITY, LAND, SEA, UnitType


def unit_called(name: str) -> UnitType | None:
    """The unit of a house rule that has this name; None for any other name."""
    low = name.lower()
    rules = (part for rule in documents.house_rules().values() for part in (*rule.parts, rule))
    return next((unit for rule in rules for unit in rule.units if unit.name == low), None)


def initials(name: str, most: int = 2) -> str:
    """The first letters of a name's words, in capitals."""
    words = re.findall(r"[a-z0-9]+", name.lower()) or ["?"]
    return "".join(word[0] for word in words)[:most].upper()


# Which drawing stands for a unit of a domain: the first that it is like.
_LIKE: dict[str, tuple[tuple[Callable[[UnitType], bool], str], ...]] = {
    LAND: (
        (lambda unit: unit.has("anti-air"), "antiaircraft artillery"),
        (lambda unit: unit.is_a("tank"), "tank"),
        (lambda unit: unit.is_a("vehicle"), "mechanized infantry"),
        (lambda unit: bool(unit.number("supports")), "artillery"),
        (lambda unit: True, "infantry"),
    ),
    AIR: ((lambda unit: bool(unit.raids), "strategic bomber"), (lambda unit: True, "fighter")),
    SEA: (
        (lambda unit: unit.has("submerges") or unit.has("withdraws"), "submarine"),
        (lambda unit: bool(unit.decks), "aircraft carrier"),
        (lambda unit: unit.has("transport") and not unit.attack, "transport"),
        (lambda unit: unit.hits > 1 or unit.attack > 3, "battleship"),
        (lambda unit: unit.attack == 3 or bool(unit.number("bombard")), "cruiser"),
        (lambda unit: True, "destroyer"),
    ),
    FACILITY: ((lambda unit: True, "minor industrial complex"),),
}


def stand_in(unit: UnitType) -> str | None:
    """The name of the drawing that a unit is most like; None for a marker."""
    return next((name for like, name in _LIKE.get(unit.domain, ()) if like(unit)), None)
