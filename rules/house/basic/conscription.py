"""Red Army Conscription: cheap infantry, once in the game."""

from __future__ import annotations

import dataclasses

from rules.core.view import View
from rules.house.basic.document import Section
from rules.mechanics.units.conscripts import conscript
from rules.model.board import Option
from rules.model.profiles import UnitType

ID = "bx.conscription"
FREE = Option("bx.conscripts_ignore_capacity", False, "Conscripts use no factory capacity")
CONSCRIPT = conscript(ID, powers=("Soviet Union",), first=5, last=5, most=12)


class Conscription(Section):
    """Up to twelve infantry at 2 IPC in Early 1942."""

    id = ID
    title = "Red Army Conscription"
    text = (
        "Only in Early 1942 (round 5), once in the game, the Soviet Union may buy up to 12 conscripts for 2 IPC each. They "
        "are placed at any of its complexes held since the turn began, use its capacity like other units, and from then "
        "on are ordinary infantry (attack 1, defend 2, move 1)."
    )
    source = "Basic Expansion: 4. Red Army Conscription"
    entries = tuple(f"BX-4.{n}" for n in range(1, 5))
    options = (FREE,)
    units = (CONSCRIPT,)

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """Without capacity by option."""
        free = unit.name == CONSCRIPT.name and view.option(FREE)
        return dataclasses.replace(unit, traits=unit.traits | {"takes no capacity"}) if free else unit


RULE = Conscription()
