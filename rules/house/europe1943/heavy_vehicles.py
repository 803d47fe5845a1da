"""Ground units of several hits are repaired for money; units of one space go by sea in one turn."""

from __future__ import annotations

import dataclasses

from rules.house.europe1943.document import Section
from rules.model.profiles import LAND, UnitType

ID, COST = "y43.heavy-vehicles", 1


class HeavyVehicles(Section):
    """1 IPC a hit, anywhere."""

    id = ID
    title = "Damaged vehicles"
    text = (
        "Land units of several hits, heavy bunkers too, keep what has hit them until their owner repairs it in "
        "purchase: 1 IPC a hit, anywhere, aboard a ship too (repair 3 maeuschen: Tula). Damaged ones move and fight "
        "as ever. Units that move one space board and leave a transport in one noncombat move."
    )
    source = "Axis and Allies 1943: Germany, Tiger I, E-100; United Kingdom, Tortoise"
    entries = ("Y43-16.8", "Y43-18.7", "Y43-18.10")

    def change_unit(self, unit: UnitType) -> UnitType:
        """A price for every hit of a land unit that takes several."""
        if unit.domain != LAND or unit.hits < 2:
            return unit
        return dataclasses.replace(unit, numbers={"repair_cost": COST, **unit.numbers})


RULE = HeavyVehicles()
