"""Facilities as rules change them: finding the one an order means, marks, replacing."""

from __future__ import annotations

import dataclasses

from rules.core.act import Act
from rules.core.purses import purse_of
from rules.core.view import View
from rules.model.state import Facility

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
