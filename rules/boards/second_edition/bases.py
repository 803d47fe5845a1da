"""Air and naval bases in movement."""

from __future__ import annotations

from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.profiles import AIR, LAND, SEA
from rules.model.state import Unit


class Bases(Rule):
    """One point more for ships and aircraft that set out from an operative friendly base."""

    id = "second-edition.bases"
    title = "Air bases and naval bases"
    text = (
        "Ships that begin their turn in a zone beside an operative friendly naval base have one movement point "
        "more, and so have aircraft that take off from a territory with an operative friendly air base. A base "
        "with 3 or more damage is out of order."
    )
    source = "Global 1940 rules: facilities"
    entries = ("G40-7.4", "G40-7.7", "G40-21.2", "G40-21.3", "G40-18.6")

    def points(self, view: View, unit: Unit, points: int) -> int:
        """The bonus of the place where the unit's turn began."""
        start, domain = unit.start, view.domain(unit)
        if domain == LAND or view.has(unit, "no base range"):
            return points
        if domain == SEA:
            return points + any(view.base(p, "naval base", unit.owner) for p in view.board.near(start))
        if domain == AIR and view.place(start).is_land:
            return points + view.base(start, "air base", unit.owner)
        return points


RULES = (Bases(),)
