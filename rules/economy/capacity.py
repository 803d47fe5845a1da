"""Where a power produces and how much: sites, their capacity, and what has been placed through them.

What was placed this turn is remembered as slots by the set of sites that could have made it, so that a
fleet placed between two complexes is shared out among them as needed (G40-14.2).
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.core import maxflow
from rules.core.hooks import Rule
from rules.core.purses import purse_of
from rules.core.view import View
from rules.model.profiles import FACILITY, UnitType
from rules.model.state import Facility

UNLIMITED = 1_000_000
PLACED, NEW, QUOTA = "turn.placed", "turn.new complexes", "turn.quota"


def sites(view: View, power: str, purse: str = "") -> list[str]:
    """Territories with a complex that a power may use now, of one purse where given: held since the start
    of the turn, the complex not placed this turn (CL-11.1, G40-14.1)."""
    mine = view.memoized(("sites", power), lambda: [p for p in sorted(view.state.facilities) if works(view, power, p)])
    return [place for place in mine if not purse or purse_of(view, power, place) == purse]


def works(view: View, power: str, place: str) -> bool:
    """Whether a complex there makes units for a power now."""
    return (
        view.owner(place) == power
        and bool(view.complexes(place))
        and view.held_since_start(place, power)
        and place not in view.flag(NEW, {})
    )


def capacity(view: View, power: str, site: str) -> int:
    """Units that the complexes of a territory make for a power this turn (-1: no limit)."""
    makes = [_makes(view, power, site, c) for c in view.complexes(site)]
    base = -1 if -1 in makes else sum(makes)
    return view.table.fold(Rule.capacity, base, view, power, site, None)


def _makes(view: View, power: str, site: str, complex_: Facility) -> int:
    if view.edition("production") == "facility":
        return max(0, view.profile(power, complex_.type).number("produces") - complex_.damage)
    if complex_.original and view.place(site).original == power and view.edition("original_complexes") == "unlimited":
        return -1
    return max(0, max(1, view.value(site)) - complex_.damage)


def slots(unit: UnitType) -> int:
    """Capacity that one unit of a type takes."""
    return 0 if unit.domain == FACILITY or unit.has("own quota") or unit.has("takes no capacity") else 1


def fits(view: View, power: str, among: tuple[str, ...], wanted: int) -> bool:
    """Whether `wanted` more slots can be had from some of the sites, beside all that is placed already."""
    return wanted <= room(view, power, among)


def room(view: View, power: str, among: tuple[str, ...]) -> int:
    """Slots still to be had from some of a power's sites this turn."""
    return view.memoized(("room", power, among), lambda: _room(view, power, among))


def _room(view: View, power: str, among: tuple[str, ...]) -> int:
    placed: Mapping[str, int] = view.flag(PLACED, {})
    demands = [(count, key.split("|")) for key, count in placed.items()]
    before: Mapping[str, int] = view.flag(NEW, {})  # a complex that has grown this turn made no more than the old one
    supply = {s: before.get(s, capacity(view, power, s)) for s in {*among, *(s for _, at in demands for s in at)}}
    if any(supply[s] < 0 for s in among):
        return UNLIMITED
    tied = [(count, at) for count, at in demands if all(supply[s] >= 0 for s in at)]
    used = maxflow.met(tied, supply)
    return maxflow.met([*tied, (UNLIMITED, among)], supply) - used


def taken(view: View, among: tuple[str, ...], count: int) -> dict[str, int]:
    """The memory of placed slots with `count` more for these sites."""
    placed = dict(view.flag(PLACED, {}))
    key = "|".join(among)
    return {**placed, key: placed.get(key, 0) + count} if count else placed


def quota(view: View, power: str, unit: UnitType, site: str) -> int:
    """How many of a type with its own quota a site can still make this turn (-1: no limit)."""
    made = view.table.fold(Rule.capacity, capacity(view, power, site), view, power, site, unit)
    placed: int = view.flag(QUOTA, {}).get(f"{unit.name}|{site}", 0)
    return made if made < 0 else max(0, made - placed)


def quotas(view: View, power: str, unit: UnitType, among: tuple[str, ...] = ()) -> int:
    """What all sites of a power (or some) can still make of it together (-1: no limit)."""
    mine = [s for s in sites(view, power) if (not unit.built_at or s in unit.built_at) and s in (among or (s,))]
    left = [quota(view, power, unit, s) for s in mine]
    return -1 if -1 in left else sum(left)


def use_quota(view: View, unit: UnitType, site: str, count: int) -> dict[str, int]:
    """The memory of quotas with `count` more made at a site."""
    placed = dict(view.flag(QUOTA, {}))
    key = f"{unit.name}|{site}"
    return {**placed, key: placed.get(key, 0) + count}
