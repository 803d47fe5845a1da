"""Destroyers, and the battleship that may be swapped for two of them before the game."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from rules.core.act import Act
from rules.core.view import View
from rules.house.warfare.setup_phase import SETUP, SetupRule
from rules.model.board import Option
from rules.model.orders import Items, Order, listed
from rules.model.parse import Lexicon, bad_form, parse_items, split_colon
from rules.model.profiles import SEA, UnitType

ID = "rw.destroyers"
SWAP_ALL = Option("rw.swap_all", False, "Every battleship may be swapped, not one a power")
DESTROYER = UnitType("destroyer", SEA, aliases=("dd",), attack=3, defense=3, move=2, cost=15, rule=ID)


@dataclass(frozen=True, slots=True)
class Swap(Order):
    """swap ITEMS for ITEMS: PLACE"""

    verb: ClassVar[str] = "swap"
    items: Items
    into: Items
    place: str

    def rest(self) -> str:
        """The text behind the verb."""
        return f"{listed(self.items)} for {listed(self.into)}: {self.place}"


def read_swap(rest: str, lex: Lexicon) -> Order:
    """The order of a text such as `1 battleship for 2 destroyer: SZ 13`."""
    form = "swap 1 battleship for 2 destroyer: SZ 13"
    what, place = split_colon(rest, 2, form)
    parts = re.split(r"\s+for\s+", what, flags=re.I)
    if len(parts) != 2:
        raise bad_form(form)
    return Swap(parse_items(parts[0], lex), parse_items(parts[1], lex), lex.place(place))


class Destroyers(SetupRule):
    """Destroyers: 15 IPC, move 2, attack and defense 3, no support of landings."""

    id = ID
    title = "Destroyers"
    text = (
        "A destroyer costs 15 IPC, moves 2 zones, attacks and defends at 3 and takes one hit. It gives no support shot "
        "to a landing. Before the first turn each power may swap one battleship for two destroyers in the same zone: "
        "`swap 1 battleship for 2 destroyer: ZONE`."
    )
    source = "Rules of Warfare: New Units, Destroyers"
    entries = ("RW-2.1", "RW-2.2", "RW-2.3", "RW-2.4")
    boards = ("classic",)
    options = (SWAP_ALL,)
    units = (DESTROYER,)
    verbs = {Swap.verb: read_swap}
    flags = {"rw.swapped": "powers that have swapped a battleship"}

    def set_up(self, act: Act, power: str, order: Order) -> bool:
        """`swap 1 battleship for 2 destroyer: ZONE`."""
        if not isinstance(order, Swap):
            return False
        if act.phase != SETUP:
            act.refuse("too-late", "Battleships are swapped before the first turn only.", "RW-2.3")
        _check_form(act, order)
        done = tuple(act.flag("rw.swapped", ()))
        if power in done and not act.option(SWAP_ALL):
            act.refuse("already-used", f"{power} has swapped its battleship: one for each power.", "RW-2.3")
        count = order.items[0].count
        ships = [u for u in act.units(order.place, power) if u.type == "battleship"]
        if len(ships) < count:
            where = ", ".join(_battleships(act, power)) or "none on the board"
            act.refuse("not-enough-units", f"{power} has no battleship in {order.place}; it has: {where}.", "RW-2.3")
        for ship in ships[:count]:
            act.remove(ship, "swapped")
        for _ in range(2 * count):
            act.place_unit("destroyer", power, order.place, "swapped")
        act.set_flag("rw.swapped", (*done, power))
        return True

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Swaps possible in the set-up."""
        if view.phase != SETUP or (power in view.flag("rw.swapped", ()) and not view.option(SWAP_ALL)):
            return ()
        return tuple(f"swap 1 battleship for 2 destroyer: {zone}" for zone in _battleships(view, power))


def _battleships(view: View, power: str) -> list[str]:
    return sorted({u.place for u in view.state.units.values() if u.owner == power and u.type == "battleship"})


def _check_form(act: Act, order: Swap) -> None:
    one = len(order.items) == len(order.into) == 1
    fits = one and order.items[0].unit == "battleship" and order.into[0].unit == "destroyer"
    if not fits or order.into[0].count != 2 * order.items[0].count:
        act.refuse("not-eligible", "One battleship is swapped for two destroyers in its zone.", "RW-2.3")
    if order.items[0].count > 1 and not act.option(SWAP_ALL):
        act.refuse("already-used", "Each power may swap one battleship.", "RW-2.3")


RULE = Destroyers()
