"""A position in a few figures that any board and rule set has, each for the first side against the second: seen from the
other side they are the same with their signs turned. The chance of winning is reckoned from them."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache

from analysis.danger import falls, near
from analysis.victories import Ways
from rules.core.view import View
from rules.economy.income import income_of
from rules.model.board import Board, load
from seats.position.standing import powers_of, sides

NAMES = ("worth", "income", "capitals", "cities", "in play", "risk", "tempo", "near", "grasp")
"""worth: units, purchases and cash, as a logarithm of the ratio. income: what would be collected, objectives too, likewise.
capitals, cities: enemy capitals that have fallen, cities held, as parts. in play: worth of units within reach of the enemy, a
ratio too. risk: how likely capitals that a side holds are to fall before long. tempo: the part of all worth that is the units
of whose turn it is. near: how near a side is to the nearest way to win that its rules have, half as near for each territory
that is missing. grasp: how likely it is to have one, were all that stands in danger to fall as likely as it is in danger."""

WORTH_FLOOR, INCOME_FLOOR = 20.0, 5.0  # IPC added to both, so that nothing does not mean everything


@lru_cache(maxsize=16)
def _seats(board: str) -> tuple[tuple[str, str], ...]:
    """Capitals, and whose they are."""
    powers = load(board).powers.values()
    return tuple((purse.capital, power.name) for power in powers for purse in power.purses if purse.capital)


def features(view: View) -> tuple[float, ...]:
    """The figures of a position, in the order of NAMES."""
    first, second = sides(view)[:2]
    lands, forces = _held(view), _forces(view)
    worth = {side: sum(forces[side].values()) + _rest(view, side) for side in (first, second)}
    income = {side: float(sum(income_of(view, power) for power in powers_of(view, side))) for side in worth}
    mover = view.side(view.state.turn.power)
    of_mover = sum(view.of(u).cost for u in view.state.units.values() if u.owner == view.state.turn.power)
    tempo = of_mover / max(1.0, sum(worth.values()))
    return (
        _ratio(worth[first], worth[second], WORTH_FLOOR),
        _ratio(income[first], income[second], INCOME_FLOOR),
        _capitals(view, first) - _capitals(view, second),
        _cities(view, lands, first) - _cities(view, lands, second),
        _ratio(*_in_play(view.board, lands, forces, first, second), WORTH_FLOOR),
        _risk(view, second) - _risk(view, first),
        tempo if mover == first else -tempo,
        *_victories(view, first, second),
    )


def _victories(view: View, first: str, second: str) -> tuple[float, float]:
    """How near to winning, and how likely to get there, the first side less the second."""
    ways = Ways(view)
    return ways.near(first) - ways.near(second), ways.grasp(first) - ways.grasp(second)


def _ratio(mine: float, theirs: float, floor: float) -> float:
    return math.log((mine + floor) / (theirs + floor))


def _rest(view: View, side: str) -> float:
    """IPC of a side that are no units yet."""
    powers = powers_of(view, side)
    bought = sum(item.price for power in powers for item in view.state.pool.get(power, ()))
    return float(bought + sum(view.money(power) for power in powers))


def _held(view: View) -> Mapping[str, str]:
    """Territory -> the side that holds it."""
    return {place: view.side(owner) for place, owner in view.state.owners.items() if owner}


def _forces(view: View) -> Mapping[str, Mapping[str, float]]:
    """Side -> place -> worth of its units there."""
    found: defaultdict[str, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
    for unit in view.state.units.values():
        if side := view.side(unit.owner):
            found[side][unit.place] += view.of(unit).cost
    return found


def _capitals(view: View, side: str) -> float:
    """The part of the enemies' capitals that have fallen."""
    theirs = [(place, power) for place, power in _seats(view.board.id) if view.side(power) != side]
    fallen = sum(view.side(view.state.owners.get(place)) not in ("", view.side(power)) for place, power in theirs)
    return fallen / max(1, len(theirs))


def _cities(view: View, lands: Mapping[str, str], side: str) -> float:
    """The part of all victory cities that a side holds."""
    cities = [place.name for place in view.board.places.values() if place.victory_city]
    return sum(lands.get(city) == side for city in cities) / max(1, len(cities))


def _in_play(
    board: Board, lands: Mapping[str, str], forces: Mapping[str, Mapping[str, float]], first: str, second: str
) -> tuple[float, float]:
    """Worth of either side's units with something of the enemy within reach."""
    around = near(board.id)
    targets = {s: {p for p, side in lands.items() if side == s} | set(forces[s]) for s in (first, second)}
    pairs = ((first, second), (second, first))
    found = [sum(w for p, w in forces[mine].items() if around[p].keys() & targets[theirs]) for mine, theirs in pairs]
    return found[0], found[1]


def _risk(view: View, side: str) -> float:
    """The part of all capitals, its own or taken, that a side is about to lose: for each the best chance of an enemy
    power with what is within its units' movement by land or air, less if its turn comes late."""
    seats = [place for place, _ in _seats(view.board.id)]
    held = [place for place in seats if view.side(view.state.owners.get(place)) == side]
    return sum(falls(view, place, side) for place in held) / max(1, len(seats))
