"""Once-only fire before the first round: bombardment and antiaircraft guns."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Mapping, Sequence

from rules.battle import sides
from rules.battle.sides import ATTACKER, DEFENDER
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.steps import Step
from rules.core.view import View
from rules.model.profiles import SEA
from rules.model.salvo import FireBack, Salvo, Shot, Side
from rules.model.state import Battle, Unit


def may_bombard(view: View, battle: Battle) -> list[Unit]:
    """Ships that may support the landing: in a zone that lands troops, not in a sea battle this turn,
    not used elsewhere (CL-7.2, G40-10.4). Strongest first."""
    zones = [z for z in battle.zones if not _sea_fight(view, z)]
    ships = [
        u
        for zone in zones
        for u in view.commanded(zone, battle.attacker, SEA)
        if view.of(u).number("bombard") > 0 and not u.fought and (u.role or not view.has(u, "cannot attack"))
    ]
    ships = view.table.fold(Rule.bombarders, ships, view, battle)
    return sorted(ships, key=lambda u: (-view.of(u).number("bombard"), u.type, u.id))


def _sea_fight(view: View, zone: str) -> bool:
    """Whether the ships of a zone still have to fight there."""
    battle = view.state.battles.get(zone)
    return battle is not None and battle.status == "due" and not battle.optional


def landed(view: View, battle: Battle) -> int:
    """Land units put ashore for this battle."""
    units = sides.units(view, battle, ATTACKER)
    return sum(u.role == "landed" and not view.has(u, "stands by") for u in units)


def limit(view: View, battle: Battle) -> int:
    """How many ships may bombard (G40-10.5: no more than units landed)."""
    limited = view.edition("bombard_limit") and view.option("bombardment_limited_to_landed_units")
    return landed(view, battle) if limited else 999


def choose_ships(view: View, battle: Battle) -> list[Unit]:
    """The ships that will fire: those a `bombard` order named, or all that may."""
    ships = may_bombard(view, battle)
    ordered = view.flag("turn.bombard", {}).get(battle.place)
    if ordered is not None:
        ships = [u for u in ships if u.id in ordered]
    return ships[: limit(view, battle)]


def bombardment(view: View, battle: Battle, side: Side) -> Salvo | None:
    """B1.5: the ships that support a landing; hit units still fire in the first round unless an option says
    otherwise."""
    targets = sides.units(view, battle, DEFENDER)
    if side != ATTACKER or not any(sides.may_be_hit(view, battle, u, "bombardment") for u in targets):
        return None
    shots = tuple(_support_shot(view, battle, u) for u in choose_ships(view, battle))
    back: FireBack = "round" if view.option("bombarded_units_fire_back") else "none"
    return Salvo("bombardment", ATTACKER, shots, back, "bombardment", "bombardment")


def _support_shot(view: View, battle: Battle, ship: Unit) -> Shot:
    dice = view.of(ship).number("bombard_dice", 1)
    return Shot(ship.id, view.of(ship).number("bombard"), ship.type, "bombardment", dice)


def have_supported(act: Act, id_: str, salvo: Salvo) -> None:
    """The ships that have fired take part in nothing else this turn."""
    for unit in act.get(shot.unit for shot in salvo.shots):
        act.change(unit, fought=True)


def guns(view: View, battle: Battle) -> list[Unit]:
    """Antiaircraft guns that fire in a battle: of powers at war with the attacker, in the place."""
    return [u for u in view.enemy_units(battle.place, battle.attacker) if view.has(u, "anti-air")]


def aircraft(view: View, battle: Battle) -> list[Unit]:
    """Attackers that antiaircraft fire may hit."""
    return [u for u in sides.units(view, battle, ATTACKER) if sides.may_be_hit(view, battle, u, "antiaircraft")]


def gun_shots(view: View, battle: Battle, targets: int) -> tuple[Shot, ...]:
    """Dice of the guns: one a plane for one gun, or so many a gun and at most one a plane
    (CL-6.2, G40-11.2)."""
    left, shots = targets, []
    for gun in guns(view, battle) if targets else ():
        profile = view.of(gun)
        dice = min(left, profile.number("aa_shots", targets))
        left -= dice
        shots.append(Shot(gun.id, profile.number("aa_hits"), gun.type, "antiaircraft", dice))
    return tuple(s for s in shots if s.dice)


def antiaircraft(view: View, battle: Battle, side: Side) -> Salvo | None:
    """B1.6: guns fire once, hits are removed at once, the attacker chooses which planes."""
    if side != DEFENDER:
        return None
    targets = aircraft(view, battle) if guns(view, battle) else []
    shots = gun_shots(view, battle, len(targets))
    return at_aircraft("antiaircraft", named(shots, targets) if view.edition("antiaircraft_named") else shots)


def named(shots: tuple[Shot, ...], targets: Sequence[Unit]) -> tuple[Shot, ...]:
    """The same dice, each for a plane of a type that is named before, in the order of their names (AA-2)."""
    left = Counter(u.type for u in targets)
    if len(left) < 2:
        return shots
    found: list[Shot] = []
    for shot in shots:
        for type_ in sorted(left):
            dice = min(left[type_], shot.dice - sum(s.dice for s in found if s.unit == shot.unit))
            left[type_] -= dice
            label, kind = f"{shot.label} against {type_}", f"{shot.hit_class} at {type_}"
            found += [dataclasses.replace(shot, label=label, hit_class=kind, dice=dice)] if dice else []
    return tuple(found)


def at_aircraft(step: str, shots: tuple[Shot, ...], owner: str = "") -> Salvo:
    """Antiaircraft fire: what it hits is shot down before it can do anything."""
    return Salvo(step, DEFENDER, shots, "none", "antiaircraft fire", "antiaircraft", owner=owner)


STEPS: Mapping[str, Step] = {
    "bombardment": Step(salvo=bombardment, after=have_supported),
    "antiaircraft": Step(salvo=antiaircraft),
}
