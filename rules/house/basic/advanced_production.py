"""Advanced production capacity: more income for four powers at war."""

from __future__ import annotations

from rules.house.basic.document import Section
from rules.mechanics.economy.war_income import Bonus, WarIncome

ID, BONUS = "bx.advanced-production", 6


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
    parts = (
        WarIncome(
            id=ID,
            cites={"": "BX-12.1"},
            bonuses={
                "Germany": Bonus(BONUS, ("Germany",)),
                "UK Europe": Bonus(BONUS, ("United Kingdom",)),
                "Japan": Bonus(BONUS, ("Japan",)),
                "United States": Bonus(BONUS, ("Eastern United States", "Western United States")),
            },
        ),
    )


RULE = AdvancedProduction()
