"""The other price list: printed prices of the base game instead of the Expansion's (Y43-21.16)."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.board import Option
from rules.model.profiles import UnitType

PRINTED: Mapping[str, int] = {
    "tank": 6,
    "fighter": 10,
    "tactical bomber": 11,
    "transport": 7,
    "destroyer": 8,
    "cruiser": 12,
    "aircraft carrier": 16,
    "battleship": 20,
    "air base": 15,
    "naval base": 15,
}


class Prices(Rule):
    """The list of the Expansion stands in the units' data; an option brings the printed one."""

    id = "europe1943.prices"
    title = "Price list"
    text = (
        "Standard units cost: infantry 3, artillery 4, mechanized infantry 4, tank 5, antiaircraft artillery 5, fighter "
        "9, tactical bomber 10, strategic bomber 12, transport 6, submarine 6, destroyer 7, cruiser 9, aircraft carrier "
        "12, battleship 15, air base 12, naval base 12. By option (a1940 in place of g40) the printed prices: tank 6, "
        "fighter 10, tactical bomber 11, transport 7, destroyer 8, cruiser 12, aircraft carrier 16, battleship 20, bases 15."
    )
    source = "Axis and Allies 1943: standard units"
    entries = ("Y43-21.16", "Y43-21.17")
    options = (
        Option(
            "price_list",
            "g40",
            "Prices of standard units: g40 (the Expansion's) or a1940 (printed)",
            words=("g40", "a1940"),
        ),
    )

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """The printed price."""
        if view.option("price_list") != "a1940" or unit.name not in PRINTED:
            return unit
        return dataclasses.replace(unit, cost=PRINTED[unit.name])


RULES = (Prices(),)
