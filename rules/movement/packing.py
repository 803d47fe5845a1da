"""Which transport takes which unit: sizes, room, whole loads, packing (CL-5.8, G40-7.10)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.state import Unit

Stowage = list[tuple[Unit, Unit]]
_Kind = tuple[tuple[tuple[str, str], ...], str, str, int]
BIG = 3


def carried(view: View, unit: Unit) -> bool:
    """Whether a unit can be carried by ships at all."""
    return bool(view.of(unit).cargo)


def size(view: View, unit: Unit) -> int:
    """Room a unit takes aboard; some that are carried take none."""
    profile = view.of(unit)
    return 0 if profile.has("takes no room") else profile.cargo


def takes(view: View, ship: Unit, unit: Unit) -> bool:
    """Whether a ship is one that carries units of this kind and power."""
    profile = view.of(ship)
    own = ship.owner == unit.owner or not view.has(ship, "carries own only")
    can = bool(profile.capacity) and carried(view, unit)
    return own and can and (not profile.carries or unit.type in profile.carries)


def room(view: View, ship: Unit) -> int:
    """Room left on a transport."""
    return _room(view, ship, view.state.aboard(ship.id))


def _room(view: View, ship: Unit, load: Sequence[Unit]) -> int:
    return view.of(ship).capacity - sum(size(view, u) for u in load)


def fits(view: View, ship: Unit, load: Sequence[Unit]) -> bool:
    """Whether a whole load goes together on a ship: room, how many pieces and big ones, what rules say."""
    profile, sizes = view.of(ship), [s for u in load if (s := size(view, u))]
    big = sum(s >= BIG for s in sizes)
    few = len(sizes) <= profile.number("most_cargo", len(sizes)) and big <= profile.number("big_cargo", big)
    fit = few and profile.capacity >= sum(sizes)
    return view.table.fold(Rule.load_fits, fit, view, ship, load)


def pack(view: View, units: Sequence[Unit], ships: Sequence[Unit], may: Callable[[Unit, Unit], bool]) -> Stowage | None:
    """A ship for every unit, or None: big units first, each into the fullest ship that has room for it, those that
    carry anything before those that carry little, trying others where that leads nowhere. `may(unit, ship)` says
    whether the two go together; it has to say the same of ships that are alike."""
    order = sorted(units, key=lambda u: -size(view, u))
    packing = _Packing(view, order, ships, may, {s.id: view.state.aboard(s.id) for s in ships})
    return packing.found if packing.place(0) else None


@dataclass
class _Packing:
    """Units stowed one after the other. dead: from which unit on, and with which ships, there is no way: loads that
    differ only in which of the ships that are alike has them are tried once."""

    view: View
    units: Sequence[Unit]
    ships: Sequence[Unit]
    may: Callable[[Unit, Unit], bool]
    loads: dict[int, list[Unit]]
    found: Stowage = field(default_factory=list)
    dead: set[tuple[int, tuple[_Kind, ...]]] = field(default_factory=set)

    def place(self, at: int) -> bool:
        """Whether all units from one on find their ships; `found` has them."""
        if at == len(self.units):
            return True
        if self.dead and self._here(at) in self.dead:
            return False
        if any(self._goes(at, ship) for ship in self._candidates(self.units[at])):
            return True
        self.dead.add(self._here(at))
        return False

    def _here(self, at: int) -> tuple[int, tuple[_Kind, ...]]:
        return at, tuple(sorted(map(self._kind, self.ships)))

    def _goes(self, at: int, ship: Unit) -> bool:
        unit, load = self.units[at], self.loads[ship.id]
        load.append(unit)
        self.found.append((unit, ship))
        if self.place(at + 1):
            return True
        self.found.pop()
        load.pop()
        return False

    def _candidates(self, unit: Unit) -> Iterator[Unit]:
        """Ships that can take a unit, the best first, one of those that are alike."""
        tried: set[_Kind] = set()
        for ship in sorted(self.ships, key=lambda s: _order(self.view, s, self.loads[s.id])):
            kind, view = self._kind(ship), self.view
            can = kind not in tried and takes(view, ship, unit) and fits(view, ship, [*self.loads[ship.id], unit])
            if can and self.may(unit, ship):
                tried.add(kind)
                yield ship

    def _kind(self, ship: Unit) -> _Kind:
        load = tuple(sorted((u.type, u.owner) for u in self.loads[ship.id]))
        return (load, ship.type, ship.owner, ship.spent)


def _order(view: View, ship: Unit, load: Sequence[Unit]) -> tuple[bool, int, int, int]:
    return (bool(view.of(ship).carries), _room(view, ship, load), ship.spent, ship.id)
