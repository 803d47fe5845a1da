"""Facilities as rules change them: finding the one an order means, marks, replacing."""

from __future__ import annotations

import dataclasses

from rules.core.act import Act
from rules.core.purses import pay, purse_of
from rules.core.view import View
from rules.model.state import Bought, Facility

UNDERGROUND = "underground"


def complex_of(view: View, place: str) -> Facility | None:
    """The industrial complex of a territory (there is one at most)."""
    return next(iter(view.complexes(place)), None)


def named(view: View, place: str, name: str) -> Facility | None:
    """The facility of a place that a name means: a complex answers to any complex's name."""
    units = view.table.units
    if name in units and units[name].has("complex"):
        return complex_of(view, place)
    return next(iter(view.facilities(place, name)), None)


def replace(act: Act, place: str, old: Facility, new: Facility | None, why: str) -> None:
    """Put another facility in the place of one, or none."""
    here = list(act.state.facilities.get(place, ()))
    at = here.index(old)
    here[at : at + 1] = [new] if new else []
    act.set_facilities(place, here, why)


def marked(facility: Facility, *marks: str, without: str = "") -> Facility:
    """A facility with more marks, and without one."""
    return dataclasses.replace(facility, marks=(facility.marks | set(marks)) - {without})


def payer(view: View, place: str) -> str:
    """The purse of the active power that pays for something in a place."""
    return purse_of(view, view.active, place)


def bought_for(view: View, place: str) -> Bought | None:
    """A complex that the active power has bought for a place this turn, or the enlargement of the one there."""
    entries = view.state.pool.get(view.active, ())
    return next((b for b in entries if b.site == place and view.table.units[b.type].has("complex")), None)


def buy_mark(act: Act, place: str, mark: str, cost: int, why: str, without: str = "") -> None:
    """Pay for a mark of the complex in a place, or of the one bought for it."""
    found, new = complex_of(act, place), bought_for(act, place)
    pay(act, payer(act, place), cost, why)
    if found:
        replace(act, place, found, marked(found, mark, without=without), mark)
    elif new:
        after = dataclasses.replace(new, price=new.price + cost, marks=(new.marks | {mark}) - {without})
        act.set_pool(act.active, [after if b == new else b for b in act.state.pool[act.active]])
