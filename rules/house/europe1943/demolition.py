"""Destroying one's own complexes and bases."""

from __future__ import annotations

from rules.house.europe1943.document import USSR, Section
from rules.mechanics.economy.charges import Charges

ID = "y43.demolition"


class Demolition(Section):
    """Paid when the turn begins, gone when it ends."""

    id = ID
    title = "Demolition"
    text = (
        "In purchase a power may have its own complexes (4 IPC) and bases (2 IPC) blown up that it has held since its "
        "turn began (demolish minor industrial complex: Warsaw). They work for this turn and are gone when it ends, "
        "after income. The Soviet Union pays nothing and may say so in any phase of its own turn."
    )
    source = "Axis and Allies 1943: standard unit adjustments"
    entries = ("Y43-3.3", "Y43-3.4", "Y43-3.5")
    parts = (Charges(id=ID, fees={"complex": 4, "air base": 2, "naval base": 2}, free=(USSR,), cites={"": "Y43-3.3"}),)


RULE = Demolition()
