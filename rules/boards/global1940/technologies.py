"""Global 1940's research: what each technology does to its power's units (G40-3)."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from rules.battle import sides
from rules.core.act import Act
from rules.core.hooks import IncomeLine, Rule
from rules.core.view import View
from rules.model.orders import Invoke, Order
from rules.model.profiles import AIR, UnitType
from rules.model.ranks import Count, Ranks, positive
from rules.model.state import Battle
from rules.model.vocabulary import Number, Trait

_FIELDS: Mapping[tuple[str, str], Mapping[str, int]] = {
    ("super submarines", "submarine"): {"attack": 3},
    ("jet fighters", "fighter"): {"attack": 4},
}
_CHEAPER = {
    "battleship": 3, "aircraft carrier": 3, "cruiser": 3, "destroyer": 1, "transport": 1, "submarine": 1,
}  # fmt: skip
_NUMBERS: Mapping[tuple[str, str], Mapping[Number, int]] = {
    ("advanced artillery", "artillery"): {"supports": 2},
    ("increased factory production", "major industrial complex"): {"produces": 12},
    ("increased factory production", "minor industrial complex"): {"produces": 4},
    ("jet fighters", "fighter"): {"air_attack": 2, "air_defense": 2},
    ("heavy bombers", "strategic bomber"): {"raid_dice": 2},
}


class Technologies(Rule):
    """The twelve technologies, as far as they change profiles, prices and income."""

    id = "global1940.technologies"
    title = "Research and development (option)"
    text = (
        "Research dice cost 5 IPC each; a turn with at least one 6 brings one technology of the chart you name. "
        "Chart 1: advanced artillery, rockets, paratroopers, increased factory production, war bonds, improved "
        "mechanized infantry. Chart 2: super submarines, jet fighters, improved shipyards, radar, long-range "
        "aircraft, heavy bombers."
    )
    source = "Global 1940 rules: research and development"
    entries = tuple(f"G40-3.{n}" for n in (1, 2, 3, 4, 5, 8, 9, 11, 12, 13, 14, 15, 16))
    flags = {
        "tech.<power>": "technologies of a power",
        "research.<power>": "research dice kept from earlier turns (option research_dice_kept)",
        "war bonds purse": "economy that gets the British war bonds",
    }

    def phases(self, options: Mapping[str, object], phases: tuple[str, ...]) -> tuple[str, ...]:
        """Research exists only where the option is on."""
        return phases if options["research_and_development"] else tuple(p for p in phases if p != "research")

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """A unit as its power's technologies make it."""
        for tech in view.techs(power):
            unit = dataclasses.replace(unit, **_FIELDS.get((tech, unit.name), {}))  # type: ignore[arg-type]
            if numbers := _NUMBERS.get((tech, unit.name)):
                unit = dataclasses.replace(unit, numbers={**unit.numbers, **numbers})
            unit = _special(view, tech, unit)
        return unit

    def price(self, view: View, power: str, unit: UnitType, count: int, repair: bool, price: int) -> int:
        """Increased factory production repairs complexes at half price, rounded up (G40-3.8)."""
        if repair and unit.has("complex") and "increased factory production" in view.techs(power):
            return (price + 1) // 2
        return price

    def income_dice(self, act: Act, purse: str, lines: tuple[IncomeLine, ...]) -> tuple[IncomeLine, ...]:
        """War bonds: one die more (G40-3.9)."""
        power = act.board.purse_power[purse]
        if "war bonds" not in act.techs(power) or purse != _bonds_purse(act, power):
            return lines
        (die,) = act.roll(1, "war bonds", "", power, (0,), ("war bonds",))
        return (*lines, IncomeLine("war bonds", die, "G40-3.9"))

    def handle(self, act: Act, order: Order) -> bool:
        """`invoke war bonds: UK Pacific` names the economy that gets them from now on."""
        if not isinstance(order, Invoke) or not order.name.startswith("war bonds"):
            return False
        purses = act.purses(act.active)
        named = next((p for p in purses if order.name.endswith(p.lower())), "")
        if "war bonds" not in act.techs(act.active) or len(purses) < 2:
            act.refuse("not-eligible", "Only a power with war bonds and two economies names one.", "G40-3.9")
        if not named:
            act.refuse("syntax", f"Name the economy: {' or '.join(purses)}.", "G40-3.9")
        act.set_flag("war bonds purse", named)
        return True


def _special(view: View, tech: str, unit: UnitType) -> UnitType:
    """Changes that are neither one field nor one number of one unit."""
    if tech == "improved shipyards" and unit.name in _CHEAPER:
        return dataclasses.replace(unit, cost=unit.cost - _CHEAPER[unit.name])
    if tech == "long-range aircraft" and unit.domain == AIR:
        return dataclasses.replace(unit, move=unit.move + 1)
    if tech == "radar" and (unit.has("anti-air") or unit.number("built_in_aa")):
        name: Number = "aa_hits" if unit.has("anti-air") else "built_in_aa"
        return dataclasses.replace(unit, numbers={**unit.numbers, name: 2})
    if tech == "improved mechanized infantry" and unit.has("blitz with tank"):
        return dataclasses.replace(unit, traits=(unit.traits - {"blitz with tank"}) | {"blitz"})
    if tech == "heavy bombers" and unit.name == "strategic bomber":
        better: set[Trait] = {"best die", "best raid die"} if view.option("heavy_bombers_take_better_die") else set()
        return dataclasses.replace(unit, attack_dice=2, traits=unit.traits | better)
    return unit


def _bonds_purse(view: View, power: str) -> str:
    """The economy that gets the war bonds: the one named, if its capital is free, else the first free one."""
    free = [p for p in view.purses(power) if not view.capital_lost(p)]
    named = view.flag("war bonds purse", "")
    return named if named in free else (free[0] if free else "")


class ImprovedMechanized(Rule):
    """Mechanized infantry beside tanks attack at 2 (artillery raises them anyway)."""

    id = "global1940.improved-mechanized"
    title = "Improved mechanized infantry (technology)"
    text = (
        "Mechanized infantry blitz without a tank, and each one paired with a tank or an artillery attacks at 2. "
        "A tank that pairs a tactical bomber raises no mechanized infantry in that round."
    )
    source = "Global 1940 rules: research and development"
    entries = ("G40-3.10",)

    def battle_numbers(self, view: View, battle: Battle, side: str, ranks: Ranks) -> Ranks:
        """Free tanks raise one mechanized infantry each."""
        if side == sides.ATTACKER and "improved mechanized infantry" in view.techs(battle.attacker):
            riders = [r for r in ranks if r.unit.type == "mechanized infantry" and r.number == 1]
            ranks.improve(riders, _free_tanks(view, ranks), lambda _: 2)
        return ranks


def _free_tanks(view: View, ranks: Ranks) -> Count:
    tanks = ranks.total(lambda u: int(view.has(u, "leads mechanized")))
    fighters = ranks.total(lambda u: int(view.has(u, "pairs tactical"))) - tanks
    bombers = ranks.total(lambda u: int(view.has(u, "paired at 4")))
    return positive(tanks - positive(bombers - fighters))


RULES = (Technologies(), ImprovedMechanized())
