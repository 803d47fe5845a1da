"""What a player leaves to the enemy at the end of its turn: hanging stacks, empty ground, ships and aircraft that may be
had. docs/league.md tells what counts as such."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rules.core.view import View
from rules.model.profiles import AIR, LAND, SEA
from rules.model.state import Unit
from seats.position.estimate import OddsCache, fighter, guess, supported
from seats.position.world import Threats, ferries

STACK, EMPTY, SHIP, TRANSPORT, PLANE = "hanging stack", "empty ground", "capital ship", "transport", "plane"
LARGE = 12.0  # IPC of a stack from which on it counts
GAIN, SURE = 10.0, 0.7  # IPC that one enemy gains of it, at such a chance
GROUND = 3  # value of empty ground from which on it counts; with a complex any does
EVEN = 0.5  # chance from which on an attack at sea counts as winning
PRICES = {STACK: 14.0, EMPTY: 10.0, SHIP: 10.0, TRANSPORT: 5.0, PLANE: 12.0}
"""IPC that each counts where it is weighed."""
UNLIKELY = 0.35  # guessed chance below which nobody asks for exact odds


class Fault(NamedTuple):
    """Something left to the enemy: what, whose, where, which units."""

    kind: str
    power: str
    place: str
    ids: tuple[int, ...] = ()

    def punished(self, before: Mapping[int, float], view: View) -> float:
        """IPC that were lost of it when the power's next turn begins; ground counts its value (at least 1). before: what the
        units cost. 0: nothing happened."""
        if self.kind == EMPTY:
            taken = not view.allied(view.owner(self.place), self.power)
            return float(max(1, view.value(self.place))) if taken else 0.0
        lost = sum(before[i] for i in self.ids if i not in view.state.units)
        return lost if self.kind != STACK or lost >= GAIN else 0.0


def whereabouts(view: View, power: str) -> dict[int, str]:
    """A power's units and where they stand."""
    return {u.id: u.place for u in view.forces(power)}


class Strike(NamedTuple):
    """One enemy's attack on a place: his chance to take it, the IPC he gains."""

    chance: float
    gain: float


def faults(view: View, power: str, threats: Threats, came: Mapping[int, str]) -> Iterator[Fault]:
    """What a power leaves to the enemy, by exact odds. came: its whereabouts when its turn began."""
    odds, own = OddsCache(), dict[str, list[Unit]]()
    for unit in view.forces(power):
        if unit.carrier is None:
            own.setdefault(unit.place, []).append(unit)
    for place, units in sorted(own.items()):
        defenders = _defenders(view, place, power)
        moved = [u for u in units if came.get(u.id, place) != place]
        company = [*units, *(u for u in defenders if u.owner != power)]
        yield from left_in(view, power, place, company, moved, _strikes(view, place, threats, defenders, odds))
    for place in sorted(view.state.owners):
        if worth_a_man(view, power, place) and not _defenders(view, place, power):
            takers = (fighter(view, u, True).takes for group in threats.at(place) for u in group)
            if any(takers):
                yield Fault(EMPTY, power, place)


def left_in(
    view: View,
    power: str,
    place: str,
    units: Sequence[Unit],
    moved: Sequence[Unit],
    strikes: Iterable[Strike],
    alone: bool = True,
) -> Iterator[Fault]:
    """What a power leaves to the enemy where some units of its side stand. moved: those of them who came this turn. strikes:
    of the enemies, which nobody asks for where nothing could be left. alone: whether nobody else comes to defend it."""
    own = [u for u in units if u.owner == power]
    if view.place(place).is_sea:
        ships = [(kind, u) for u in own if (kind := ship_kind(view, u))]
        if ships and any(a.chance >= EVEN and a.gain > 0 for a in strikes):
            yield from (Fault(kind, power, place, (u.id,)) for kind, u in ships)
        return
    large = _cost(view, [u for u in moved if u.owner == power]) >= LARGE
    planes = [u for u in own if view.domain(u) == AIR]
    if not alone or any(view.domain(u) == LAND and view.of(u).hits for u in units):
        planes = []
    found = [a for a in strikes if a.gain > 0] if large or planes else []
    if large and any(a.chance >= SURE and a.gain >= GAIN for a in found):
        yield Fault(STACK, power, place, tuple(u.id for u in own))
    if any(a.chance >= EVEN for a in found):
        yield from (Fault(PLANE, power, place, (u.id,)) for u in planes)


def worth_a_man(view: View, power: str, place: str) -> bool:
    """Whether a power's ground counts that nobody defends."""
    return view.owner(place) == power and bool(view.value(place) >= GROUND or view.complexes(place))


def ship_kind(view: View, unit: Unit) -> str:
    """Whether a unit is a capital ship (it takes several hits, or aircraft live on it) or a transport; "" neither."""
    profile = view.of(unit)
    if profile.domain != SEA:
        return ""
    if profile.hits > 1 or profile.decks:
        return SHIP
    return TRANSPORT if ferries(view, profile) else ""


def _defenders(view: View, place: str, power: str) -> list[Unit]:
    """Who would defend a place on a power's side."""
    kinds = (SEA, AIR) if view.place(place).is_sea else (LAND, AIR)
    here = (u for u in view.units(place) if u.carrier is None and view.allied(u.owner, power))
    return [u for u in here if view.domain(u) in kinds and view.of(u).hits]


def _strikes(view: View, place: str, threats: Threats, defenders: Sequence[Unit], odds: OddsCache) -> Iterator[Strike]:
    """Each enemy's attack with all he has, where he could take the place and it is not hopeless."""
    for group in threats.at(place) if defenders else ():
        attackers = supported([fighter(view, u, True) for u in group])
        if view.place(place).is_land and not any(f.takes for f in attackers):
            continue
        if guess(attackers, [fighter(view, u, False) for u in defenders]).win >= UNLIKELY:
            found = odds.ask(view, place, group, defenders)
            yield Strike(found.takes, found.killed - found.lost)


def _cost(view: View, units: Sequence[Unit]) -> float:
    return sum(view.of(u).cost for u in units)
