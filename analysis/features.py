"""A position in a few figures that any board and rule set has, each for the first side against the second: seen from the
other side they are the same with their signs turned. The chance of winning is reckoned from them."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from analysis.standing import powers_of, sides
from rules.core.distance import within
from rules.core.view import View
from rules.economy.income import income_of
from rules.model.board import Board, load
from rules.model.profiles import AIR, LAND

NAMES = ("worth", "income", "capitals", "cities", "in play", "risk", "tempo")
"""worth: units, purchases and cash, as a logarithm of the ratio. income: what would be collected, objectives too, likewise.
capitals, cities: enemy capitals that have fallen, cities held, as parts. in play: worth of units within reach of the enemy, a
ratio too. risk: how likely capitals that a side holds are to fall before long. tempo: the part of all worth that is the units
of whose turn it is."""

WORTH_FLOOR, INCOME_FLOOR = 20.0, 5.0  # IPC added to both, so that nothing does not mean everything
REACH = 2  # spaces within which units are in play
STEEP, LATE = 6, 0.5  # how much a greater force decides; what an attack counts less that comes last


@lru_cache(maxsize=16)
def _near(board: str) -> Mapping[str, frozenset[str]]:
    """The places within reach of each place, itself among them."""
    found = load(board)
    return {place: frozenset(within(found, place, REACH)) for place in found.places}


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
    )


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
    near = _near(board.id)
    targets = {s: {p for p, side in lands.items() if side == s} | set(forces[s]) for s in (first, second)}
    pairs = ((first, second), (second, first))
    found = [sum(w for p, w in forces[mine].items() if near[p] & targets[theirs]) for mine, theirs in pairs]
    return found[0], found[1]


def _risk(view: View, side: str) -> float:
    """The part of all capitals, its own or taken, that a side is about to lose: for each the best chance of an enemy
    power with what is within its units' movement by land or air, less if its turn comes late."""
    seats = [place for place, _ in _seats(view.board.id)]
    held = [place for place in seats if view.side(view.state.owners.get(place)) == side]
    return sum(_falls(view, place, side) for place in held) / max(1, len(seats))


def _falls(view: View, place: str, side: str) -> float:
    """A rough chance that a place falls: strengths against each other, as units and what they hit with."""
    own, near = _Force(), within(view.board, place, REACH)
    theirs: defaultdict[str, _Force] = defaultdict(_Force)
    for here, away in near.items():
        for unit in view.state.at(here):
            profile, other = view.of(unit), view.side(unit.owner)
            if here == place and other == side and view.domain(unit) in (LAND, AIR):
                own.add(profile.hits, profile.defense)
            elif other not in ("", side) and view.domain(unit) in (LAND, AIR) and profile.move >= away:
                theirs[unit.owner].add(profile.hits, profile.attack)
    return max((_wins(force, own) * _soon(view, power) for power, force in theirs.items()), default=0.0)


def _wins(force: _Force, own: _Force) -> float:
    """The chance of an attack, roughly: a small advantage in strength decides."""
    mine, theirs = force.strength**STEEP, (own.strength + 0.5) ** STEEP
    return mine / (mine + theirs)


def _soon(view: View, power: str) -> float:
    """1 for whose turn it is (as long as it may attack), less for each turn that is played before."""
    order = view.board.order
    now = view.state.turn.power
    ahead = (order.index(power) - order.index(now)) % len(order) if power in order and now in order else len(order)
    return 1 - LATE * ahead / len(order)


@dataclass(slots=True)
class _Force:
    """Units that fight together."""

    hits: float = 0.0
    power: float = 0.0

    def add(self, hits: int, power: int) -> None:
        """One more."""
        self.hits += hits
        self.power += power / 6

    @property
    def strength(self) -> float:
        """What it fires with, as long as it lasts."""
        return math.sqrt(self.hits * self.power)
