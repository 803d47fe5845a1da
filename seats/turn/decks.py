"""Noncombat: carriers sail to where those aircraft can land that reach no field, and these land on them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from rules.core.view import View
from rules.model.profiles import AIR, SEA
from rules.model.state import Unit
from rules.movement.landing import aloft, hanging
from rules.movement.reach import Reach
from seats.position.situation import Situation
from seats.turn.rehearsal import Rehearsal
from seats.wish import Wish, items

Waiting = dict[int, frozenset[str]]
"""Aircraft that reach no field -> zones in which a deck would save them."""


def meeting(s: Situation) -> list[Wish]:
    """The voyages of carriers, those that save most first, and the landings on them."""
    view, found = s.view, Rehearsal(s.game)
    waiting: Waiting = hanging(view, s.me, aloft(view, s.me))
    ways = _ways(s) if waiting else {}
    while waiting and (best := _best(s, ways, waiting)):
        ship, zone = best
        del ways[ship]
        sails = [Wish(f"move {items([ship])}: {ship.place} > {zone}", f"Aircraft land on it in {zone}.")]
        if zone == ship.place or found.all_or_none(sails):
            saved = _saved(view, ship, zone, waiting)
            found.give(_landings(view, zone, saved))
            for plane in saved:
                del waiting[plane]
    return found.kept


def counted_on(view: View, ship: Unit) -> bool:
    """Whether own aircraft in its zone count on a ship's decks."""
    return bool(view.decks(ship)) and any(view.deck_room(p) for p in view.units(ship.place, ship.owner, AIR))


def _ways(s: Situation) -> dict[Unit, list[str]]:
    """Own ships with decks -> zones where they can be at the end of the turn."""
    reach, view = Reach(s.view), s.view
    ships = [u for u in view.forces(s.me, SEA) if view.decks(u)]
    return {u: [u.place, *(z for z in reach.destinations(u) if view.place(z).is_sea)] for u in ships}


def _best(s: Situation, ways: Mapping[Unit, list[str]], waiting: Waiting) -> tuple[Unit, str] | None:
    """The carrier and the zone that save most aircraft: without a voyage if that will do, else the least exposed."""
    saving = [
        (len(found), z == u.place, -s.exposed(u, z), z, u.id, u)
        for u in ways
        for z in ways[u]
        if (found := _saved(s.view, u, z, waiting))
    ]
    if not saving:
        return None
    *_, zone, _, ship = max(saving, key=lambda one: one[:5])
    return ship, zone


def _saved(view: View, ship: Unit, zone: str, waiting: Waiting) -> list[int]:
    """Those of some aircraft that a ship in a zone could take in, those with the fewest other zones first."""
    able = sorted((i for i, zones in waiting.items() if zone in zones), key=lambda i: (len(waiting[i]), i))
    return able[: view.decks(ship)]


def _landings(view: View, zone: str, planes: Sequence[int]) -> list[Wish]:
    start: dict[str, list[Unit]] = defaultdict(list)
    for unit in (view.state.units[i] for i in planes):
        start[unit.place].append(unit)
    return [
        Wish(f"move {items(units)}: {place} > {zone}", f"They land in {zone}.")
        for place, units in sorted(start.items())
        if place != zone
    ]
