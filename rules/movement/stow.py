"""Which transport takes which unit: sizes, room, whole loads, packing (CL-5.8, G40-7.10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.state import Unit

Stowage = list[tuple[Unit, Unit]]
BIG = 3


def carried(view: View, unit: Unit) -> bool:
    """Whether a unit can be carried by ships at all."""
    return bool(view.of(unit).cargo)


def size(view: View, unit: Unit) -> int:
    """Room a unit takes aboard; some that are carried take none."""
    return 0 if view.has(unit, "takes no room") else view.of(unit).cargo


def takes(view: View, ship: Unit, unit: Unit) -> bool:
    """Whether a ship is one that carries units of this kind and power."""
    profile = view.of(ship)
    own = ship.owner == unit.owner or not view.has(ship, "carries own only")
    return own and bool(profile.capacity) and (not profile.carries or unit.type in profile.carries)


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
    fit = few and _room(view, ship, load) >= 0
    return view.table.fold(Rule.load_fits, fit, view, ship, load)


def pack(view: View, units: Sequence[Unit], ships: Sequence[Unit], may: Callable[[Unit, Unit], bool]) -> Stowage | None:
    """A ship for every unit, or None: big units first, each into the fullest ship that has room for it, those that
    carry anything before those that carry little, trying others where that leads nowhere. `may(unit, ship)` says
    whether the two go together."""
    loads = {s.id: view.state.aboard(s.id) for s in ships}
    order = sorted(units, key=lambda u: -size(view, u))
    found: Stowage = []
    return found if _place(view, order, 0, ships, loads, may, found) else None


def _place(
    view: View,
    units: Sequence[Unit],
    at: int,
    ships: Sequence[Unit],
    loads: dict[int, list[Unit]],
    may: Callable[[Unit, Unit], bool],
    found: Stowage,
) -> bool:
    if at == len(units):
        return True
    unit, tried = units[at], set()
    for ship in sorted(ships, key=lambda s: _order(view, s, loads[s.id])):
        load = loads[ship.id]
        key = (tuple(sorted((u.type, u.owner) for u in load)), ship.type, ship.owner, ship.spent)
        if key in tried or not takes(view, ship, unit) or not fits(view, ship, [*load, unit]) or not may(unit, ship):
            continue
        tried.add(key)
        load.append(unit)
        found.append((unit, ship))
        if _place(view, units, at + 1, ships, loads, may, found):
            return True
        found.pop()
        load.pop()
    return False


def _order(view: View, ship: Unit, load: Sequence[Unit]) -> tuple[bool, int, int, int]:
    return (bool(view.of(ship).carries), _room(view, ship, load), ship.spent, ship.id)
