"""What a place would leave to the enemy if it were held so, at a price, by guesses: what `faults` counts by exact odds when a
turn is over, reckoned while it is planned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rules.model.profiles import AIR, LAND
from rules.model.state import Unit
from seats.position.estimate import Fighter
from seats.position.faults import EMPTY, EVEN, GAIN, GROUND, LARGE, PLANE, PRICES, STACK, SURE, ship_kind

if TYPE_CHECKING:
    from seats.position.situation import Situation


def leaves(s: Situation, place: str, units: Sequence[Unit], added: Sequence[Fighter] = ()) -> float:
    """IPC that count against a place held by some units. added: who will be placed there."""
    view = s.view
    if not s.threats.at(place):
        return 0.0
    own = [u for u in units if u.owner == s.me]
    if view.place(place).is_sea:
        ships = sum(PRICES[kind] for u in own if (kind := ship_kind(view, u)))
        return ships if ships and _falls(s, place, units, added, EVEN, 0.0) else 0.0
    defenders = s.fighters(units, False) + [*added]
    if not any(f.body for f in defenders):
        worth = view.owner(place) == s.me and (view.value(place) >= GROUND or view.complexes(place))
        return PRICES[EMPTY] if worth and _walked(s, place) else 0.0
    return _planes(s, place, units, own, added) + _stack(s, place, units, own, added)


def hanging(s: Situation, units: Sequence[Unit], land: bool, chance: float, gain: float) -> float:
    """IPC that count against some units that would stand in a place they have just come to. chance, gain: of the enemy's
    attack on them."""
    if not land:
        return sum(PRICES[kind] for u in units if (kind := ship_kind(s.view, u))) if chance >= EVEN else 0.0
    return PRICES[STACK] if chance >= SURE and gain >= GAIN and s.cost(units) >= LARGE else 0.0


def _planes(s: Situation, place: str, units: Sequence[Unit], own: Sequence[Unit], added: Sequence[Fighter]) -> float:
    view = s.view
    planes = sum(view.domain(u) == AIR for u in own)
    alone = planes and not added and not any(view.domain(u) == LAND and view.of(u).hits for u in units)
    return planes * PRICES[PLANE] if alone and _falls(s, place, units, added, EVEN, 0.0) else 0.0


def _stack(s: Situation, place: str, units: Sequence[Unit], own: Sequence[Unit], added: Sequence[Fighter]) -> float:
    came = s.cost(u for u in own if u.start != place)
    return PRICES[STACK] if came >= LARGE and _falls(s, place, units, added, SURE, GAIN) else 0.0


def _falls(
    s: Situation, place: str, units: Sequence[Unit], added: Sequence[Fighter], chance: float, gain: float
) -> bool:
    """Whether one enemy beats who stands in a place at such a chance, and gains so many IPC of it."""
    defenders, land = s.fighters(units, False) + [*added], s.view.place(place).is_land
    for group in s.threats.at(place):
        attackers = s.fighters(group, True)
        if land and not any(f.takes for f in attackers):
            continue
        found = s.guess(attackers, defenders)
        if found.win >= chance and found.killed - found.lost > gain:
            return True
    return False


def _walked(s: Situation, place: str) -> bool:
    """Whether anybody may walk into a place."""
    return any(f.takes for group in s.threats.at(place) for f in s.fighters(group, True))
