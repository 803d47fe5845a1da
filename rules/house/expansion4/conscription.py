"""Section 3: Red Army Conscription, cheap infantry in one round."""

from __future__ import annotations

from rules.house.expansion4.document import Section
from rules.mechanics.economy.made_at import MadeAt
from rules.mechanics.units.conscripts import conscript

ID = "x4.conscription"
CONSCRIPT = conscript(ID, powers=("Soviet Union",), first=5, last=5)


class Conscription(Section):
    """As many infantry at 2 IPC in Early 1942 as all Soviet complexes make."""

    id = ID
    title = "Red Army Conscription"
    text = (
        "Only in Early 1942 (round 5) the Soviet Union may buy conscripts for 2 IPC each, as many as all its complexes can "
        "make in that turn. They are placed at any of its complexes held since the turn began, use capacity like other "
        "units, and from then on are ordinary infantry (attack 1, defend 2, move 1)."
    )
    source = "Expansion IV: 3. Red Army Conscription"
    needs = ("Soviet Union",)
    entries = tuple(f"X4-3.{n}" for n in range(1, 6))
    units = (CONSCRIPT,)
    parts = (MadeAt(id=ID, towns={CONSCRIPT.name: "Soviet complexes"}, cites={"": "X4-3.3", "room": "X4-3.4"}),)


RULE = Conscription()
