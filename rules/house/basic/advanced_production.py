"""Advanced production capacity: more income for four powers at war."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.hooks import IncomeLine
from rules.core.view import View
from rules.house.basic.document import Section

ID, BONUS = "bx.advanced-production", 6
SITES: Mapping[str, tuple[str, ...]] = {
    "Germany": ("Germany",),
    "UK Europe": ("United Kingdom",),
    "Japan": ("Japan",),
    "United States": ("Eastern United States", "Western United States"),
}


class AdvancedProduction(Section):
    """Six IPC a turn for Germany, the United Kingdom, Japan and the United States."""

    id = ID
    title = "Advanced production capacity"
    text = (
        "While at war with anybody Germany, the United Kingdom (its European economy only), Japan and the United States "
        "each collect 6 IPC more a turn, as long as they hold Berlin, London, Tokyo, or Eastern or Western United States. "
        "The Soviet Union and the others get nothing."
    )
    source = "Basic Expansion: 12. Advanced Production Capacity"
    entries = tuple(f"BX-12.{n}" for n in range(1, 5))

    def income(self, view: View, purse: str, lines: tuple[IncomeLine, ...]) -> tuple[IncomeLine, ...]:
        """One line more."""
        power = view.board.purse_power[purse]
        held = any(view.owner(place) == power for place in SITES.get(purse, ()))
        if not held or not view.at_war_with_any(power):
            return lines
        return (*lines, IncomeLine("advanced production", BONUS, "BX-12.1"))


RULE = AdvancedProduction()
