"""Who stands on which side of a battle, and what each unit can do to whom."""

from __future__ import annotations

from typing import Final

from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.profiles import AIR, SEA
from rules.model.salvo import Side
from rules.model.state import Battle, Unit
from rules.model.vocabulary import UNIT_CLASSES

ATTACKER: Final = "attacker"
DEFENDER: Final = "defender"
BOTH: Final[tuple[Side, Side]] = (ATTACKER, DEFENDER)


def other(side: str) -> Side:
    """The opposite side."""
    return DEFENDER if side == ATTACKER else ATTACKER


def units(view: View, battle: Battle, side: str) -> list[Unit]:
    """Living units of a side that are in the battle."""
    return view.get(battle.attackers if side == ATTACKER else battle.defenders)


def side_of(battle: Battle, unit: Unit) -> str:
    """The side a unit of the battle is on."""
    return ATTACKER if unit.id in battle.attackers else DEFENDER


def came_from(battle: Battle, unit: Unit) -> str:
    """The neighbouring space from which a unit entered the battle ("" if it began there)."""
    return unit.route[-2] if len(unit.route) > 1 and unit.route[-1] == battle.place else ""


def left(view: View, battle: Battle, unit: Unit) -> int:
    """Hits a unit can still take in this battle."""
    room = view.of(unit).hits - unit.damage - battle.hit.get(unit.id, 0)
    whole = battle.volley and battle.volley.whole and side_of(battle, unit) != battle.volley.side
    return min(1, room) if whole else room


def holds_battle(view: View, unit: Unit) -> bool:
    """Whether a unit keeps its side in the battle (a Classic gun does not)."""
    return not view.has(unit, "cannot hold")


def hunts(view: View, battle: Battle, side: str) -> bool:
    """Whether a side has a destroyer in this round: it cancels what enemy submarines can do
    (G40-11.5). Read at the start of the round."""
    return side in battle.hunters


def look_for_hunters(view: View, battle: Battle) -> tuple[Side, ...]:
    """The sides that have a destroyer now."""
    return tuple(side for side in BOTH if any(hunter(view, u, side) for u in units(view, battle, side)))


def hunter(view: View, unit: Unit, side: str) -> bool:
    """Whether a unit takes enemy submarines their abilities on a side."""
    return view.has(unit, "anti-submarine") and not (side == ATTACKER and view.has(unit, "hunts in defense only"))


def hit_class(view: View, battle: Battle, unit: Unit) -> str:
    """The class of a unit's hits: "submarine" (ships only), "air" (no submarines unless hunted), "any"."""
    if view.has(unit, "no air targets"):
        kind = "submarine"
    elif view.domain(unit) == AIR:
        kind = "air"
    else:
        kind = "any"
    return view.table.fold(Rule.hit_class, kind, view, battle, unit)


def may_be_hit(view: View, battle: Battle, target: Unit, kind: str) -> bool:
    """Whether a hit of a class may fall on a unit (G40-11.8, 11.10; CL-6.4)."""
    if view.has(target, "never a loss") or not _aimed_at(battle, target):
        may = False
    elif kind.startswith("facility "):
        may = _reached(view, target, kind.removeprefix("facility "))
    elif kind.startswith("antiaircraft"):
        may = shot_down(kind, target) and view.domain(target) == AIR and not view.has(target, "above guns")
    elif kind == "submarine":
        may = view.domain(target) != AIR
    elif kind == "air":
        hunted = hunts(view, battle, other(side_of(battle, target)))
        may = hunted or not view.has(target, "hidden from air")
    elif kind in UNIT_CLASSES:
        may = view.of(target).is_a(kind)
    else:
        may = True
    return view.table.fold(Rule.may_be_hit, may, view, battle, target, kind)


def shot_down(kind: str, target: Unit) -> bool:
    """Whether a hit is one of antiaircraft fire that falls on units of this type: on all, or on those it was rolled for."""
    fire, _, named = kind.partition(" at ")
    return fire == "antiaircraft" and named in ("", target.type)


def _reached(view: View, target: Unit, facility: str) -> bool:
    """Whether the fire of a facility reaches a unit: only those that raid it, and not those that fly above it."""
    above = view.has(target, "above facilities") and not view.table.units[facility].has("reaches raiders")
    return target.role == "raid" and target.target == facility and not above


def _aimed_at(battle: Battle, unit: Unit) -> bool:
    """Whether a unit is not left out of the fire whose losses are being chosen."""
    volley = battle.volley
    return volley is None or volley.targets is None or unit.id in volley.targets or side_of(battle, unit) == volley.side


def can_hit_any(view: View, battle: Battle, side: str, numbers: dict[int, int]) -> bool:
    """Whether a side has a unit with a number that can hit something on the other side."""
    targets = units(view, battle, other(side))
    classes = {hit_class(view, battle, u) for u in units(view, battle, side) if numbers.get(u.id, 0) > 0}
    return any(may_be_hit(view, battle, t, kind) for kind in classes for t in targets)


def ships(view: View, battle: Battle, side: str) -> list[Unit]:
    """Ships of a side."""
    return [u for u in units(view, battle, side) if view.domain(u) == SEA]
