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

    def may_scramble(self, view: View, zone: str, may: bool) -> bool:
        """Whether an enemy air base beside a zone has aircraft that may scramble."""
        return may or any(_scramblers(view, place) for place in view.board.near(zone) if view.place(place).is_land)


def _scramblers(view: View, place: str) -> bool:
    owner = view.owner(place)
    if (
        not view.option("scramble")
        or not view.at_war(owner, view.active)
        or not view.base(place, "air base", str(owner))
    ):
        return False
    return any(view.has(u, "scrambles") for u in view.enemy_units(place, view.active))


RULES = (Bases(),)
