"""The two charts of technologies: what each does to units, prices and income, with what boards have of their own."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import ClassVar

from rules.core.act import Act
from rules.core.hooks import IncomeLine, Rule
from rules.core.view import View
from rules.model.orders import Invoke, Order
from rules.model.profiles import AIR, UnitType
from rules.model.vocabulary import Number, Trait

FIELDS: Mapping[tuple[str, str], Mapping[str, int]] = {
    ("super submarines", "submarine"): {"attack": 3},
    ("jet fighters", "fighter"): {"attack": 4},
}
NUMBERS: Mapping[tuple[str, str], Mapping[Number, int]] = {
    ("advanced artillery", "artillery"): {"supports": 2},
}
_CHEAPER = {
    "battleship": 3, "aircraft carrier": 3, "cruiser": 3, "destroyer": 1, "transport": 1, "submarine": 1,
}  # fmt: skip


class Charts(Rule):
    """The technologies that change profiles, prices and income. A board derives from this class.

    numbers: (technology, unit) -> numbers of its profile. bomber: the unit of heavy bombers. bonds: the entry on war bonds.
    """

    numbers: ClassVar[Mapping[tuple[str, str], Mapping[Number, int]]] = NUMBERS
    bomber: ClassVar[str] = "bomber"
    bonds: ClassVar[str] = ""

    def phases(self, options: Mapping[str, object], phases: tuple[str, ...]) -> tuple[str, ...]:
        """Research exists only where the option is on."""
        return phases if options["research_and_development"] else tuple(p for p in phases if p != "research")

    def long_range(self, view: View) -> int:
        """Points that long-range aircraft gain."""
        return 1

    def best_die(self, view: View) -> bool:
        """Whether only the better of a heavy bomber's two dice counts."""
        return True

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """A unit as its power's technologies make it."""
        for tech in view.techs(power):
            unit = dataclasses.replace(unit, **FIELDS.get((tech, unit.name), {}))  # type: ignore[arg-type]
            if numbers := self.numbers.get((tech, unit.name)):
                unit = dataclasses.replace(unit, numbers={**unit.numbers, **numbers})
            unit = self._special(view, tech, unit)
        return unit

    def _special(self, view: View, tech: str, unit: UnitType) -> UnitType:
        """Changes that are neither one field nor one number of one unit."""
        if tech == "improved shipyards" and unit.name in _CHEAPER:
            return dataclasses.replace(unit, cost=unit.cost - _CHEAPER[unit.name])
        if tech == "long-range aircraft" and unit.domain == AIR:
            return dataclasses.replace(unit, move=unit.move + self.long_range(view))
        if tech == "radar" and (unit.has("anti-air") or unit.number("built_in_aa")):
            name: Number = "aa_hits" if unit.has("anti-air") else "built_in_aa"
            return dataclasses.replace(unit, numbers={**unit.numbers, name: 2})
        if tech == "improved mechanized infantry" and unit.has("blitz with tank"):
            return dataclasses.replace(unit, traits=(unit.traits - {"blitz with tank"}) | {"blitz"})
        if tech == "heavy bombers" and unit.name == self.bomber:
            better: set[Trait] = {"best die", "best raid die"} if self.best_die(view) else set()
            numbers = {**unit.numbers, "raid_dice": 2}
            return dataclasses.replace(unit, attack_dice=2, traits=unit.traits | better, numbers=numbers)
        return unit

    def price(self, view: View, power: str, unit: UnitType, count: int, repair: bool, price: int) -> int:
        """Increased factory production repairs complexes at half price, rounded up."""
        if repair and unit.has("complex") and "increased factory production" in view.techs(power):
            return (price + 1) // 2
        return price

    def income_dice(self, act: Act, purse: str, lines: tuple[IncomeLine, ...]) -> tuple[IncomeLine, ...]:
        """War bonds: one die more."""
        power = act.board.purse_power[purse]
        if "war bonds" not in act.techs(power) or purse != _bonds_purse(act, power):
            return lines
        (die,) = act.roll(1, "war bonds", "", power, (0,), ("war bonds",))
        return (*lines, IncomeLine("war bonds", die, self.bonds))

    def handle(self, act: Act, order: Order) -> bool:
        """`invoke war bonds: UK Pacific` names the economy that gets them from now on."""
        if not isinstance(order, Invoke) or not order.name.startswith("war bonds"):
            return False
        purses = act.purses(act.active)
        named = next((p for p in purses if order.name.endswith(p.lower())), "")
        if "war bonds" not in act.techs(act.active) or len(purses) < 2:
            act.refuse("not-eligible", "Only a power with war bonds and two economies names one.", self.bonds)
        if not named:
            act.refuse("syntax", f"Name the economy: {' or '.join(purses)}.", self.bonds)
        act.set_flag("war bonds purse", named)
        return True


def _bonds_purse(view: View, power: str) -> str:
    """The economy that gets the war bonds: the one named, if its capital is free, else the first free one."""
    free = [p for p in view.purses(power) if not view.capital_lost(p)]
    named = view.flag("war bonds purse", "")
    return named if named in free else (free[0] if free else "")
