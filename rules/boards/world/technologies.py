"""The two charts on boards with one kind of complex: Anniversary, and 1942 by option (AA-6, E42-5)."""

from __future__ import annotations

from rules.boards.later.technologies import Charts
from rules.core.act import Act
from rules.core.view import View
from rules.model.orders import Order, Research
from rules.model.profiles import UnitType

GROWN, LEAST = 2, 3


class Technologies(Charts):
    """The twelve technologies, as far as they change profiles, prices, production and income."""

    id = "world.technologies"
    title = "Research and development"
    text = (
        "A researcher costs 5 IPC and rolls a die every turn until there is a 6; then all of the power are given up and "
        "one advance of the chart it names is developed. Chart 1: advanced artillery (each supports two infantry), rockets, "
        "paratroopers, increased factory production (2 units more where the territory is worth 3 or more, repairs at half "
        "price), war bonds (a die of IPC), mechanized infantry. Chart 2: super submarines (attack 3), jet fighters "
        "(attack 4), improved shipyards, radar (guns hit on 2), long-range aircraft, heavy bombers (the better of two dice)."
    )
    source = "Anniversary rulebook: research and development"
    entries = ("AA-6", "E42-5")
    fact = "research_tokens"
    bonds = "AA-6"
    flags = {
        "tech.<power>": "technologies of a power",
        "research.<power>": "researchers that a power keeps",
    }

    def long_range(self, view: View) -> int:
        """Two points, or what the edition says."""
        return int(view.edition("long_range", 2))

    def capacity(self, view: View, power: str, site: str, quota: UnitType | None, units: int) -> int:
        """Increased factory production: more units where the territory is worth enough."""
        if quota or units < 0 or "increased factory production" not in view.techs(power) or view.value(site) < LEAST:
            return units
        damage = sum(c.damage for c in view.complexes(site))
        return max(0, view.value(site) + GROWN - damage) if view.complexes(site) else units

    def handle(self, act: Act, order: Order) -> bool:
        """A power without income of its own never researches."""
        if isinstance(order, Research) and not act.board.powers[act.active].income:
            act.refuse("not-eligible", f"{act.active} has no IPC: it never researches.", act.cite("research"))
        return super().handle(act, order)


RULES = (Technologies(),)
