"""Special infantry that takes no room aboard."""

from __future__ import annotations

import dataclasses

from rules.core.view import View
from rules.house.europe1943.document import Section
from rules.model.board import Option
from rules.model.profiles import UnitType

ID = "y43.special-infantry"
LIGHT = ("marine", "guard infantry", "commando", "panzer grenadier", "bazooka infantry")
ROOM = Option(
    "y43.exempt_infantry_cargo",
    "free",
    "Room of special infantry aboard: free, or infantry (as infantry)",
    words=("free", "infantry"),
)


class SpecialInfantry(Section):
    """Five kinds of infantry go along with any load."""

    id = ID
    title = "Special infantry aboard"
    text = (
        "Marines, Soviet Guards, commandos, panzer grenadiers and bazooka infantry take no room on transports, heavy "
        "transports, landing craft and air transports; a railway counts them as units. By option they take the room of "
        "an infantry."
    )
    source = "Axis and Allies 1943: standard unit adjustments"
    entries = ("Y43-3.6",)
    options = (ROOM,)

    def change_unit(self, unit: UnitType) -> UnitType:
        """No room."""
        return dataclasses.replace(unit, traits=unit.traits | {"takes no room"}) if unit.name in LIGHT else unit

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """Unless the option says otherwise."""
        if unit.name not in LIGHT or view.option(ROOM) == "free":
            return unit
        return dataclasses.replace(unit, traits=unit.traits - {"takes no room"})


RULE = SpecialInfantry()
