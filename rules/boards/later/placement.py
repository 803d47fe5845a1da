"""New ships and hostile zones (G40-14.1)."""

from __future__ import annotations

from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.profiles import SEA, UnitType
from rules.model.refusals import Refusal


class NewShips(Rule):
    """New ships go into any zone beside the complex; an option closes hostile ones."""

    id = "later.new-ships"
    title = "Mobilizing ships"
    text = (
        "New ships come into any sea zone beside an own complex that has been held since the turn began, also beside "
        "enemy ships: nothing happens until the next turn. Option: not into zones with enemy warships."
    )
    source = "Global 1940 rules: mobilize new units"
    entries = ("G40-14.1",)

    def may_place(self, view: View, power: str, unit: UnitType, count: int, place: str) -> Refusal | None:
        """With the option off, zones with enemy warships are closed."""
        if unit.domain != SEA or view.option("ships_placed_in_hostile_sea_zones"):
            return None
        if view.friendly_zone(place, power):
            return None
        text = f"{place} holds enemy warships: new ships may not be placed there in this game."
        return Refusal("blocked", text, view.cite("placing"))


RULES = (NewShips(),)
