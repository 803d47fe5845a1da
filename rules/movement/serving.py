"""Carriers that could still save aircraft: which orders do it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.core.act import Act
from rules.core.view import View
from rules.model.orders import Item, Move
from rules.model.profiles import SEA
from rules.model.refusals import Refused
from rules.model.state import Unit
from rules.movement import decks, landing, moves
from rules.movement.ground import Ground

MOST = 5


def orders(act: Act, waiting: Sequence[Unit]) -> tuple[str, ...]:
    """Legal moves of carriers after which more of some aircraft are saved where they hang; none means that
    nothing can be done for them."""
    before = landing.saved_now(act, act.active)
    found: list[str] = []
    for order in _moves(act, {unit.place for unit in waiting}):
        if str(order) not in found and _saves(act, order, before):
            found.append(str(order))
        if len(found) == MOST:
            break
    return tuple(found)


def _moves(view: View, zones: set[str]) -> Iterator[Move]:
    """Moves of single carriers to the zones."""
    ground = Ground(view, view.active, view.phase)
    for ship in sorted(view.state.units.values(), key=lambda u: (u.place, u.type, u.id)):
        if ship.owner == view.active and view.domain(ship) == SEA and view.decks(ship) and decks.can_sail(view, ship):
            reach = decks.places(ground, ship)
            yield from (Move((Item(1, ship.type),), (ship.place, z)) for z in sorted(zones & reach) if z != ship.place)


def _saves(act: Act, order: Move, before: int) -> bool:
    """Whether the order is legal and saves more aircraft."""
    trial = Act(act.table, act.state.copy(), moves.Misses(), act.by)
    try:
        moves.move(trial, order)
    except Refused:
        return False
    return landing.saved_now(trial, act.active) > before
