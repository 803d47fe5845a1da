"""Allied aircraft on a power's carriers: on its turn they are cargo (CL-5.9, G40-7.9, 18.5)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.act import Act
from rules.core.view import View
from rules.model.orders import Item
from rules.model.profiles import AIR
from rules.model.state import Unit
from rules.movement import selection
from rules.movement.paths import Route


def foreign(view: View, zone: str, power: str) -> list[Unit]:
    """Aircraft of allies in a zone, by id."""
    planes = [u for u in view.units(zone, domain=AIR) if view.allied(u.owner, power) and not view.commands(power, u)]
    return [u for u in planes if view.deck_room(u)]


def named(
    act: Act, items: Sequence[Item], place: str, journeys: Sequence[tuple[Unit, Route]]
) -> list[tuple[Unit, Route]]:
    """Allied aircraft that an order names beside carriers, with the carriers' way; refuses other units of
    allies: they move on their own turn (CL-5.10, G40-18.2)."""
    carriers = [(u, way) for u, way in journeys if act.of(u).decks]
    found: list[tuple[Unit, Route]] = []
    for item in items:
        owner = selection.owner_of(act, item)
        if not carriers or not act.table.units[item.unit].deck or not act.allied(owner, act.active):
            text = f"{act.active} moves its own units only, not {owner}'s."
            act.refuse("not-enough-units", text, act.cite("joint attack"))
        found += [(u, carriers[0][1]) for u in selection.candidates(act, place, item)[: item.count]]
    if len(found) > sum(act.of(u).decks for u, _ in carriers):
        act.refuse("no-capacity", "More aircraft of allies than the carriers of this order hold.", act.cite("carriers"))
    return found


def sailing_along(view: View, ships: Sequence[Unit], also: Sequence[int] = ()) -> list[int]:
    """Ids of allied aircraft that go with the carriers among some ships about to leave together: those named
    in the order, and those for which the carriers left behind have no room."""
    going = {u.id for u in ships}
    decks = sum(view.of(u).decks for u in ships)
    if not decks:
        return []
    zone, power = ships[0].place, view.active
    aboard = [u.id for u in view.get(also)]
    planes = [u for u in foreign(view, zone, power) if u.id not in aboard]
    staying = [u for u in view.units(zone) if u.id not in going and view.allied(u.owner, power)]
    room = sum(view.of(u).decks for u in staying)
    while planes and len(planes) > room and len(aboard) < decks:
        aboard.append(planes.pop().id)
    return sorted(aboard)


def trapped(view: View, plane: Unit) -> bool:
    """Whether a plane stands on a damaged carrier that cannot launch: it has not moved this turn, is at
    sea, has not fought, and only damaged decks held it when the turn began (G40-7.9)."""
    if plane.route or plane.fought or view.place(plane.place).is_land or not view.deck_room(plane):
        return False
    zone, power = plane.place, plane.owner
    if not any(view.of(u).decks and not _whole(view, u) and view.allied(u.owner, power) for u in view.units(zone)):
        return False
    planes = [u for u in view.units(zone, domain=AIR) if view.allied(u.owner, power)]
    carriers = [u for u in view.state.units.values() if u.start == zone and view.allied(u.owner, power)]
    undamaged = sum(_whole(view, u) for u in carriers)
    before = [p for p in planes if p.id < plane.id and not p.route]
    return undamaged <= sum(view.deck_room(p) for p in before)


def _whole(view: View, ship: Unit) -> int:
    """The decks of a ship when the turn began: one that sailed out and came home hit was whole."""
    return view.of(ship).decks if ship.fought and ship.route else view.decks(ship)
