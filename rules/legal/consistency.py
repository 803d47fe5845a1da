"""What no play leads to: units that stand where they cannot, ships that are over-full, enemies in one territory. Random games
may never come there; a game master's edits may, and are told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rules.core.view import View
from rules.model.profiles import AIR, FACILITY, LAND, SEA
from rules.model.state import Unit
from rules.movement import guests, packing

Problems = Iterator[str]


def oddities(view: View) -> list[str]:
    """All of them in a position, in words."""
    found = [*standing(view, view.state.units.values()), *sites(view), *territories(view)]
    for zone in sorted({u.place for u in view.state.units.values() if view.place(u.place).is_sea}):
        for power in sorted({u.owner for u in view.units(zone)}):
            found += decks(view, zone, power)
    return found


def sites(view: View) -> Problems:
    """Facilities where none can stand, or more than can."""
    for place, found in view.state.facilities.items():
        if found and view.place(place).is_sea:
            yield f"{place} is a sea zone and has {found[0].type}"
        if len(view.complexes(place)) > 1:
            yield f"{place} has {len(view.complexes(place))} complexes"
    for unit in view.state.units.values():
        if view.domain(unit) == FACILITY:
            yield f"{unit.owner}'s {unit.type} in {unit.place} stands there as a unit"


def standing(view: View, units: Iterable[Unit]) -> Problems:
    """Units that are where they cannot be."""
    for unit in units:
        if wrong := _where_it_cannot(view, unit):
            yield f"{unit.owner}'s {unit.type} in {unit.place} {wrong}"


def _where_it_cannot(view: View, unit: Unit) -> str:
    domain, place = view.domain(unit), view.place(unit.place)
    if unit.carrier is not None and (wrong := _aboard(view, unit)):
        return wrong
    if domain == LAND and place.is_sea and unit.carrier is None:
        return "stands in the sea"
    if domain == SEA and place.is_land:
        return "lies on land"
    if place.impassable:
        return "is in an impassable place"
    return f"has {unit.damage} damage and still lives" if unit.damage >= view.of(unit).hits else ""


def _aboard(view: View, unit: Unit) -> str:
    ship = view.state.units.get(unit.carrier or 0)
    if ship is None:
        return "is aboard a ship that is gone"
    if ship.place != unit.place:
        return f"is aboard a ship in {ship.place}"
    return f"is aboard an over-full {ship.type}" if _over_full(view, ship) else ""


def _over_full(view: View, ship: Unit) -> bool:
    """Whether a transport has more aboard than it has room for, an aircraft more than one of what it carries."""
    profile, load = view.of(ship), view.state.aboard(ship.id)
    if profile.capacity or not profile.carries:
        return packing.room(view, ship) < 0
    return len(load) > 1 or load[0].type not in profile.carries


def decks(view: View, zone: str, power: str) -> Problems:
    """Aircraft at sea without a deck; those that a damaged one holds have theirs."""
    held = [u for u in view.units(zone, domain=AIR) if guests.trapped(view, u)]
    planes = [u for u in view.units(zone, power, AIR) if u not in held]
    if planes and view.empty_decks(zone, power) + sum(view.deck_room(u) for u in held) < 0:
        yield f"{len(planes)} aircraft of {power} hang over {zone} without decks"


def territories(view: View) -> Problems:
    """Enemies side by side that do not attack, and more of a unit than may stand together."""
    for place in view.board.places.values():
        if not place.is_land:
            continue
        holders = {u.owner for u in view.units(place.name) if view.domain(u) in (LAND, AIR) and u.role != "attack"}
        owner = view.owner(place.name)
        foes = [h for h in holders if view.at_war(h, owner) and not _only_markers(view, place.name, h)]
        if owner and foes:
            yield f"{', '.join(foes)} stand in {place.name}, held by {owner}"
        limits = Counter(u.type for u in view.units(place.name))
        for unit, count in limits.items():
            most = view.table.units[unit].number("per_place")
            if most and count > most and not view.option("multiple_antiaircraft_guns"):
                yield f"{place.name} has {count} {unit}, at most {most} may stand there"


def _only_markers(view: View, place: str, power: str) -> bool:
    return not any(view.domain(u) in (LAND, AIR) for u in view.units(place, power))
