"""Carrying out a move: units go along their routes, step by step; captures in passing; roles."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from rules.core import border_crossings, moments
from rules.core.act import Act
from rules.core.view import View
from rules.model.profiles import AIR, LAND, SEA
from rules.model.state import COMBAT_MOVE, Unit
from rules.movement import guests, step
from rules.movement.ground import Ground
from rules.movement.paths import Route

Journey = tuple[Unit, Route]
_FIRST = {AIR: 0, LAND: 1, SEA: 2}


def carry_out(act: Act, journeys: Sequence[Journey], role: str = "", target: str = "") -> list[Unit]:
    """Move units along their routes, those with one route together (aircraft take off before ships
    leave); returns the survivors. role / target: what they do there (default: by what they meet)."""
    groups: dict[tuple[int, tuple[str, ...]], list[Unit]] = {}
    named: dict[tuple[str, ...], list[int]] = {}
    for unit, way in journeys:
        if act.commands(act.active, unit):
            groups.setdefault((_FIRST.get(act.domain(unit), 1), way.places), []).append(unit)
        else:
            named.setdefault(way.places, []).append(unit.id)
    arrived: list[int] = []
    for key in sorted(groups, key=lambda k: k[0]):
        along = guests.sailing_along(act, groups[key], named.get(key[1], ()))
        arrived += _go(act, groups[key], along, key[1])
    _settle(act, arrived, role, target)
    act.tell(moments.moved, act.get(arrived))
    return act.get(arrived)


def _go(act: Act, units: Sequence[Unit], along: Sequence[int], places: tuple[str, ...]) -> list[int]:
    """One group along its route, guests with it; survivors' ids."""
    ids, left = [u.id for u in units], list[int]()
    halted: set[int] = set()
    _take(act, [u for u in units if u.route], places[0])
    for i, (origin, place) in enumerate(itertools.pairwise(places), 1):
        last = i == len(places) - 1
        if last:
            halted = _must_stop_here(act, act.get(ids), place)
        for unit in act.get(ids):
            _step(act, unit, origin, place)
        for guest in act.get(along):
            act.change(guest, place=place)
        if arrived := act.get(ids):
            border_crossings.entered(act, arrived, origin, place, last)
        if not last:
            _take(act, act.get(ids), place)
            if worn := [u.id for u in act.get(ids) if _out_of_points(act, u)]:
                left, ids = [*left, *worn], [i for i in ids if i not in worn]
    for unit in act.get(halted):
        act.change(unit, spent=max(unit.spent, act.points(unit)))
    return [u.id for u in act.get([*left, *ids])]


def _out_of_points(view: View, unit: Unit) -> bool:
    """Whether a ship damaged on its way has no points left to go on."""
    return bool(unit.damage) and unit.spent >= view.points(unit)


def _settle(act: Act, ids: Sequence[int], role: str, target: str) -> None:
    for unit in act.get(ids):
        act.change(unit, role=role or role_at(act, unit), target=target)


def _must_stop_here(act: Act, units: Sequence[Unit], place: str) -> set[int]:
    """Units that lose their points because they may not go on from the place they are about to enter."""
    ground = Ground(act, act.active, act.phase)
    walkers = [u for u in units if act.element(u) != AIR]
    return {u.id for u in walkers if step.through(ground, u, place) is not None}


def _step(act: Act, unit: Unit, origin: str, place: str) -> None:
    spent = unit.spent + step.cost(act, unit, origin, place)
    cargo = act.state.aboard(unit.id)
    act.change(unit, place=place, route=(*(unit.route or (origin,)), place), spent=spent, moved=act.phase)
    for item in cargo:
        act.change(item, place=place)


def _take(act: Act, units: Sequence[Unit], place: str) -> None:
    """What is passed through in a combat move is captured."""
    if act.phase == COMBAT_MOVE:
        border_crossings.take_in_passing(act, units, place)


def role_at(view: View, unit: Unit) -> str:
    """What a unit does in its place after a combat move: "attack" what it meets, else "support" a
    landing from a quiet zone; "" on friendly ground and outside combat movement."""
    if view.phase != COMBAT_MOVE:
        return unit.role
    if view.place(unit.place).is_land:
        return "" if view.friendly_land(unit.place, unit.owner) else "attack"
    if view.has(unit, "cannot attack"):
        return ""
    return "attack" if fights_at_sea(view, unit.place, unit.owner) else "support"


def fights_at_sea(view: View, zone: str, power: str) -> bool:
    """Whether a zone holds ships or aircraft that a power may fight."""
    return any(view.domain(u) in (SEA, AIR) for u in view.enemy_units(zone, power))
