"""Which transport takes which unit: sizes, room, packing (CL-5.8, G40-7.10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.state import Unit

Stowage = list[tuple[Unit, Unit]]


def size(view: View, unit: Unit) -> int:
    """Room a unit takes aboard (0: it is never carried)."""
    return view.of(unit).cargo


def room(view: View, ship: Unit) -> int:
    """Room left on a transport."""
    total = view.table.fold(Rule.cargo_room, view.of(ship).capacity, view, ship)
    return total - sum(size(view, u) for u in view.state.aboard(ship.id))


def pack(view: View, units: Sequence[Unit], ships: Sequence[Unit], may: Callable[[Unit, Unit], bool]) -> Stowage | None:
    """A ship for every unit, or None: big units first, each into the fullest ship that has room for it,
    trying others where that leads nowhere. `may(unit, ship)` says whether the two go together."""
    left = {s.id: room(view, s) for s in ships}
    order = sorted(units, key=lambda u: -size(view, u))
    found: Stowage = []
    return found if _place(view, order, 0, ships, left, may, found) else None


def _place(
    view: View,
    units: Sequence[Unit],
    at: int,
    ships: Sequence[Unit],
    left: dict[int, int],
    may: Callable[[Unit, Unit], bool],
    found: Stowage,
) -> bool:
    if at == len(units):
        return True
    unit, tried = units[at], set()
    need = size(view, unit)
    for ship in sorted(ships, key=lambda s: (left[s.id], s.spent, s.id)):
        key = (left[ship.id], ship.type, ship.owner, ship.spent)
        if left[ship.id] < need or key in tried or not may(unit, ship):
            continue
        tried.add(key)
        left[ship.id] -= need
        found.append((unit, ship))
        if _place(view, units, at + 1, ships, left, may, found):
            return True
        found.pop()
        left[ship.id] += need
    return False
