"""Kamikaze pilots: Japanese fighters may attack without a way home."""

from __future__ import annotations

from rules.core import distance, moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.board import EVERY_BOARD
from rules.model.orders import Item, Move, Order
from rules.model.state import COMBAT_MOVE, Unit
from rules.movement import moves, selection

ONE_WAY, REACH, JAPAN = "one way", 3, "Japan"


class KamikazePilots(Rule):
    """Fighters flagged `(one way)` need no landing place and are gone after conduct combat."""

    id = "rw.kamikaze-pilots"
    title = "Kamikaze pilots"
    text = (
        "In combat move Japanese fighters may fly one way, without a landing place in reach: "
        "`move 2 fighter (one way): Japan > ZONE`. They fight as usual and are lost when conduct combat ends, hit or "
        "not, also after a retreat. The flag cannot be taken back once the phase is over."
    )
    source = "Rules of Warfare: New Rules, Kamikaze Pilots"
    entries = ("RW-8.1", "RW-8.2", "RW-8.3")
    boards = EVERY_BOARD
    needs = (JAPAN,)

    def handle(self, act: Act, order: Order) -> bool:
        """A move with units flagged `(one way)`."""
        if not isinstance(order, Move) or not any(ONE_WAY in i.tags for i in order.items):
            return False
        if act.phase != COMBAT_MOVE:
            act.refuse("wrong-phase", "One-way flights are flown in combat move only.", "RW-8.1")
        for item in order.items:
            if ONE_WAY in item.tags and (act.active != JAPAN or item.unit != "fighter"):
                act.refuse("not-eligible", "Only Japanese fighters fly one way.", "RW-8.1")
        _fly(act, order)
        return True

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """One-way flights at enemy ships within three zones."""
        if view.phase != COMBAT_MOVE or power != JAPAN or view.active != power:
            return ()
        bases = sorted({u.place for u in view.state.units.values() if u.type == "fighter" and u.owner == power})
        return tuple(f"move 1 fighter ({ONE_WAY}): {base} > {zone}" for base in bases for zone in _fleets(view, base))

    def landing_needed(self, view: View, unit: Unit, needed: bool) -> bool:
        """Not for one-way flights."""
        return needed and ONE_WAY not in unit.marks

    @moments.phase_ends
    def _crash(self, act: Act, phase: str) -> None:
        """They are lost at the end of conduct combat."""
        if phase == "conduct combat":
            for unit in [u for u in act.state.units.values() if ONE_WAY in u.marks]:
                act.remove(unit, "kamikaze")


def _fleets(view: View, base: str) -> list[str]:
    """Zones with enemy ships at most three spaces away."""
    near = distance.within(view.board, base, REACH)
    return sorted(z for z in near if view.place(z).is_sea and view.enemy_units(z, view.active))


def _fly(act: Act, order: Move) -> None:
    """Flag the fighters that may be meant, move, and take the flag off those that stayed."""
    origin, flagged = order.path[0], list[int]()
    for item in [i for i in order.items if ONE_WAY in i.tags]:
        plain = Item(item.count, item.unit, tuple(t for t in item.tags if t != ONE_WAY))
        for unit in selection.candidates(act, origin, plain):
            if not unit.moved:
                act.change(unit, marks=unit.marks | {ONE_WAY})
                flagged.append(unit.id)
    moves.move(act, order)
    for unit in act.get(flagged):
        if not unit.moved:
            act.change(unit, marks=unit.marks - {ONE_WAY})


RULE = KamikazePilots()
