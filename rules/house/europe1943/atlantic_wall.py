"""German bunkers of the Atlantic Wall."""

from __future__ import annotations

from rules.house.europe1943.document import GERMANY, Section
from rules.model.profiles import LAND, UnitType
from rules.model.vocabulary import Trait

ID = "y43.atlantic-wall"
COASTS = ("Brittany", "Normandy", "Low-Countries", "Denmark", "Nordland")
STILL: frozenset[Trait] = frozenset({"cannot attack", "cannot capture", "no rail"})
BUNKERS = (
    UnitType("heavy bunker", LAND, defense=4, cost=8, hits=5, powers=(GERMANY,), built_at=COASTS, rule=ID, traits=STILL,
             numbers={"max_turn": 1, "per_place": 1, "builders": 3}),
    UnitType("light bunker", LAND, defense=3, cost=3, powers=(GERMANY,), built_at=COASTS, rule=ID, traits=STILL,
             numbers={"max_turn": 5, "per_place": 10, "builders": 1}),
)  # fmt: skip


class AtlanticWall(Section):
    """Heavy and light bunkers on five coasts."""

    id = ID
    title = "Atlantic Wall"
    text = (
        "Germany may buy one heavy bunker (8 IPC, defend 4, 5 hits) and five light ones (3 IPC, defend 3) a turn. "
        "They stand in Brittany, Normandy, Low-Countries, Denmark and Nordland, one heavy and ten light at most in "
        "each, never move or attack, defend against every attack and are gone when the territory falls. A heavy "
        "bunker is built by three, a light one by one German infantry that stand there and were not placed this turn; "
        "the territory must have been friendly since the turn began. An infantry builds one work a turn, "
        "fortifications included."
    )
    source = "Axis and Allies 1943: Germany, Atlantic Wall"
    entries = tuple(f"Y43-18.{n}" for n in range(20, 24))
    units = BUNKERS


RULE = AtlanticWall()
