"""Repairs in purchase: facilities (CL-4, G40-4) and units whose profile has a price for it."""

from __future__ import annotations

import dataclasses

from rules.core import moments
from rules.core.act import Act
from rules.core.purses import pay, purse_of
from rules.core.view import View
from rules.economy import prices
from rules.model.names import sentence, several
from rules.model.orders import Item, Repair
from rules.model.profiles import FACILITY
from rules.model.state import Facility, Unit
from rules.movement import selection


def repair(act: Act, order: Repair) -> None:
    """`repair N on FACILITY: PLACE` from the purse of the territory; `repair ITEMS: PLACE`, where a number counts
    hits taken off."""
    if order.items:
        for item in order.items:
            _check_no_facility(act, item, order.place)
            _unit(act, item, order.place)
    else:
        _facility(act, order)


def _facility(act: Act, order: Repair) -> None:
    rule, power = act.cite("repair"), act.active
    if act.owner(order.place) != power:
        act.refuse("wrong-site", f"{order.place} is not {power}'s: a power repairs its own bases and complexes.", rule)
    here = list(act.state.facilities.get(order.place, ()))
    at = [i for i, f in enumerate(here) if means(act, f, order)]
    if not at:
        act.refuse("no-target", f"There is no {order.facility} in {order.place}.", rule)
    found = here[at[0]]
    if not order.points:
        act.refuse("syntax", "Repair at least 1 point: repair 1 on air base: Malta.", rule)
    if order.points > found.damage:
        text = f"The {found.type} in {order.place} has {found.damage} damage, not {order.points}."
        act.refuse("not-damaged", text, rule)
    cost = prices.repair_price(act, power, found.type, order.points)
    pay(act, purse_of(act, power, order.place), cost, f"Repairing {several(order.points, 'point')}")
    here[at[0]] = dataclasses.replace(found, damage=found.damage - order.points)
    act.set_facilities(order.place, here, "repaired")


def means(view: View, facility: Facility, order: Repair) -> bool:
    """Whether an order means this facility: there is one complex in a place, whatever it is called."""
    units = view.table.units
    complexes = units[facility.type].has("complex") and units[order.facility].has("complex")
    marks = set(order.tags) - set(view.board.purse_power)
    return (facility.type == order.facility or complexes) and facility.marks >= marks


# --- units ----------------------------------------------------------------------------------------------


def _check_no_facility(act: Act, item: Item, place: str) -> None:
    """Of a facility the points are named: `repair 3 on air base: Malta`."""
    if act.table.units[item.unit].domain != FACILITY:
        return
    named = Repair(place, 1, item.unit)
    here = [f for f in act.state.facilities.get(place, ()) if f.damage and means(act, f, named)]
    forms = tuple(str(Repair(place, f.damage, f.type)) for f in here)
    text = f"Say how many points of the {item.unit} in {place} are repaired: repair 1 on {item.unit}: {place}."
    act.refuse("not-eligible", text, act.cite("repair"), choices=forms)


def _unit(act: Act, item: Item, place: str) -> None:
    """Take hits off units of a type in a place, aboard or not: those that become whole first."""
    profile = act.profile(act.active, item.unit)
    rule = profile.rule or act.cite("ship repair")
    if not profile.number("repair_cost"):
        act.refuse("not-eligible", sentence(f"{profile.many} are not repaired by order here"), rule)
    purse = _purse(act, item, place, prices.repair_price(act, act.active, profile.name, item.count))
    wanted = dataclasses.replace(item, tags=tuple(t for t in item.tags if t != purse))
    here = [u for u in act.units(place, act.active) if selection.fits(act, u, wanted)]
    if not here:
        act.refuse("not-enough-units", f"{act.active} has no {item.unit} in {place}.", rule)
    hits = sum(u.damage for u in here)
    if hits < item.count:
        text = f"The {profile.many} of {act.active} in {place} have {several(hits, 'hit')} to repair, not {item.count}."
        act.refuse("not-damaged", text, rule)
    cost, since = prices.repair_price(act, act.active, profile.name, item.count), len(act.events)
    pay(act, purse, cost, f"Repairing {several(item.count, 'hit')}")
    left = item.count
    for unit in sorted((u for u in here if u.damage), key=lambda u: (u.damage, u.id)):
        off = min(left, unit.damage)
        after = act.change(unit, damage=unit.damage - off)
        left -= off
        if off:
            act.tell(moments.repaired, after)
    what = f"{several(item.count, 'hit')} on {profile.many} in {place}"
    act.note(f"{act.active} repairs {what} ({cost} IPC); {act.state.money.get(purse, 0)} IPC left.", since=since)


def _purse(act: Act, item: Item, place: str, cost: int) -> str:
    """The purse that pays: named by a tag, else the first that can."""
    may = payers(act, act.active, place)
    named = [t for t in item.tags if t in act.purses(act.active)]
    return next((p for p in (*named, *may) if p in named or act.state.money.get(p, 0) >= cost), may[0])


def payers(view: View, power: str, place: str) -> tuple[str, ...]:
    """The purses that may pay for units in a place, the first unless it cannot: the territory's; at sea that of this half
    of the board, then the power's others."""
    first = purse_of(view, power, place)
    return (first,) if view.place(place).is_land else tuple(dict.fromkeys((first, *view.purses(power))))


def damaged(view: View, power: str) -> list[Unit]:
    """Damaged units of a power that can be repaired for money."""
    units = view.state.units.values()
    return [u for u in units if u.owner == power and u.damage and view.of(u).number("repair_cost")]
