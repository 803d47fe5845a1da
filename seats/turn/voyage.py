"""Voyages: what a transport can carry this turn, from where, along which zones; and the orders for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from rules.core.view import View
from rules.model.profiles import LAND, SEA
from rules.model.state import Unit
from rules.movement import packing
from rules.movement.reach import Reach
from seats.wish import items

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Voyage:
    """A transport, its cargo, the coast where it boards ("" aboard already), the zones passed, the ship's first."""

    ship: Unit
    cargo: tuple[Unit, ...]
    coast: str
    path: Path

    @property
    def end(self) -> str:
        """The zone where the ship ends."""
        return self.path[-1]

    @property
    def ids(self) -> frozenset[int]:
        """Everybody aboard and the ship."""
        return frozenset((self.ship.id, *(u.id for u in self.cargo)))


def transports(view: View, me: str) -> list[Unit]:
    """Ships of a power that may still carry something this turn, by id."""
    own = (u for u in view.state.units.values() if u.owner == me and view.domain(u) == SEA and view.of(u).capacity)
    return sorted((u for u in own if not (u.unloaded or u.fought or u.role)), key=lambda u: u.id)


class NavalPlanner:
    """Finds the voyages of a power's transports in the phase at hand. cleared: zones full of enemies that will be
    fought free: a voyage may end there."""

    def __init__(self, view: View, me: str, cleared: frozenset[str] = frozenset()) -> None:
        self.view, self.me, self.cleared = view, me, cleared
        self.reach = Reach(view)
        self.zones: dict[tuple[str, str, int, int], dict[str, int]] = {}
        self.asked: dict[str, dict[int, int]] = {}  # coast -> ship -> its number among those that asked for cargo there
        self.offered: dict[tuple[str, int], list[tuple[Unit, ...]]] = {}  # coast, ship -> loads for it

    def voyages(self, ship: Unit) -> Iterator[Voyage]:
        """All voyages of one transport: with what is aboard, and with what it can load where it is or near by."""
        view, home = self.view, ship.place
        aboard = tuple(c for c in view.state.aboard(ship.id) if c.owner == self.me and c.role != "assault")
        routes = self._spread(ship, (home,), view.points(ship) - ship.spent)
        if aboard:
            yield from (Voyage(ship, aboard, "", path) for path in routes.values())
        if not view.state.aboard(ship.id):
            yield from self._loading(ship, routes)

    def _loading(self, ship: Unit, routes: dict[str, Path]) -> Iterator[Voyage]:
        view, points = self.view, self.view.points(ship) - ship.spent
        for zone, way in routes.items():
            if zone in self.cleared and not view.friendly_zone(zone, self.me):
                continue
            coasts = [c for c in view.board.near(zone) if view.place(c).is_land and view.friendly_land(c, self.me)]
            onward = self._spread(ship, way, points - (len(way) - 1)) if coasts else {}
            for coast in coasts:
                for cargo in self._cargoes(ship, coast):
                    yield from (Voyage(ship, cargo, coast, path) for path in onward.values())

    def _spread(self, ship: Unit, way: Path, points: int) -> dict[str, Path]:
        """Zone -> the way on to it, at most so many points further."""
        view, found, edge = self.view, {way[-1]: way}, [way[-1]]
        able = self._able(ship)
        for _ in range(points):
            onward = []
            for here in edge:
                if not view.friendly_zone(here, self.me) and here != ship.place:
                    continue
                for zone in view.board.near(here):
                    if view.place(zone).is_sea and zone not in found and (zone in able or zone == ship.place):
                        found[zone] = (*found[here], zone)
                        onward.append(zone)
            edge = onward
        return found

    def _able(self, ship: Unit) -> dict[str, int]:
        """Zones the engine lets a ship go to, those full of enemies left out unless they will be cleared."""
        key = (ship.place, ship.type, ship.spent, ship.damage)
        if key not in self.zones:
            view = self.view
            goals = self.reach.destinations(ship)
            self.zones[key] = {z: n for z, n in goals.items() if z in self.cleared or view.friendly_zone(z, self.me)}
        return self.zones[key]

    def _cargoes(self, ship: Unit, coast: str) -> list[tuple[Unit, ...]]:
        """What a ship could load on a coast, worked out once."""
        if (coast, ship.id) not in self.offered:
            self.offered[coast, ship.id] = self._chosen(ship, coast)
        return self.offered[coast, ship.id]

    def _chosen(self, ship: Unit, coast: str) -> list[tuple[Unit, ...]]:
        """Loads out of what waits on a coast: a strong one, and one of many bodies; each ship is offered others, for as long
        as enough wait."""
        view = self.view
        able = [u for u in view.units(coast, self.me, LAND) if self._boards(u, ship)]
        strong = sorted(able, key=lambda u: (-view.of(u).attack, u.type, u.id))
        many = sorted(able, key=lambda u: (packing.size(view, u), view.of(u).cost, u.type, u.id))
        asked = self.asked.setdefault(coast, {})
        rank = asked.setdefault(ship.id, len(asked))
        loads = dict.fromkeys(_share(_loads(view, ship, units, rank), rank) for units in (strong, many))
        return [load for load in loads if load]

    def _boards(self, unit: Unit, ship: Unit) -> bool:
        view = self.view
        fits = bool(view.of(unit).cargo) and packing.takes(view, ship, unit)
        if view.phase == "combat move" and view.has(unit, "not in combat move"):
            return False
        return (
            fits
            and not (unit.moved or unit.spent or unit.fought)
            and bool(view.of(unit).attack or view.of(unit).defense)
        )


def _loads(view: View, ship: Unit, units: Sequence[Unit], last: int) -> list[tuple[Unit, ...]]:
    """Loads of a ship, one after another, up to a number."""
    left, found = list(units), list[tuple[Unit, ...]]()
    while left and len(found) <= last and (load := _load(view, ship, left)):
        found.append(load)
        left = [u for u in left if u not in load]
    return found


def _share(loads: Sequence[tuple[Unit, ...]], rank: int) -> tuple[Unit, ...]:
    return loads[rank % len(loads)] if loads else ()


def _load(view: View, ship: Unit, units: Sequence[Unit]) -> tuple[Unit, ...]:
    load: list[Unit] = []
    for unit in units:
        if packing.fits(view, ship, [*load, unit]):
            load.append(unit)
        if len(load) >= 6:
            break
    return tuple(load)


# --- orders ---------------------------------------------------------------------------------------------------


def merged(
    view: View, voyages: Iterable[Voyage], order: Callable[[View, list[Voyage], str], list[str]], goal: str
) -> list[str]:
    """Orders for voyages that end alike, those that are alike together."""
    alike: dict[tuple[str, ...], list[Voyage]] = defaultdict(list)
    for v in voyages:
        laden = items(view.state.aboard(v.ship.id))
        alike[v.ship.type, v.coast, laden, *v.path].append(v)
    return [text for some in alike.values() for text in order(view, some, goal)]


def landing(view: View, some: list[Voyage], goal: str) -> list[str]:
    """Orders that put the cargo of alike voyages ashore."""
    one = some[0]
    cargo = items(u for v in some for u in v.cargo)
    if not one.coast:
        return [*sailing(view, some, ""), f"unload {cargo}: {one.end} > {goal}"]
    first = next(i for i, zone in enumerate(one.path) if one.coast in view.board.near(zone))
    way = " > ".join((one.coast, *one.path[first:], goal))
    return [f"ship {cargo}: {way} using {len(some)} {one.ship.type} (empty): {one.ship.place}"]


def sailing(view: View, some: list[Voyage], goal: str) -> list[str]:
    """Orders after which the cargo of alike voyages is afloat where they end."""
    one, found = some[0], []
    at, ships = one.ship.place, f"{len(some)} {one.ship.type}"
    if one.coast:
        first = next(i for i, zone in enumerate(one.path) if one.coast in view.board.near(zone))
        if first:
            found.append(f"move {ships} (empty): {' > '.join(one.path[: first + 1])}")
        at = one.path[first]
        found.append(f"load {items(u for v in some for u in v.cargo)}: {one.coast} > {at}")
    rest = one.path[one.path.index(at) :]
    if len(rest) > 1:
        found.append(f"move {ships} (cargo: {items(one.cargo)}): {' > '.join(rest)}")
    return found
