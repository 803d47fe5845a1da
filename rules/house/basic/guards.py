"""Russian Guard infantry: three at a time, from Moscow."""

from __future__ import annotations

from rules.house.basic.document import Section
from rules.mechanics.economy.made_at import MadeAt
from rules.model.profiles import LAND, UnitType

ID, NAME, MOSCOW, USSR = "bx.guards", "guard infantry", "Russia", "Soviet Union"
GUARD = UnitType(
    NAME, LAND, plural=NAME, aliases=("guard", "guards", "guards infantry"), attack=2, defense=3, move=2, cost=3,
    cargo=2, traits=frozenset({"supported"}), powers=(USSR,), built_at=(MOSCOW,), rule=ID,
    numbers={"batch": 3, "batch_cost": 10, "max_board": 9, "from_round": 4},
)  # fmt: skip


class Guards(Section):
    """Infantry at 2 and 3 that moves two spaces."""

    id = ID
    title = "Russian Guard infantry"
    text = (
        "From Late 1941 (round 4) the Soviet Union may buy Guards, always 3 at a time for 10 IPC, at most 9 on the board; "
        "lost ones may be bought again. They attack at 2 (3 with artillery), defend at 3, move up to 2 spaces without "
        "blitzing and otherwise are infantry. They are made in Moscow only: the three of a batch are placed there "
        "together, or all three are refunded."
    )
    source = "Basic Expansion: 1. Russian Guard Infantry"
    entries = tuple(f"BX-1.{n}" for n in range(1, 8))
    units = (GUARD,)
    parts = (MadeAt(id=ID, towns={NAME: "Moscow (Russia)"}, cites={"": "BX-1.5", "room": "BX-1.4"}),)


RULE = Guards()
