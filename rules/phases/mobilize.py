"""Mobilize: bought units come onto the board (CL-11, G40-14)."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from rules.core import moments
from rules.core.act import Act, Handlers
from rules.core.hooks import Rule
from rules.core.view import View
from rules.economy import capacity, placing, pool
from rules.economy.prices import placed_together
from rules.model.names import have, listing, sentence
from rules.model.orders import Item, PlaceUnits
from rules.model.profiles import FACILITY
from rules.model.refusals import Refusal, Refused
from rules.model.state import Bought, Facility


def begin(act: Act) -> None:
    """Nothing happens by itself."""


def place(act: Act, order: PlaceUnits) -> None:
    """`place ITEMS: PLACE`: all or nothing."""
    for at, item in enumerate(order.items):
        try:
            _place(act, item, order.place)
        except Refused as refused:
            raise _beside(act, refused.refusal, order.items[:at]) from None


def _beside(view: View, refusal: Refusal, placed: Sequence[Item]) -> Refused:
    """The refusal of one item of an order; room that is short is short beside those before it, which it names."""
    if not placed or refusal.code not in ("factory-capacity", "no-carrier"):
        return Refused(refusal.code, refusal.message, refusal.rule, refusal.choices)
    others = listing([view.table.units[item.unit].counted(item.count) for item in placed])
    text = f"{refusal.message.rstrip('.')}, once {others} of the same order {have(sum(i.count for i in placed))} been placed."
    return Refused(refusal.code, text, refusal.rule, refusal.choices)


def _place(act: Act, item: Item, where: str) -> None:
    power = act.active
    entries = pool.matching(act.state.pool.get(power, ()), item.unit, item.tags)
    have = sum(b.count for b in entries)
    if have < item.count:
        text = f"{power} has {act.table.units[item.unit].counted(have)} to place, not {item.count}."
        act.refuse("not-enough-units", text, act.cite("placing"))
    size = placed_together(act.profile(power, item.unit))
    if item.count % size:
        act.refuse("batch-size", f"{act.table.units[item.unit].many} are placed {size} at a time.")
    left, why = item.count, None
    for entry in entries:
        why = placing.refusal(act, power, entry, min(left, entry.count), where) or why
        if placing.refusal(act, power, entry, min(left, entry.count), where) is None:
            left -= put(act, power, entry, min(left, entry.count), where)
        if not left:
            return
    act.check(
        why
        or Refusal("not-enough-units", f"Only {act.table.units[item.unit].counted(item.count - left)} can go there.")
    )


def put(act: Act, power: str, entry: Bought, count: int, where: str) -> int:
    """Place units out of an entry of the pool (already checked). Returns how many."""
    unit = act.profile(power, entry.type)
    taken = pool.take(act, power, entry, count)
    if unit.domain == FACILITY:
        build(act, where, unit.name, count, taken.marks)
        return count
    spot = placing.find(act, power, unit, taken.purse, where)
    marks = frozenset(m for m in taken.marks if not m.startswith("."))
    for _ in range(count):
        act.place_unit(act.table.standing(unit.name), power, where, marks=marks)
    if spot.among:
        slots = count * capacity.slots(unit)
        act.set_flag(capacity.PLACED, capacity.taken(act, spot.among, slots))
    if spot.among and unit.has("own quota"):
        act.set_flag(capacity.QUOTA, capacity.use_quota(act, unit, spot.among[0], count))
    act.tell(moments.placed, power, taken, count, where)
    return count


def build(act: Act, where: str, type_: str, count: int = 1, marks: frozenset[str] = frozenset()) -> None:
    """Put up a facility with its marks; a new complex works from the next turn. With the mark "upgrade" the old
    complex grows."""
    here, made = act.state.facilities.get(where, ()), capacity.capacity(act, act.active, where)
    if "upgrade" in marks:
        old = act.complexes(where)
        new = [dataclasses.replace(f, type=type_) for f in old] or [Facility(type_)]
        here = tuple(f for f in here if f not in old)
    else:
        new = [Facility(type_, marks=marks)] * count
    act.set_facilities(where, (*here, *new), "built")
    if "upgrade" in marks:
        act.tell(moments.complex_grown, where)
    if act.table.units[type_].has("complex"):
        act.set_flag(capacity.NEW, {where: made, **act.flag(capacity.NEW, {})})


def end(act: Act) -> None:
    """`done`: facilities go up at their sites; what could be placed before that must be; the rest is lost or refunded."""
    power, before = act.active, act.mark()
    if rest := _over(act, power):
        act.rollback(before)
        bought = act.state.pool.get(power, ())
        for entry in rest:
            if entry in bought and not entry.site and (order := _placeable(act, power, entry)):
                text = sentence(f"{_counted(act, entry)} still to place, for example: {order}")
                act.refuse("must-place", text, act.cite("leftovers"), (order,))
        _over(act, power)
    for entry in rest:
        _leave(act, power, entry)


def _over(act: Act, power: str) -> tuple[Bought, ...]:
    """Facilities go up at their sites; gives what is left then that no rule takes care of."""
    for entry in act.state.pool.get(power, ()):
        if entry.site and placing.refusal(act, power, entry, entry.count, entry.site) is None:
            put(act, power, entry, entry.count, entry.site)
    return act.table.fold(Rule.leftovers, act.state.pool.get(power, ()), act, power)


def _placeable(act: Act, power: str, entry: Bought) -> str:
    """An order that places some of it now; "" if there is none."""
    size = min(entry.count, placed_together(act.profile(power, entry.type)))
    place_ = placing.place_for(act, power, entry, size)
    usual = f"place {size} {entry.type}: {place_}" if place_ else ""
    return act.table.fold(Rule.placing_order, usual, act, power, entry)


def _leave(act: Act, power: str, entry: Bought) -> None:
    pool.take(act, power, entry, entry.count)
    if entry.price and act.edition("unplaced") == "refunded" and act.option("unplaced_units_refunded"):
        act.pay(entry.purse, -entry.price, "refund")
        act.note(f"{_counted(act, entry)} could not be placed: {entry.price} IPC go back to {entry.purse}.")
    else:
        act.note(f"{_counted(act, entry)} could not be placed: lost.")


def _counted(act: Act, entry: Bought) -> str:
    return act.table.units[entry.type].counted(entry.count)


HANDLERS: Handlers = {PlaceUnits: place}
UNDO = True
