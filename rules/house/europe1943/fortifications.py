"""Fortifications of all powers."""

from __future__ import annotations

from rules.house.europe1943.document import Section
from rules.model.profiles import LAND, UnitType

ID = "y43.fortifications"
FORT = UnitType(
    "fortification", LAND, aliases=("fort",), defense=2, cost=2, rule=ID,
    traits=frozenset({"cannot attack", "cannot capture", "no rail"}), numbers={"max_turn": 10, "builders": 1},
)  # fmt: skip


class Fortifications(Section):
    """They defend at 2 and hold their ground."""

    id = ID
    title = "Fortifications"
    text = (
        "Every power may buy 10 fortifications a turn for 2 IPC each. They never move or attack, defend at 2, are "
        "losses like others, hold a territory alone and are gone when it falls. They are placed in mobilize, without "
        "a complex, in an own territory that has been friendly since the turn began, one for each own infantry that "
        "stands there and was not placed this turn (place 2 fortification: Normandy); an infantry builds one work a "
        "turn, bunkers included."
    )
    source = "Axis and Allies 1943: fortifications"
    entries = tuple(f"Y43-8.{n}" for n in range(1, 6))
    units = (FORT,)


RULE = Fortifications()
