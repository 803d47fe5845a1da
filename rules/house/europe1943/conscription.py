"""Cheaper infantry for three powers."""

from __future__ import annotations

import dataclasses

from rules.house.europe1943.document import GERMANY, USA, USSR, Section
from rules.model.profiles import UnitType

ID, INFANTRY, FIRST, PRICE = "y43.conscription", "infantry", 10, 2


class Conscription(Section):
    """Ten infantry a turn at 2 IPC."""

    id = ID
    title = "Conscription"
    text = (
        "Germany, the United States and the Soviet Union pay 2 IPC for each of the first ten infantry of a turn and 3 "
        "for each further one. They use the capacity of complexes like all others."
    )
    source = "Axis and Allies 1943: conscription"
    entries = ("Y43-13.1",)

    def change_unit(self, unit: UnitType) -> UnitType:
        """A price of these powers."""
        if unit.name != INFANTRY:
            return unit
        own = {"first_count": FIRST, "first_cost": PRICE}
        return dataclasses.replace(unit, by_power={**unit.by_power, **dict.fromkeys((GERMANY, USA, USSR), own)})


RULE = Conscription()
