"""Revised's weapons development: what each technology does to its power's units (REV-4)."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from rules.boards.classic.technologies import FIELDS
from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.mechanics.fire.gun_rockets import GunRockets
from rules.model.profiles import UnitType
from rules.model.vocabulary import Trait
from rules.phases.research import DEVELOPED, gain

ID = "revised.technologies"
BEST: frozenset[Trait] = frozenset({"best die", "best raid die"})


class Technologies(Rule):
    """Jet power, rockets, super submarines, long range aircraft, combined bombardment, heavy bombers."""

    id = ID
    title = "Weapons development"
    text = (
        "Research dice cost 5 IPC each and are rolled for one technology that is named: research 2 for jet power. Each die "
        "with its number develops it, at once (with `lhtr` at the end of the turn). 1 jet power: fighters defend at 5. 2 "
        "rockets: a gun hits a complex within 3 spaces for a die of IPC. 3 super submarines attack at 3. 4 long range "
        "aircraft: fighters fly 6, bombers 8. 5 combined bombardment: destroyers support landings at 3. 6 heavy bombers roll "
        "2 dice attacking and raiding (with `lhtr` the better counts, and 1 more in a raid)."
    )
    source = "Revised rulebook: weapons development"
    entries = ("REV-4",)
    flags = {"tech.<power>": "technologies of a power"}
    parts = (GunRockets(id=ID, cites={"": "REV-4"}, reach=3),)

    def phases(self, options: Mapping[str, Any], phases: tuple[str, ...]) -> tuple[str, ...]:
        """Research exists only where the option is on."""
        return phases if options["research_and_development"] else tuple(p for p in phases if p != "research")

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """A unit as its power's technologies make it."""
        techs = view.techs(power)
        for tech in techs:
            unit = dataclasses.replace(unit, **FIELDS.get((tech, unit.name), {}))  # type: ignore[arg-type]
        if "combined bombardment" in techs and unit.name == "destroyer":
            unit = dataclasses.replace(unit, numbers={**unit.numbers, "bombard": 3})
        if "heavy bombers" in techs and unit.name == "bomber":
            lhtr = bool(view.option("lhtr"))
            numbers = {**unit.numbers, "raid_dice": 2, "raid_bonus": int(lhtr)}
            unit = dataclasses.replace(
                unit, attack_dice=2, numbers=numbers, traits=unit.traits | (BEST if lhtr else set())
            )
        return unit

    @moments.turn_ends
    def _developed(self, act: Act) -> None:
        """What waited for the end of the turn is there (lhtr)."""
        for tech in act.flag(DEVELOPED, ()):
            gain(act, act.active, tech)


RULES = (Technologies(),)
