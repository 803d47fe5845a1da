"""Ships repaired at naval bases (G40-4.3, 21.3)."""

from __future__ import annotations

import dataclasses

from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.orders import Item, Order, Repair
from rules.model.profiles import FACILITY, UnitType
from rules.model.state import COMBAT_MOVE, Unit

PURCHASE = "purchase"


class ShipRepair(Rule):
    """Damaged capital ships beside an operative friendly naval base are repaired free in purchase."""

    id = "second-edition.ship-repair"
    title = "Repairing ships"
    text = (
        "In its purchase phase a power's damaged battleships and carriers in zones beside an operative friendly "
        "naval base are repaired at no cost; a base repaired in the same phase counts. It happens by itself when "
        "the phase is closed."
    )
    source = "Global 1940 rules: purchase and repair units"
    entries = ("G40-4.3", "G40-21.3")

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """Option `two_hit_capital_ships` off: one hit sinks them, and nothing is ever damaged."""
        if unit.has("capital ship") and not view.option("two_hit_capital_ships"):
            return dataclasses.replace(unit, hits=1)
        return unit

    @moments.phase_ends
    def _repair(self, act: Act, phase: str) -> None:
        """Repair what is serviced when purchase closes."""
        if phase == PURCHASE and not moved_before(act):
            _serve(act)

    @moments.phase_begins
    def _repair_first(self, act: Act, phase: str) -> None:
        """Where combat move comes first: when that begins."""
        if phase == COMBAT_MOVE and moved_before(act):
            _serve(act)

    def handle(self, act: Act, order: Order) -> bool:
        """`repair 1 battleship: SZ 112`: at once, where a base serves the zone."""
        if not isinstance(order, Repair) or not order.items or act.phase != PURCHASE:
            return False
        profiles = [act.profile(act.active, item.unit) for item in order.items]
        if any(p.domain == FACILITY or p.number("repair_cost") for p in profiles):
            return False
        if moved_before(act):
            text = "Ships beside an operative naval base were repaired when combat move began; now nothing is."
            act.refuse("wrong-phase", text, act.cite("ship repair"))
        for item in order.items:
            _repair(act, item, order.place)
        return True


def moved_before(view: View) -> bool:
    """Whether combat move comes before purchase in this game."""
    phases = view.table.phases
    return phases.index(COMBAT_MOVE) < phases.index(PURCHASE)


def _serve(act: Act) -> None:
    for unit in damaged(act, act.active):
        if serviced(act, unit):
            act.change(unit, damage=0)


def damaged(view: View, power: str) -> list[Unit]:
    """Damaged capital ships of a power that bases repair (those with a price for it are repaired for money)."""
    units = [u for u in view.state.units.values() if u.owner == power and u.damage and view.has(u, "capital ship")]
    return [u for u in units if not view.of(u).number("repair_cost")]


def serviced(view: View, unit: Unit) -> bool:
    """Whether an operative friendly naval base serves the zone of a ship."""
    if not view.option("capital_ships_need_naval_base_to_repair"):
        return True
    return any(view.base(p, "naval base", unit.owner) for p in view.board.near(unit.place))


def _repair(act: Act, item: Item, zone: str) -> None:
    here = [u for u in damaged(act, act.active) if u.place == zone and u.type == item.unit]
    if len(here) < item.count:
        text = f"{len(here)} damaged {item.unit} of {act.active} in {zone}, not {item.count}."
        act.refuse("not-enough-units", text, act.cite("ship repair"))
    if not serviced(act, here[0]):
        text = f"No operative friendly naval base serves {zone}."
        act.refuse("wrong-site", text, act.cite("ship repair"))
    for unit in here[: item.count]:
        act.change(unit, damage=0)


RULES = (ShipRepair(),)
