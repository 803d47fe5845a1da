"""What a player leaves to the enemy at the end of its turn: hanging stacks, empty ground, ships and aircraft that may be
had. docs/league.md tells what counts as such."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rules.core.view import View
from rules.model.profiles import AIR, LAND, SEA
from rules.model.state import Unit
from seats.position.estimate import OddsCache, Verdict, fighter, guess, supported
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


def faults(view: View, power: str, threats: Threats, came: Mapping[int, str]) -> Iterator[Fault]:
    """What a power leaves to the enemy. came: its whereabouts when its turn began."""
    odds = OddsCache()
    own: dict[str, list[Unit]] = {}
    for unit in view.forces(power):
        if unit.carrier is None:
            own.setdefault(unit.place, []).append(unit)
    for place, units in sorted(own.items()):
        judge = _at_sea if view.place(place).is_sea else _on_land
        yield from judge(view, power, place, units, threats, odds, came)
    yield from _empty(view, power, threats)


def _on_land(
    view: View, power: str, place: str, units: list[Unit], threats: Threats, odds: OddsCache, came: Mapping[int, str]
) -> Iterator[Fault]:
    moved = [u for u in units if came.get(u.id, place) != place]
    defenders = _defenders(view, place, power)
    attacks = [a for g in threats.at(place) if (a := _attack(view, place, g, defenders, odds)) and a.killed > a.lost]
    if _cost(view, moved) >= LARGE and any(a.takes >= SURE and a.killed - a.lost >= GAIN for a in attacks):
        yield Fault(STACK, power, place, tuple(u.id for u in units))
    planes = [u for u in units if view.domain(u) == AIR]
    alone = not any(view.domain(u) == LAND and view.of(u).hits for u in defenders)
    if planes and alone and any(a.takes >= EVEN for a in attacks):
        yield from (Fault(PLANE, power, place, (u.id,)) for u in planes)


def _at_sea(
    view: View, power: str, place: str, units: list[Unit], threats: Threats, odds: OddsCache, came: Mapping[int, str]
) -> Iterator[Fault]:
    defenders = _defenders(view, place, power)
    attacks = (_attack(view, place, g, defenders, odds) for g in threats.at(place))
    if not any(a and a.takes >= EVEN and a.killed > a.lost for a in attacks):
        return
    for unit in units:
        kind = ship_kind(view, unit)
        if kind:
            yield Fault(kind, power, place, (unit.id,))


def ship_kind(view: View, unit: Unit) -> str:
    """Whether a unit is a capital ship (it takes several hits, or aircraft live on it) or a transport; "" neither."""
    profile = view.of(unit)
    if profile.domain != SEA:
        return ""
    if profile.hits > 1 or profile.decks:
        return SHIP
    return TRANSPORT if ferries(view, profile) else ""


def _empty(view: View, power: str, threats: Threats) -> Iterator[Fault]:
    """Ground that anybody who comes may walk into."""
    for place, owner in sorted(view.state.owners.items()):
        worth = owner == power and (view.value(place) >= GROUND or view.complexes(place))
        if worth and not _defenders(view, place, power):
            takers = (fighter(view, u, True).takes for group in threats.at(place) for u in group)
            if any(takers):
                yield Fault(EMPTY, power, place)


def _defenders(view: View, place: str, power: str) -> list[Unit]:
    """Who would defend a place on a power's side."""
    kinds = (SEA, AIR) if view.place(place).is_sea else (LAND, AIR)
    here = (u for u in view.units(place) if u.carrier is None and view.allied(u.owner, power))
    return [u for u in here if view.domain(u) in kinds and view.of(u).hits]


def _attack(
    view: View, place: str, group: Sequence[Unit], defenders: Sequence[Unit], odds: OddsCache
) -> Verdict | None:
    """The odds if one enemy came with all he has; None where that is hopeless or he could not take the place."""
    attackers = supported([fighter(view, u, True) for u in group])
    if view.place(place).is_land and not any(f.takes for f in attackers):
        return None
    if not defenders or guess(attackers, [fighter(view, u, False) for u in defenders]).win < UNLIKELY:
        return None
    return odds.ask(view, place, group, defenders)


def _cost(view: View, units: Sequence[Unit]) -> float:
    return sum(view.of(u).cost for u in units)
