"""Industrial complexes: what capture does to them, upgrades (G40-4.5, 12.1, 12.4)."""

from __future__ import annotations

from rules.core import purses
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.purses import pay
from rules.core.view import View
from rules.economy import pool
from rules.economy.sites import facility_refusal
from rules.model.orders import Order, Upgrade
from rules.model.state import Bought, Facility

MAJOR, MINOR = "major industrial complex", "minor industrial complex"


class Complexes(Rule):
    """Majors become minors at capture; minors on own original soil worth 3 or more may be upgraded."""

    id = "second-edition.complexes"
    title = "Industrial complexes"
    text = (
        "A major complex (30 IPC, 10 units a turn) stands only on its buyer's original territory worth 3 or more, a "
        "minor one (12 IPC, 3 units) on any territory worth 2 or more, neither on islands. An undamaged minor on own "
        "original soil worth 3 or more becomes a major for 20 IPC. A captured major becomes a minor."
    )
    source = "Global 1940 rules: industrial complexes"
    entries = ("G40-4.5", "G40-12.1", "G40-12.4", "G40-14.3", "G40-20.4", "G40-21.1")

    def captured_facilities(
        self, view: View, place: str, by: str | None, facilities: tuple[Facility, ...]
    ) -> tuple[Facility, ...]:
        """Majors fall to minors."""
        return tuple(_fallen(view, f) for f in facilities)

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Upgrades possible now."""
        if view.phase != "purchase" or power != view.active:
            return ()
        mine = [p for p in sorted(view.state.facilities) if view.owner(p) == power and view.facilities(p, MINOR)]
        return tuple(f"upgrade {MINOR} to {MAJOR}: {p}" for p in mine if view.soil(p) == power)

    def handle(self, act: Act, order: Order) -> bool:
        """`upgrade minor industrial complex to major industrial complex: PLACE` in purchase."""
        if not isinstance(order, Upgrade) or act.phase != "purchase" or order.to != MAJOR:
            return False
        if not act.table.units[order.item.unit].has("complex"):
            return False
        _upgrade(act, order.place)
        return True


def _fallen(view: View, facility: Facility) -> Facility:
    if facility.type != MAJOR:
        return facility
    most = view.table.units[MINOR].number("max_damage")
    return Facility(MINOR, min(most, facility.damage), facility.original, facility.marks)


def _upgrade(act: Act, place: str) -> None:
    power, unit = act.active, act.profile(act.active, MAJOR)
    minor = next(iter(act.facilities(place, MINOR)), None)
    if minor is None:
        act.refuse("no-target", f"There is no {MINOR} in {place}.", act.cite("complex"))
    if minor.damage:
        text = f"The complex in {place} has {minor.damage} damage: repair it first."
        act.refuse("damaged", text, act.cite("complex"))
    if any(b.site == place and b.type == MAJOR for b in act.state.pool.get(power, ())):
        act.refuse("already-used", f"The complex in {place} is being upgraded already.", act.cite("complex"))
    act.check(facility_refusal(act, power, unit, 1, place, upgrade=True))
    purse, cost = purses.purse_of(act, power, place), unit.number("upgrade_cost")
    pay(act, purse, cost, f"Upgrading the complex in {place}")
    pool.add(act, power, Bought(MAJOR, 1, purse, cost, place, frozenset({"upgrade"})))


RULES = (Complexes(),)
