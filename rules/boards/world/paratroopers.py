"""Paratroopers and mechanized infantry of the charts (AA-6)."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.names import several
from rules.model.orders import Item, Move, Order, Ship
from rules.model.profiles import UnitType
from rules.model.state import COMBAT_MOVE, Battle, Unit
from rules.model.vocabulary import Trait
from rules.movement import moves, selection

RULE, INFANTRY = "AA-6", "infantry"
JUMPED, RIDES = ".jumped", ".rides along"
TECH, MECHANIZED = "paratroopers", "mechanized infantry"


class Paratroopers(Rule):
    """A bomber takes one infantry along to the territory that it attacks."""

    id = "world.paratroopers"
    title = "Paratroopers (technology)"
    text = (
        "In combat move each bomber may take one infantry of its territory along into an enemy territory, where both fight: "
        "ship 1 infantry: Germany > Karelia S.S.R. using 1 bomber: Germany. A bomber that is shot down takes its infantry "
        "with it. Paratroopers do not retreat."
    )
    source = "Anniversary rulebook: research and development"
    entries = ("AA-6", "E42-5")
    fact = "research_tokens"

    def handle(self, act: Act, order: Order) -> bool:
        """`ship 1 infantry: Germany > Poland using 1 bomber: Germany`."""
        if not isinstance(order, Ship) or not order.using or not _flown(act, order):
            return False
        if TECH not in act.techs(act.active):
            act.refuse("not-eligible", f"{act.active} has not developed paratroopers.", RULE)
        if act.phase != COMBAT_MOVE:
            act.refuse("wrong-phase", "Paratroopers jump in combat move.", RULE)
        _jump(act, order)
        return True

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Jumps of one infantry next door."""
        if view.phase != COMBAT_MOVE or power != view.active or TECH not in view.techs(power):
            return ()
        bases = sorted({u.place for u in view.forces(power) if _bombs(view, u) and not u.moved})
        ready = [b for b in bases if any(u.type == INFANTRY and not u.moved for u in view.units(b, power))]
        near = ((b, p) for b in ready for p in view.board.near(b) if view.hostile_land(p, power))
        return tuple(f"ship 1 {INFANTRY}: {b} > {p} using 1 bomber: {b}" for b, p in near)

    @moments.lost
    def _falls_too(self, act: Act, unit: Unit, why: str) -> None:
        """Antiaircraft fire takes bomber and infantry."""
        if why == "antiaircraft":
            riders = [u for u in act.units(unit.place, unit.owner) if f"{JUMPED} {unit.id}" in u.marks]
            for rider in riders:
                act.remove(rider, why)

    def may_retreat(self, view: View, battle: Battle, unit: Unit, may: bool) -> bool:
        """Those who jumped stay."""
        return may and not _jumped(unit)

    @moments.turn_ends
    def _on_the_ground(self, act: Act) -> None:
        """On the ground they are infantry again."""
        for unit in [u for u in act.state.units.values() if _jumped(u)]:
            act.change(unit, marks=frozenset(m for m in unit.marks if not m.startswith(JUMPED)))


def _bombs(view: View, unit: Unit) -> bool:
    return unit.type == "bomber"


def _jumped(unit: Unit) -> bool:
    return any(mark.startswith(JUMPED) for mark in unit.marks)


def _flown(view: View, order: Ship) -> bool:
    return all(view.table.units[item.unit].domain == "air" for item in order.using)


def _jump(act: Act, order: Ship) -> None:
    base, target = order.path[0], order.path[-1]
    riders, bombers = sum(i.count for i in order.items), sum(i.count for i in order.using)
    if any(i.unit != INFANTRY for i in order.items) or any(i.unit != "bomber" for i in order.using):
        act.refuse("not-transportable", "Bombers carry infantry, nothing else flies it.", RULE)
    if riders != bombers:
        act.refuse(
            "no-capacity", f"Each bomber carries one infantry: {riders} with {several(bombers, 'bomber')}.", RULE
        )
    if order.using_at != base:
        act.refuse("wrong-site", f"The bomber and its infantry set out together, from {base}.", RULE)
    if not act.hostile_land(target, act.active):
        act.refuse("cannot-attack", f"Paratroopers jump into enemy land; {target} is not.", RULE)
    here = [u for u in act.units(base, act.active) if u.type == INFANTRY and not u.moved and not u.role]
    if len(here) < riders:
        act.refuse("not-enough-units", f"{several(len(here), 'infantry', 'infantry')} in {base} can jump.", RULE)
    before = {u.id for u in act.units(target, act.active)}
    moves.launch(act, moves.plan(act, order.using, order.path))
    arrived = [u for u in act.units(target, act.active) if u.id not in before and _bombs(act, u)]
    for rider, bomber in zip(here, arrived, strict=False):
        act.check(act.table.veto(Rule.may_end, act, rider, target, COMBAT_MOVE))
        marks = rider.marks | {f"{JUMPED} {bomber.id}"}
        act.change(
            rider, place=target, role="attack", moved=COMBAT_MOVE, spent=act.points(rider), route=(base,), marks=marks
        )


class MechanizedInfantry(Rule):
    """A tank takes one infantry along."""

    id = "world.mechanized-infantry"
    title = "Mechanized infantry (technology)"
    text = (
        "One infantry that sets out together with a tank, in the same order, moves two spaces with it and blitzes beside "
        "it: move 1 infantry, 1 tank: Germany > Poland > East Poland."
    )
    source = "Anniversary rulebook: research and development"
    entries = ("AA-6", "E42-5")
    fact = "research_tokens"

    def handle(self, act: Act, order: Order) -> bool:
        """Infantry of an order with tanks goes as far as they do; the phase's own handler does the rest."""
        if not isinstance(order, Move) or MECHANIZED not in act.techs(act.active) or act.phase == "purchase":
            return False
        tanks = sum(i.count for i in order.items if act.table.units[i.unit].has("blitz"))
        riders = [i for i in order.items if i.unit == INFANTRY]
        if not tanks or len(riders) != 1 or riders[0].count > tanks:
            return False
        for unit in _riders(act, riders[0], order.path[0], riders[0].count):
            act.change(unit, marks=unit.marks | {RIDES})
        return False

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """One to one with a tank it blitzes."""
        pair: Trait = "blitz with tank" if unit.name == INFANTRY else "leads mechanized"
        if MECHANIZED not in view.techs(power) or not (unit.name == INFANTRY or unit.has("blitz")):
            return unit
        return dataclasses.replace(unit, traits=unit.traits | {pair})

    def points(self, view: View, unit: Unit, points: int) -> int:
        """As far as its tank."""
        return points + 1 if RIDES in unit.marks else points

    @moments.turn_ends
    def _get_off(self, act: Act) -> None:
        """They walk again."""
        for unit in [u for u in act.state.units.values() if RIDES in u.marks]:
            act.change(unit, marks=unit.marks - {RIDES})


def _riders(act: Act, item: Item, place: str, count: int) -> Sequence[Unit]:
    fits = [u for u in selection.candidates(act, place, item) if u.type == INFANTRY and not u.moved]
    return fits[:count]


RULES = (Paratroopers(), MechanizedInfantry())
