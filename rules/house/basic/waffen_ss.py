"""German Waffen-SS: infantry and tanks in Berlin are exchanged for better ones."""

from __future__ import annotations

from collections.abc import Mapping

from rules.house.basic.document import Section
from rules.mechanics.economy.upgrades import Upgrades
from rules.model.profiles import LAND, UnitType

ID, BERLIN, GERMANY = "bx.waffen-ss", "Germany", "Germany"
INFANTRY, PANZER = "waffen-ss infantry", "waffen-ss panzer"
FROM: Mapping[str, str] = {INFANTRY: "infantry", PANZER: "tank"}
UNITS = (
    UnitType(
        INFANTRY, LAND, plural=INFANTRY, aliases=("wss infantry", "ss infantry"), attack=2, defense=4, move=2, cost=5,
        powers=(GERMANY,), built_at=(BERLIN,), not_for_sale=True, rule=ID,
        numbers={"max_board": 6, "from_round": 1, "upgrade_cost": 2},
    ),
    UnitType(
        PANZER, LAND, aliases=("wss panzer", "ss panzer", "waffen-ss tank"), attack=4, defense=5, move=2, cost=7,
        traits=frozenset({"blitz", "leads mechanized", "pairs tactical"}),
        powers=(GERMANY,), built_at=(BERLIN,), not_for_sale=True, rule=ID,
        numbers={"max_board": 4, "from_round": 6, "upgrade_cost": 2},
    ),
)  # fmt: skip


class WaffenSS(Section):
    """Upgrades in Berlin in purchase, ready for combat at once."""

    id = ID
    title = "German Waffen-SS infantry and panzer"
    text = (
        "In purchase Germany may exchange its infantry in Berlin for Waffen-SS infantry (attack 2, defend 4, move 2 without "
        "blitz, at most 6 on the board) and, from Late 1942 (round 6), tanks there for Waffen-SS panzer (attack 4, defend 5, "
        "otherwise tanks, at most 4), for 2 IPC each: `upgrade 2 infantry to waffen-ss infantry: Germany`. They are ready "
        "at once and use no factory capacity. They never board a transport; artillery does not support Waffen-SS infantry."
    )
    source = "Basic Expansion: 2. German Waffen-SS Infantry and Waffen-SS Panzer"
    entries = tuple(f"BX-2.{n}" for n in range(1, 12))
    units = UNITS
    parts = (
        Upgrades(
            id=ID, steps=FROM, town="Berlin (Germany)", cites={"kind": "BX-2.4", "other": "BX-2.5", "site": "BX-2.3"}
        ),
    )


RULE = WaffenSS()
