"""Battleships take two hits: damaged values, repair."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.purses import pay, purse_of
from rules.core.view import View
from rules.model.board import EVERY_BOARD
from rules.model.names import several
from rules.model.orders import Item, Order, Repair
from rules.model.profiles import UnitType
from rules.model.ranks import Ranks
from rules.model.refusals import Refusal
from rules.model.state import Battle, Unit

IN_REPAIR = ".in repair"
COST = 8
DAMAGED: Mapping[str, int] = {"attack": 2, "defense": 2, "bombard": 2, "move": 1}


class Battleships(Rule):
    """The first hit damages a battleship, the second sinks it."""

    id = "rw.battleships"
    title = "Battleships take two hits"
    text = (
        "The first hit damages a battleship: from the next cycle on it attacks and defends at 2, supports at 2 and "
        "moves 1 zone. A second hit sinks it. Damaged at the start of your turn beside a complex of yours, in a zone "
        "without enemy ships, it is repaired for 8 IPC in purchase (`repair 1 battleship: ZONE`): it then neither "
        "moves nor fights this turn and is whole again when units are placed. Where a naval base serves the zone, it "
        "repairs as ever."
    )
    source = "Rules of Warfare: New Rules, Battleships"
    entries = ("RW-6.1", "RW-6.2", "RW-6.3", "RW-6.4", "RW-6.5", "RW-6.6")
    boards = EVERY_BOARD
    replaces = ("classic.battleship-hits",)
    priority = -1  # before the board's own repair, which serves zones of naval bases

    def change_unit(self, unit: UnitType) -> UnitType:
        """Two hits; weaker and slower after the first."""
        return dataclasses.replace(unit, hits=2, damaged=DAMAGED) if unit.name == "battleship" else unit

    def battle_numbers(self, view: View, battle: Battle, side: str, ranks: Ranks) -> Ranks:
        """0 in repair."""
        return ranks.each(lambda unit, number: 0 if IN_REPAIR in unit.marks else number)

    def bombarders(self, view: View, battle: Battle, ships: list[Unit]) -> list[Unit]:
        """None in repair."""
        return [ship for ship in ships if IN_REPAIR not in ship.marks]

    def may_move(self, view: View, unit: Unit, phase: str) -> Refusal | None:
        """A ship in repair stays."""
        if IN_REPAIR in unit.marks:
            return Refusal("damaged", "A battleship under repair cannot move this turn.", "RW-6.4")
        return None

    def joins(self, view: View, battle: Battle, unit: Unit, joins: bool) -> bool:
        """A ship in repair does not attack."""
        return joins and not (IN_REPAIR in unit.marks and unit.id in battle.attackers)

    def handle(self, act: Act, order: Order) -> bool:
        """`repair N battleship: ZONE` in purchase."""
        if (
            act.phase != "purchase"
            or not isinstance(order, Repair)
            or not any(i.unit == "battleship" for i in order.items)
        ):
            return False
        if any(act.base(p, "naval base", act.active) for p in act.board.near(order.place)):
            return False
        for item in order.items:
            _repair(act, item, order.place)
        return True

    @moments.phase_begins
    def _finish(self, act: Act, phase: str) -> None:
        """Place New Units: the repairs are done."""
        if phase == "mobilize":
            for unit in [u for u in act.state.units.values() if IN_REPAIR in u.marks and u.owner == act.active]:
                act.change(unit, damage=0, marks=unit.marks - {IN_REPAIR})

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Repairs possible now."""
        if view.phase != "purchase" or power != view.active:
            return ()
        zones = {
            u.place for u in view.state.units.values() if _broken(u, power) and _yard(view, u.place, power) is None
        }
        return tuple(f"repair 1 battleship: {zone}" for zone in sorted(zones))


def _broken(unit: Unit, power: str) -> bool:
    return unit.type == "battleship" and unit.owner == power and unit.damage > 0 and IN_REPAIR not in unit.marks


def _yard(view: View, zone: str, power: str) -> Refusal | None:
    """Why a zone is no place to repair in."""
    if view.enemy_units(zone, power):
        return Refusal("blocked", f"Enemy ships are in {zone}: no repair there.", "RW-6.3")
    beside = [p for p in view.board.near(zone) if view.owner(p) == power and view.complexes(p)]
    if not beside:
        return Refusal("no-factory", f"{zone} does not touch a complex of {power}.", "RW-6.3")
    return None


def _repair(act: Act, item: Item, zone: str) -> None:
    if item.unit != "battleship":
        act.refuse("not-eligible", "Only battleships are repaired.", "RW-6.3")
    ships = [u for u in act.units(zone, act.active) if _broken(u, act.active)]
    if len(ships) < item.count:
        act.refuse(
            "not-enough-units", f"{act.active} has {several(len(ships), 'damaged battleship')} in {zone}.", "RW-6.3"
        )
    act.check(_yard(act, zone, act.active))
    for ship in ships[: item.count]:
        pay(act, purse_of(act, act.active, zone) or act.active, COST, "Repairing a battleship")
        act.change(ship, marks=ship.marks | {IN_REPAIR})


RULE = Battleships()
