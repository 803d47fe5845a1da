"""Where bought units may come onto the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.core.hooks import Rule
from rules.core.purses import purse_of
from rules.core.view import View
from rules.economy import capacity
from rules.economy.sites import facility_refusal
from rules.model.names import listing, one_of, sentence, several
from rules.model.profiles import AIR, FACILITY, LAND, SEA, UnitType
from rules.model.refusals import Refusal
from rules.model.state import Bought

SHOWN = 5


@dataclass(frozen=True, slots=True)
class Spot:
    """How a unit may be placed somewhere: the sites that may make it (none: it needs no complex)."""

    among: tuple[str, ...] = ()
    refusal: Refusal | None = None


def refusal(view: View, power: str, bought: Bought, count: int, place: str) -> Refusal | None:
    """Why `count` of some bought units may not be placed there now."""
    unit = view.profile(power, bought.type)
    if bought.among and place not in bought.among:
        text = f"This {unit.name} is not placed in {place}: it comes only to {listing(_nearest(view, power, bought))}"
        return Refusal("wrong-site", sentence(text), bought.rule)
    if unit.domain == FACILITY:
        return _site(view, power, bought, unit, count, place)
    spot = find(view, power, unit, bought.purse, place)
    return (
        spot.refusal
        or _here(view, unit, count, place)
        or _room(view, power, unit, count, spot)
        or _deck(view, power, unit, count, place)
        or view.table.veto(Rule.may_place, view, power, unit, count, place)
    )


def outright(view: View, power: str, unit: UnitType, count: int, place: str) -> Refusal | None:
    """Why `count` units that no complex has to make may not come there: all the same but complexes and what they make."""
    free = placement_free(view, power, unit, place)
    return (
        (None if free else _at_home(view, unit, place))
        or _here(view, unit, count, place)
        or _deck(view, power, unit, count, place)
        or view.table.veto(Rule.may_place, view, power, unit, count, place)
    )


def _at_home(view: View, unit: UnitType, place: str) -> Refusal | None:
    """Why a place is none for such a unit: land for ships, or too far from where it is made."""
    if unit.domain == FACILITY or not _element(view, unit, place):
        here, where = ("land", "at sea") if view.place(place).is_land else ("a sea zone", "on land")
        text = f"{place} is {here}; {unit.many} are placed {where}"
        return Refusal("wrong-site", sentence(text), unit.rule or view.cite("placing"))
    if unit.built_at and not set(_beside(view, place)) & set(unit.built_at):
        return _made_elsewhere(unit)
    return None


def _made_elsewhere(unit: UnitType) -> Refusal:
    return Refusal("wrong-site", sentence(f"{unit.many} are made only in {', '.join(unit.built_at)}"), unit.rule)


def _beside(view: View, place: str) -> tuple[str, ...]:
    """The territories whose complexes serve a place."""
    return (place,) if view.place(place).is_land else view.board.near(place)


def _nearest(view: View, power: str, bought: Bought) -> list[str]:
    """Some of the places a bound unit may go to: those where it can come out, else the first ones."""
    served = {z for s in capacity.sites(view, power) for z in (s, *view.board.touching_seas(s))}
    return [p for p in bought.among if p in served] or list(bought.among[:SHOWN])


def _site(view: View, power: str, bought: Bought, unit: UnitType, count: int, place: str) -> Refusal | None:
    if bought.site and bought.site != place:
        text = f"This {unit.name} was bought for {bought.site}."
        return Refusal("wrong-site", text, view.cite("complex"))
    if view.place(place).is_land and purse_of(view, power, place) != bought.purse:
        text = f"{bought.purse} paid for it: {place} belongs to {purse_of(view, power, place)}."
        return Refusal("wrong-site", text, view.cite("purses"))
    return facility_refusal(view, power, unit, count, place, "upgrade" in bought.marks)


def placement_free(view: View, power: str, unit: UnitType, place: str) -> bool:
    """Whether placing a unit there needs no complex."""
    free = unit.has("needs no complex") and view.place(place).is_land
    return view.table.fold(Rule.placement_free, free, view, power, unit, place)


def find(view: View, power: str, unit: UnitType, purse: str, place: str) -> Spot:
    """The sites through which a unit paid from a purse may come into a place, or why there are none."""
    if placement_free(view, power, unit, place):
        return Spot()
    if not _element(view, unit, place):
        return Spot(refusal=Refusal("wrong-site", _element_text(view, unit, place), view.cite("placing")))
    beside = _beside(view, place)
    mine = [s for s in sorted(beside) if capacity.works(view, power, s)]
    if not mine:
        return Spot(refusal=_no_factory(view, power, unit, place, beside))
    paid = [s for s in mine if purse_of(view, power, s) == purse]
    if not paid:
        text = f"Units paid by {purse} come from its own complexes; {place} is served by another economy."
        return Spot(refusal=Refusal("wrong-site", text, view.cite("purses")))
    fit = tuple(s for s in paid if not unit.built_at or s in unit.built_at)
    if not fit:
        return Spot(refusal=_made_elsewhere(unit))
    yards = tuple(s for s in fit if not unit.has("made in yards") or _yard(view, power, s))
    return Spot(yards) if yards else Spot(refusal=_no_yard(view, unit, fit))


def _yard(view: View, power: str, site: str) -> bool:
    """Whether an operative base of those that stand at the sea is beside a complex."""
    bases = (f.type for f in view.facilities(site) if view.table.units[f.type].has("coastal"))
    return any(view.base(site, base, power) for base in bases)


def _no_yard(view: View, unit: UnitType, sites: Sequence[str]) -> Refusal:
    """Says that the complexes have no base beside them."""
    bases = one_of([u.name for u in view.table.units.values() if u.has("coastal")])
    text = f"{unit.many} are made where an operative {bases} stands beside the complex; {listing(sites)}: none"
    return Refusal("wrong-site", sentence(text), view.cite("complex"))


def _element(view: View, unit: UnitType, place: str) -> bool:
    if view.place(place).is_land:
        return unit.domain in (LAND, AIR) and not unit.has("deck only")
    return unit.domain == SEA or unit.has("deck only") or (unit.domain == AIR and unit.deck > 0 and _decks_open(view))


def _decks_open(view: View) -> bool:
    """Whether new aircraft may be placed on carriers (an option of Global 1940; never in Classic)."""
    return bool(view.option("new_fighters_on_new_and_old_carriers"))


def _element_text(view: View, unit: UnitType, place: str) -> str:
    if unit.has("deck only"):
        return sentence(f"{unit.many} are placed on a carrier in a sea zone beside a complex; {place} is land")
    if unit.domain == SEA:
        return sentence(f"{unit.many} are placed in a sea zone beside a complex; {place} is land")
    return sentence(f"{unit.many} are placed in a territory with a complex; {place} is a sea zone")


def _no_factory(view: View, power: str, unit: UnitType, place: str, beside: tuple[str, ...]) -> Refusal:
    """Says why no complex serves a place: none there, not the power's, or not held long enough."""
    rule = view.cite("placing")
    own = ", ".join(_served(view, power, unit)) or "none of its territories"
    built = [p for p in beside if view.place(p).is_land and view.complexes(p)]
    late = [p for p in built if view.owner(p) == power]
    if late:
        text = f"The complex in {late[0]} works from the next turn of {power} on; now possible: {own}"
        return Refusal("no-factory", sentence(text), rule)
    if built:
        text = f"The complex in {built[0]} is {view.owner(built[0])}'s, not {power}'s; possible: {own}"
        return Refusal("no-factory", sentence(text), rule)
    return Refusal("no-factory", sentence(f"No complex of {power} serves {place}; possible: {own}"), rule)


def _served(view: View, power: str, unit: UnitType) -> list[str]:
    own = capacity.sites(view, power)
    if unit.domain != SEA:
        return own
    return sorted({z for s in own for z in view.board.touching_seas(s)})


def _here(view: View, unit: UnitType, count: int, place: str) -> Refusal | None:
    limit = unit.number("per_place")
    here = sum(u.type == unit.name and u.carrier is None for u in view.state.at(place))
    if limit and here + count > limit:
        text = f"{place} can have {unit.counted(limit)}; {here} there, {count} to be placed."
        return Refusal("limit-here", text, unit.rule or view.cite("limits"))
    return None


def _room(view: View, power: str, unit: UnitType, count: int, spot: Spot) -> Refusal | None:
    if spot.among and unit.has("own quota"):
        return _quota(view, power, unit, count, spot.among)
    needed = count * capacity.slots(unit) if spot.among else 0
    left = capacity.room(view, power, spot.among) if needed else 0
    if needed > left:
        where = " and ".join(spot.among)
        text = f"{where} can make {several(left, 'unit')} more this turn, not {needed}."
        return Refusal("factory-capacity", text, view.cite("capacity"))
    return None


def _quota(view: View, power: str, unit: UnitType, count: int, among: tuple[str, ...]) -> Refusal | None:
    left = capacity.quotas(view, power, unit, among)
    if left < 0 or count <= left:
        return None
    text = f"{' and '.join(among)} can make {unit.counted(left)} more this turn, not {count}."
    return Refusal("factory-capacity", text, unit.rule or view.cite("capacity"))


def _deck(view: View, power: str, unit: UnitType, count: int, place: str) -> Refusal | None:
    if unit.domain != AIR or not view.place(place).is_sea:
        return None
    own = view.units(place, power)
    decks = sum(view.decks(u) for u in own) - sum(view.deck_room(u) for u in own if view.domain(u) == AIR)
    left = min(decks, view.empty_decks(place, power))
    if count * unit.deck > left:
        text = f"Your carriers in {place} have room for {max(0, left)} more aircraft, not {count}."
        return Refusal("no-carrier", text, view.cite("placing"))
    return None


def place_for(view: View, power: str, bought: Bought, count: int = 1) -> str:
    """The first place where `count` of some bought units may be placed now, or ""."""
    places = candidates(view, power, bought)
    return next((p for p in places if refusal(view, power, bought, count, p) is None), "")


def candidates(view: View, power: str, bought: Bought) -> list[str]:
    """The places worth asking about for some bought units, in the board's order: sites, zones beside them, and
    where such units need no complex. A facility may come anywhere."""
    unit = view.profile(power, bought.type)
    bound = bought.among or ((bought.site,) if bought.site else ())
    places = [p for p in view.board.places if p in bound] if bound else list(view.board.places)
    if unit.domain == FACILITY:
        return places
    own = capacity.sites(view, power)
    served = {*own, *(z for s in own for z in view.board.touching_seas(s))}
    return [p for p in places if p in served or placement_free(view, power, unit, p)]
