"""Noncombat: carriers sail to where those aircraft can land that would find no place otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Set

from rules.core.view import View
from rules.model.profiles import AIR, SEA
from rules.model.state import Unit
from rules.movement.reach import Reach
from seats.rehearsal import Rehearsal
from seats.situation import Situation
from seats.wish import Wish, items

Lost = dict[int, Set[str]]
"""Aircraft that can land nowhere as things stand -> zones in which a deck would save them."""


def fetching(s: Situation) -> list[Wish]:
    """The voyages of carriers, those that save most first."""
    found, lost, reach = Rehearsal(s.game), stranded(s), Reach(s.view)
    ways = {u: [z for z in reach.destinations(u) if s.view.place(z).is_sea] for u in _carriers(s)}
    while lost and (best := _best(s, ways, lost)):
        ship, zone = best
        del ways[ship]
        if found.all_or_none([Wish(f"move {items([ship])}: {ship.place} > {zone}", f"Aircraft land on it in {zone}.")]):
            for plane in _saved(s, ship, zone, lost):
                del lost[plane]
    return found.kept


def stranded(s: Situation) -> Lost:
    """Own aircraft that have flown and cannot land before a carrier comes."""
    view, reach, found = s.view, Reach(s.view), Lost()
    for u in view.forces(s.me, AIR):
        if not u.route or u.carrier is not None or not view.of(u).deck or _lands(s, u.place):
            continue
        zones = set(reach.destinations(u)) | {u.place}
        if not any(_lands(s, z) for z in zones):
            found[u.id] = {z for z in zones if view.place(z).is_sea}
    return found


def _lands(s: Situation, place: str) -> bool:
    """Whether an aircraft more could land in a place now."""
    if s.view.place(place).is_sea:
        return s.view.empty_decks(place, s.me) > 0
    return s.view.friendly_since_start(place, s.me)


def _carriers(s: Situation) -> list[Unit]:
    """Own ships with decks that may still sail and on which nobody counts yet."""
    view = s.view
    own = (u for u in view.forces(s.me, SEA) if view.decks(u) and view.points(u) > u.spent)
    return [u for u in own if not counted_on(view, u)]


def counted_on(view: View, ship: Unit) -> bool:
    """Whether own aircraft in its zone count on a ship's decks."""
    return bool(view.decks(ship)) and any(view.deck_room(p) for p in view.units(ship.place, ship.owner, AIR))


def _best(s: Situation, ways: Mapping[Unit, list[str]], lost: Lost) -> tuple[Unit, str] | None:
    """The carrier and the zone that save most aircraft, the least exposed of them."""
    saving = [
        (len(found), -s.exposed(u, z), z, u.id, u) for u in ways for z in ways[u] if (found := _saved(s, u, z, lost))
    ]
    if not saving:
        return None
    _, _, zone, _, ship = max(saving, key=lambda one: one[:4])
    return ship, zone


def _saved(s: Situation, ship: Unit, zone: str, lost: Lost) -> list[int]:
    """Those of some aircraft that a ship in a zone could take in."""
    return [i for i, zones in sorted(lost.items()) if zone in zones][: s.view.decks(ship)]
