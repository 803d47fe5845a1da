"""What holds as soon as any rule of the document is on: what works need, the timetable, and what there is not."""

from __future__ import annotations

from rules.core.hooks import Rule
from rules.core.view import View
from rules.house.europe1943.industry import made_beside
from rules.house.europe1943.parts.works import Works
from rules.mechanics.economy.prices import Timetable
from rules.model.profiles import UnitType

ID = "y43.document"
GERMANY, USA, USSR = "Germany", "United States", "Soviet Union"
UK, ITALY, FINLAND = "United Kingdom", "Italy", "Finland"


class Section(Rule):
    """A rule of Axis and Allies 1943."""

    boards = ("europe1943",)


class Axis1943(Section):
    """Limits, places, and the closed list of units."""

    id = ID
    title = "Axis and Allies 1943: units and limits"
    text = (
        "Beside the standard units there are those that the document names, and no others. “On the board” limits what "
        "a power has at one time (lost units may be had again), “a turn” what it buys in one turn; both are looked at "
        "in purchase. Where places are named a unit is made only there, at a complex held since the turn began, and "
        "it uses the complex like any other; landmines, rockets and works use none. Nothing is free: no mass "
        "production bonus, no gifts. Everything is for sale from round 1, but for atomic bombs (2) and the wonder "
        "weapons (4)."
    )
    source = "Axis and Allies 1943: introduction, standard unit adjustments"
    entries = ("Y43-0.1", "Y43-0.3", "Y43-0.4", "Y43-0.5", "Y43-0.6", "Y43-3.1", "Y43-3.2", "Y43-21.22")
    parts = (Timetable(id=ID), Works(id=ID, cites={"": "Y43-8.2", "builders": "Y43-8.3"}))

    def capacity(self, view: View, power: str, place: str, quota: UnitType | None, capacity: int) -> int:
        """What minor complexes make of mines and rockets."""
        return made_beside(view, place, capacity) if quota else capacity


COMMON = Axis1943()
