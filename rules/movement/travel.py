"""Carrying out a move: units go along their routes, step by step; captures in passing; roles."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from rules.act import Act
from rules.capture import capture
from rules.movement import guests, step
from rules.movement.ground import Ground
from rules.movement.paths import Route
from rules.profiles import AIR, LAND, SEA
from rules.state import COMBAT_MOVE, Unit
from rules.view import View

Journey = tuple[Unit, Route]
_FIRST = {AIR: 0, LAND: 1, SEA: 2}


def carry_out(act: Act, journeys: Sequence[Journey], role: str = "", target: str = "") -> list[Unit]:
    """Move units along their routes, those with one route together (aircraft take off before ships
    leave); returns the survivors. role / target: what they do there (default: by what they meet)."""
    groups: dict[tuple[int, tuple[str, ...]], list[Unit]] = {}
    prices: dict[tuple[int, tuple[str, ...]], int] = {}
    for unit, way in journeys:
        key = (_FIRST.get(act.domain(unit), 1), way.places)
        groups.setdefault(key, []).append(unit)
        prices[key] = way.cost
    arrived: list[Unit] = []
    for key in sorted(groups, key=lambda k: k[0]):
        arrived += _go(act, groups[key], key[1])
    for unit in arrived:
        settle(act, unit, role, target)
    units = act.get(u.id for u in arrived)
    act.table.each("on_moved", act, units)
    return act.get(u.id for u in units)


def _go(act: Act, units: Sequence[Unit], places: tuple[str, ...]) -> list[Unit]:
    ids = [u.id for u in units]
    along = guests.sailing_along(act, units)
    for i, (origin, place) in enumerate(itertools.pairwise(places), 1):
        for unit in act.get(ids):
            _step(act, unit, origin, place)
        for guest in act.get(along):
            act.change(guest, place=place)
        last = i == len(places) - 1
        act.table.each("on_enter", act, act.get(ids), origin, place, last)
        if not last:
            _take(act, act.get(ids), place)
    return act.get(ids)


def _step(act: Act, unit: Unit, origin: str, place: str) -> None:
    ground = Ground(act, unit.owner, act.phase)
    spent = unit.spent + step.cost(ground, unit, origin, place)
    cargo = act.state.aboard(unit.id) if act.of(unit).capacity else []
    act.change(unit, place=place, route=(*(unit.route or (origin,)), place), spent=spent, moved=act.phase)
    for item in cargo:
        act.change(item, place=place)


def _take(act: Act, units: Sequence[Unit], place: str) -> None:
    """Land units that pass through an empty enemy territory capture it at once (CL-5.3, G40-7.3)."""
    takers = [u for u in units if act.domain(u) == LAND and not act.has(u, "cannot capture")]
    if takers and act.phase == COMBAT_MOVE and act.hostile_land(place, takers[0].owner):
        capture(act, place, takers[0].owner)


def settle(act: Act, unit: Unit, role: str = "", target: str = "") -> None:
    """Write down what a unit does where it has come to; a unit that may not go on loses its points."""
    role = role or role_at(act, unit)
    spent = unit.spent
    if act.domain(unit) != AIR and act.phase != COMBAT_MOVE and _stuck(act, unit):
        spent = max(spent, act.points(unit))
    act.change(unit, role=role, target=target, spent=spent)


def _stuck(act: Act, unit: Unit) -> bool:
    return step.through(Ground(act, unit.owner, act.phase), unit, unit.place) is not None


def role_at(view: View, unit: Unit) -> str:
    """What a unit does in its place after a combat move: "attack" what it meets, else "support" a
    landing from a quiet zone; "" on friendly ground and outside combat movement."""
    if view.phase != COMBAT_MOVE:
        return unit.role
    if view.place(unit.place).is_land:
        return "" if view.friendly_land(unit.place, unit.owner) else "attack"
    return "attack" if fights_at_sea(view, unit.place, unit.owner) else "support"


def fights_at_sea(view: View, zone: str, power: str) -> bool:
    """Whether a zone holds ships or aircraft that a power may fight."""
    return any(view.domain(u) in (SEA, AIR) for u in view.enemy_units(zone, power))
