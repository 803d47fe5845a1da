"""Assault guns support tactical bombers."""

from __future__ import annotations

import dataclasses

from rules.house.europe1943.document import Section
from rules.model.profiles import UnitType

ID = "y43.assault-guns"
GUNS = ("stug iii", "stummel", "nashorn", "elefant", "su-152")


class AssaultGuns(Section):
    """One gun, one bomber."""

    id = ID
    title = "Assault guns and tactical bombers"
    text = (
        "Each Stug III, Stummel, Nashorn, Elefant and SU-152 raises one tactical bomber to 4 on attack, as a tank or "
        "a fighter does; a Stug may raise an infantry as well."
    )
    source = "Axis and Allies 1943: assault guns"
    entries = ("Y43-13.2",)

    def change_unit(self, unit: UnitType) -> UnitType:
        """The trait of tanks."""
        return dataclasses.replace(unit, traits=unit.traits | {"pairs tactical"}) if unit.name in GUNS else unit


RULE = AssaultGuns()
