"""Landings: what transports could bring to which coasts, over free zones and over zones that are cleared first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from typing import Any

from rules.core.view import View
from rules.model.profiles import AIR, LAND, SEA
from rules.model.state import Unit
from rules.movement import packing
from rules.movement.reach import Reach
from seats.position.estimate import fighter, guess, supported

Strikers = dict[str, list[Unit]]
CLEARED = 0.6  # chance to win at sea from which on a landing behind it is foreseen


def from_free_zones(view: View, power: str, ships: Sequence[Unit], goals: Iterable[str], found: Strikers) -> None:
    """Coasts that alike transports of a place could assault through zones without enemies, with what is aboard or waits
    where they pass and does not come otherwise. goals: where the ships get to. found: who comes otherwise, added to."""
    home, passed = ships[0].place, defaultdict[str, set[str]](set)
    for end, ways in _ways(view, {home, *_free(view, power, goals)}, home, view.points(ships[0])).items():
        for coast in _coasts(view, power, end):
            passed[coast] |= ways
    for coast, ways in sorted(passed.items()):
        found[coast] += _load(view, ships, ways, {u.id for u in found[coast]})


def behind_battles(view: View, power: str, strikers: Mapping[str, Collection[Unit]]) -> Strikers:
    """Coast -> units of a power that could land there from zones which its ships and aircraft clear first, and those that
    come over land; aircraft do not: they are at sea. strikers: place -> who could attack it."""
    cleared = {p for p, units in strikers.items() if view.place(p).is_sea and _clears(view, power, p, units)}
    coming = defaultdict[str, dict[int, Unit]](dict)
    for ships in _transports(view, power) if cleared else ():
        goals = Reach(view).destinations(ships[0])
        home, free = ships[0].place, _free(view, power, goals)
        for zone in sorted(cleared.intersection((home, *goals))):
            ways = _ways(view, {home, *free, zone}, home, view.points(ships[0]))[zone]
            for coast in _coasts(view, power, zone) if ways else ():
                coming[coast] |= {u.id: u for u in _load(view, ships, ways, set())}
    for coast, units in coming.items():
        units |= {u.id: u for u in strikers.get(coast, ()) if view.domain(u) == LAND}
    return {coast: list(units.values()) for coast, units in sorted(coming.items()) if units}


def _transports(view: View, power: str) -> list[list[Unit]]:
    """A power's transports that can sail, alike ones of a place together."""
    groups: dict[tuple[Any, ...], list[Unit]] = defaultdict(list)
    for unit in view.state.units.values():
        profile = view.of(unit)
        if unit.owner == power and profile.domain == SEA and profile.capacity and profile.move:
            groups[unit.place, unit.type, unit.damage, unit.marks].append(unit)
    return list(groups.values())


def _clears(view: View, power: str, zone: str, units: Iterable[Unit]) -> bool:
    """Whether some units would free a zone of enemies."""
    if view.friendly_zone(zone, power):
        return False
    able = supported([fighter(view, u, True) for u in units if view.domain(u) in (SEA, AIR)])
    return guess(able, [fighter(view, u, False) for u in view.enemy_units(zone, power)]).win > CLEARED


def _free(view: View, power: str, goals: Iterable[str]) -> list[str]:
    return [g for g in goals if view.place(g).is_sea and view.friendly_zone(g, power)]


def _coasts(view: View, power: str, zone: str) -> list[str]:
    """Enemy territories beside a zone."""
    return [c for c in view.board.near(zone) if view.place(c).is_land and view.hostile_land(c, power)]


def _ways(view: View, zones: Set[str], home: str, points: int) -> dict[str, set[str]]:
    """Zone where a ship may end -> zones that it may pass on such a voyage."""
    found: dict[str, set[str]] = defaultdict(set)
    for zone, steps in _steps(view, zones, home, points).items():
        for end in _steps(view, zones, zone, points - steps):
            found[end].add(zone)
    return found


def _steps(view: View, zones: Set[str], start: str, most: int) -> dict[str, int]:
    """Zone -> steps to it from another, over some zones."""
    found, edge = {start: 0}, [start]
    for step in range(1, most + 1):
        edge = list(dict.fromkeys(n for z in edge for n in view.board.near(z) if n in zones and n not in found))
        found |= dict.fromkeys(edge, step)
    return found


def _load(view: View, ships: Sequence[Unit], zones: Iterable[str], gone: Set[int]) -> list[Unit]:
    """What is aboard some ships, and for the room that is left the strongest load of what stands on the coasts of some zones,
    without those who come otherwise."""
    aboard = [c for s in ships for c in view.state.aboard(s.id)]
    room = sum(view.of(s).capacity for s in ships) - sum(view.of(c).cargo for c in aboard)
    coasts = {c for z in zones for c in view.board.near(z) if view.place(c).is_land}
    there = (u for c in coasts for u in view.units(c, ships[0].owner) if view.of(u).cargo and view.of(u).attack)
    units = [u for u in there if packing.takes(view, ships[0], u)]
    chosen = [c for c in aboard if c.id not in gone]
    for unit in sorted(units, key=lambda u: (-view.of(u).attack / view.of(u).cargo, u.id)):
        if view.of(unit).cargo <= room and unit.id not in gone:
            room -= view.of(unit).cargo
            chosen.append(unit)
    return chosen
