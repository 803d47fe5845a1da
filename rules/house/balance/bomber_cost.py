"""Section 1: what a strategic bomber costs."""

from __future__ import annotations

import dataclasses

from rules.house.balance.document import Section
from rules.model.profiles import UnitType

ID, BOMBER, COST = "bm.bomber-cost", "strategic bomber", 14


class BomberCost(Section):
    """A dearer bomber, in whatever price list."""

    id = ID
    title = "Bombers at 14 IPC"
    text = (
        f"A strategic bomber costs {COST} IPC, also where other house rules bring a price list of their own. No other "
        "price changes."
    )
    source = "Balance Mod 4: unit changes"
    entries = ("BM-1.1",)
    boards = ("global1940",)

    def change_unit(self, unit: UnitType) -> UnitType:
        """The price."""
        return dataclasses.replace(unit, cost=COST) if unit.name == BOMBER else unit


RULE = BomberCost()
