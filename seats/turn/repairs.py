"""Purchase: what is repaired. A complex as far as money for units would find no room; a base that does not work and that own
units use; damaged units."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.core.purses import purse_of
from rules.economy.capacity import capacity
from rules.legal import Repairable
from rules.model.profiles import LAND
from rules.model.state import Facility
from seats.position.situation import Situation
from seats.wish import Wish

FROM = 2  # damage from which on a level that does not ask for use repairs


def repairs(s: Situation, able: Sequence[Repairable]) -> Iterator[tuple[Wish, str, int]]:
    """Orders, the purse that pays and points of damage."""
    for one in able:
        points = _points(s, one)
        if points > 0:
            what = f"{points} {'' if one.unit else 'on '}{one.facility}: {one.place}"
            why = f"The {one.facility} of {one.place} works again."
            yield Wish(f"repair {what}", why), purse_of(s.view, s.me, one.place), points


def _points(s: Situation, one: Repairable) -> int:
    """Points of damage that are worth their price."""
    if one.unit:
        return one.most
    if not s.level.tidy:
        return one.most if one.damage > FROM else 0
    for facility in s.view.facilities(one.place, one.facility):
        if facility in s.view.complexes(one.place):
            return min(one.most, _short(s, one.place))
        if s.view.operative(facility) or not _used(s, one.place, facility):
            return 0
        limit = s.view.table.units[facility.type].number("inoperative_at", 99)
        return min(one.most, one.damage - limit + 1)
    return 0


def _short(s: Situation, place: str) -> int:
    """Units that the money of a place's purse would buy beyond the room of its sites."""
    view, purse = s.view, purse_of(s.view, s.me, place)
    room = [capacity(view, s.me, site) for site in s.sites if purse_of(view, s.me, site) == purse]
    walkers = (p for u in view.table.units if (p := view.profile(s.me, u)).domain == LAND and p.move and p.cost)
    cheapest = min((p.cost for p in walkers), default=1)
    return 0 if -1 in room else max(0, view.state.money.get(purse, 0) // cheapest - sum(room))


def _used(s: Situation, place: str, base: Facility) -> bool:
    """Whether own units have something of a base: aircraft that scramble from it, or ships beside it."""
    view, scrambles = s.view, s.view.table.units[base.type].number("scramble")
    if scrambles:
        return any(view.has(u, "scrambles") for u in view.units(place, s.me))
    return any(view.units(zone, s.me) for zone in view.board.touching_seas(place))
