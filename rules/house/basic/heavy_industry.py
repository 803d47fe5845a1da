"""Section 9: complexes that make more units, and air bases that scramble more aircraft."""

from __future__ import annotations

from rules.core import moments
from rules.core.act import Act
from rules.core.purses import pay
from rules.core.view import View
from rules.house.basic.document import HEAVY, MAJOR_CAPITALS, Section
from rules.mechanics.economy.facilities import marked, named, payer, replace
from rules.model.names import article
from rules.model.orders import Order, Upgrade
from rules.model.profiles import UnitType
from rules.model.refusals import Refusal
from rules.model.state import Facility

BIG, BIG_COST = 2, 3
SMALL, SMALL_COST = 1, 2
MORE_SCRAMBLES = 1
AIR_BASE = "air base"


class HeavyIndustry(Section):
    """Heavy Industry markers under complexes that stand since the start, and under air bases."""

    id = "bx.heavy-industry"
    title = "Heavy Industry Production and Major Capitals"
    text = (
        "In its purchase phase a power may upgrade an undamaged industrial complex that has stood since the start of "
        "the game on its own original soil, once: for 3 IPC a complex in a Major Capital (Berlin, Moscow, Tokyo, London, "
        "Washington) or any major one makes 2 units more, for 2 IPC any other makes 1 more, from this turn on "
        "(`upgrade major industrial complex to heavy industry: Germany`). Damage counts against the raised number. It "
        "is lost when the enemy takes the complex, when a minor complex becomes a major one, or when it goes "
        "underground; an underground factory may be upgraded. For 3 IPC an undamaged air base scrambles 4 aircraft."
    )
    source = "Basic Expansion: 9. Heavy Industry Production"
    entries = tuple(f"BX-9.{n}" for n in range(1, 12))

    def handle(self, act: Act, order: Order) -> bool:
        """`upgrade FACILITY to heavy industry: PLACE` in purchase."""
        if (
            act.phase != "purchase"
            or not isinstance(order, Upgrade)
            or order.to not in (HEAVY, "heavy industry production")
        ):
            return False
        _upgrade(act, order.item.unit, order.place)
        return True

    def tags(self, unit: UnitType, owner: str, tags: tuple[str, ...]) -> tuple[str, ...]:
        """Complexes and air bases are written with it."""
        return (*tags, HEAVY) if unit.has("complex") or unit.name == AIR_BASE else tags

    def capacity(self, view: View, power: str, place: str, quota: UnitType | None, capacity: int) -> int:
        """Damage takes from the raised number."""
        return capacity if quota else capacity + sum(_more(view, power, place, f) for f in view.complexes(place))

    def scramble_limit(self, view: View, place: str, base: Facility, most: int) -> int:
        """One more from an upgraded air base."""
        return most + MORE_SCRAMBLES if HEAVY in base.marks else most

    def captured_facilities(
        self, view: View, place: str, by: str | None, facilities: tuple[Facility, ...]
    ) -> tuple[Facility, ...]:
        """Whoever takes the place finds the facility as it was printed."""
        return tuple(marked(f, without=HEAVY) for f in facilities)

    @moments.complex_grown
    def _lose(self, act: Act, place: str) -> None:
        """A minor complex that becomes a major one loses it."""
        for facility in act.complexes(place):
            replace(act, place, facility, marked(facility, without=HEAVY), "upgraded")

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Upgrades possible now."""
        if view.phase != "purchase" or power != view.active:
            return ()
        own = sorted(p for p, owner in view.state.owners.items() if owner == power)
        found = [(p, f) for p in own for f in view.facilities(p) if _why_not(view, p, f) is None]
        return tuple(f"upgrade {f.type} to {HEAVY}: {p}" for p, f in found)


def bonus(place: str, facility: Facility) -> int:
    """Units more that an upgraded complex makes in a place."""
    big = place in MAJOR_CAPITALS or facility.type == "major industrial complex"
    return BIG if big else SMALL


def cost(place: str, facility: Facility) -> int:
    """IPC for upgrading a facility."""
    return BIG_COST if facility.type == AIR_BASE or bonus(place, facility) == BIG else SMALL_COST


def _more(view: View, power: str, place: str, facility: Facility) -> int:
    if HEAVY not in facility.marks:
        return 0
    makes = view.profile(power, facility.type).number("produces")
    return max(0, makes + bonus(place, facility) - facility.damage) - max(0, makes - facility.damage)


def _upgrade(act: Act, name: str, place: str) -> None:
    facility = named(act, place, name)
    if facility is None:
        act.refuse("no-target", f"There is no {name} in {place}.", "BX-9.1")
    act.check(_why_not(act, place, facility))
    price = cost(place, facility)
    pay(act, payer(act, place), price, "Heavy Industry")
    replace(act, place, facility, marked(facility, HEAVY), "heavy industry")
    act.note(f"{act.active} upgrades the {facility.type} in {place} to Heavy Industry ({price} IPC).", place=place)


def _why_not(view: View, place: str, facility: Facility) -> Refusal | None:
    """Why the active power may not upgrade a facility."""
    is_complex = view.table.units[facility.type].has("complex")
    if not is_complex and facility.type != AIR_BASE:
        text = f"{article(facility.type)} has no Heavy Industry: complexes and air bases can be upgraded."
        return Refusal("not-eligible", text, "BX-9.10")
    if refusal := (_origin(view, place, facility) if is_complex else None):
        return refusal
    if view.owner(place) != view.active:
        return Refusal("wrong-site", f"{place} is not in the hands of {view.active}.", "BX-9.9")
    if HEAVY in facility.marks:
        return Refusal("already-used", f"The {facility.type} in {place} has been upgraded already.", "BX-9.2")
    if facility.damage:
        text = f"The {facility.type} in {place} has {facility.damage} damage: repair it first."
        return Refusal("damaged", text, "BX-9.5" if is_complex else "BX-9.10")
    return None


def _origin(view: View, place: str, facility: Facility) -> Refusal | None:
    """Complexes: only their original owner, or who stands in its stead, upgrades them, and only those that stand since the
    start."""
    if view.soil(place) != view.active:
        text = f"Only its original owner upgrades a complex; {place} was not {view.active}'s."
        return Refusal("not-eligible", text, "BX-9.9")
    if not facility.original:
        text = f"Only complexes that stand since the start of the game are upgraded; that in {place} was built later."
        return Refusal("not-eligible", text, "BX-9.1")
    return None


RULE = HeavyIndustry()
