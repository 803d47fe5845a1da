"""Classic's weapons development: what each technology does to its power's units (CL-3)."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.profiles import UnitType

FIELDS: Mapping[tuple[str, str], Mapping[str, int]] = {
    ("jet power", "fighter"): {"defense": 5},
    ("super submarines", "submarine"): {"attack": 3},
    ("long range aircraft", "fighter"): {"move": 6},
    ("long range aircraft", "bomber"): {"move": 8},
}


class Technologies(Rule):
    """Jet power, super submarines, long range aircraft, industrial technology, heavy bombers."""

    id = "classic.technologies"
    title = "Weapons development"
    text = (
        "Research dice cost 5 IPC each; every 6 brings one technology of the table at once and for good. "
        "Jet power: fighters defend at 5. Super submarines attack at 3. Long range: fighters fly 6, bombers 8. "
        "Industrial technology: everything costs 1 IPC less. Heavy bombers roll 3 dice attacking and raiding. "
        "Rockets: one gun a turn hits a complex within 3 spaces for one die of IPC."
    )
    source = "Classic rulebook: weapons development"
    entries = ("CL-3.1", "CL-3.2", "CL-3.4", "CL-3.5", "CL-3.6", "CL-3.7", "CL-14.1")
    flags = {"tech.<power>": "technologies of a power"}

    def phases(self, options: Mapping[str, Any], phases: tuple[str, ...]) -> tuple[str, ...]:
        """Option `research_and_development` off: there is no research (CL-15.6)."""
        return phases if options["research_and_development"] else tuple(p for p in phases if p != "research")

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """A unit as its power's technologies make it."""
        techs = view.techs(power)
        for tech in techs:
            unit = dataclasses.replace(unit, **FIELDS.get((tech, unit.name), {}))  # type: ignore[arg-type]
        if "industrial technology" in techs and unit.cost > 1:
            unit = dataclasses.replace(unit, cost=unit.cost - 1)
        if "heavy bombers" in techs and unit.name == "bomber":
            dice = view.option("heavy_bomber_dice")
            numbers = {**unit.numbers, "raid_dice": dice}
            unit = dataclasses.replace(unit, attack_dice=dice, numbers=numbers)
        return unit


class AxisAdvantage(Rule):
    """Option: Germany begins with jet power, Japan with super submarines (CL-15.3)."""

    id = "classic.axis-advantage"
    title = "Axis advantage (option)"
    text = "Germany begins the game with jet power and Japan with super submarines."
    source = "Classic rulebook: optional rules"
    entries = ("CL-15.3",)

    @moments.game_begins
    def _give(self, act: Act) -> None:
        """Give the two technologies."""
        if act.option("germany_jet_power_and_japan_super_submarines"):
            act.set_flag("tech.Germany", ("jet power",))
            act.set_flag("tech.Japan", ("super submarines",))


RULES = (Technologies(), AxisAdvantage())
