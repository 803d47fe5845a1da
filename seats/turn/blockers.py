"""Noncombat: who stands where an enemy would drive through to a capital. What the enemy reaches is found before the army
moves; what it leaves opens ways that were closed then."""

from __future__ import annotations

from collections.abc import Container, Mapping

from rules.model.profiles import LAND
from rules.model.state import Unit
from seats.position.situation import Situation

MORE = 0.03  # chance by which a capital has to be in more danger than the level puts up with


def endangered(s: Situation) -> dict[str, float]:
    """The capitals of our side that are in more danger than the level puts up with, and their chances to fall."""
    ours = (seat for seat in sorted(s.values.seats) if s.view.allied(s.view.owner(seat), s.me))
    chances = {seat: s.chance(seat, s.friends(seat)) for seat in ours}
    return {seat: falls for seat, falls in chances.items() if falls > s.level.seat + MORE}


def blockers(
    before: Situation, after: Situation, goals: Mapping[int, Mapping[str, int]], busy: Container[int]
) -> dict[int, str]:
    """Unit -> the territory where it closes a way to an endangered capital: the cheapest that is there or gets there.
    before: as the army stands; after: as it would. goals: who reaches what. busy: who goes elsewhere."""
    found: dict[int, str] = {}
    own = [u for u in before.view.state.units.values() if u.owner == before.me and u.id not in busy]
    stopping = [u for u in own if u.carrier is None and _stops(before, u)]
    for place in sorted({p for seat in endangered(after) for p in _ways_in(after, seat)}):
        able = [u for u in stopping if u.id not in found and (u.place == place or place in goals.get(u.id, ()))]
        if able:
            found[min(able, key=lambda u: (before.cost([u]), u.place != place, u.id)).id] = place
    return found


def _ways_in(s: Situation, seat: str) -> set[str]:
    """Territories of ours through which enemies on land reach a capital, as nobody stands there."""
    view, near = s.view, set(s.view.board.near(seat))
    coming = {u.place for group in s.threats.at(seat) for u in group if view.domain(u) == LAND}
    ways = {p for start in coming if start not in near for p in view.board.near(start) if p in near}
    return {
        p for p in ways
        if view.place(p).is_land and view.friendly_land(p, s.me) and not any(_stops(s, u) for u in s.friends(p))
    }  # fmt: skip


def _stops(s: Situation, unit: Unit) -> bool:
    return s.view.domain(unit) == LAND and bool(s.fighters([unit], False)[0].body)
