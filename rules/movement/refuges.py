"""Where a defender's aircraft comes down that finds no deck in its zone after a battle (edition: homeless)."""

from __future__ import annotations

from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.state import Unit


def refuges(view: View, unit: Unit) -> tuple[str, ...]:
    """The places other than its zone: friendly islands of the zone (CL-6.9), or fields and decks one space away (G40-8.3)."""
    if view.edition("homeless") == "island":
        return tuple(p for p in islands(view, unit.place) if view.friendly_land(p, unit.owner))
    return tuple(place for place in havens(view, unit) if place != unit.place)


def islands(view: View, zone: str) -> list[str]:
    """Territories that lie wholly inside a zone."""
    return [p for p in view.board.near(zone) if view.place(p).is_land and view.board.near(p) == (zone,)]


def havens(view: View, unit: Unit) -> tuple[str, ...]:
    """Where an aircraft may land now: a deck in its zone, or a field or deck one space away (one that must
    leave its zone for want of room does not count that zone)."""
    spaces = (unit.place, *sorted(view.board.near(unit.place), key=lambda p: (-view.value(p), p)))
    return tuple(p for p in spaces if view.table.fold(Rule.haven, _can_land(view, p, unit), view, unit, p))


def _can_land(view: View, place: str, unit: Unit) -> bool:
    where = view.place(place)
    if where.is_land:
        return view.friendly_land(place, unit.owner) and not where.impassable
    if not view.of(unit).deck:
        return False
    free = view.empty_decks(place, unit.owner)
    return free >= 0 and unit.role != "" if place == unit.place else free >= view.of(unit).deck
