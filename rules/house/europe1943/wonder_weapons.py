"""German wonder weapons of round 4."""

from __future__ import annotations

from typing import Any

from rules.house.europe1943.document import GERMANY, Section
from rules.house.europe1943.kinds import tank
from rules.house.europe1943.parts.stealth import StealthStrikes
from rules.mechanics.units.heavy_bombers import TARGETS
from rules.model.profiles import AIR, UnitType

ID, BAVARIA, FROM = "y43.wunderwaffen", ("Bavaria",), 4
DE: dict[str, Any] = {"powers": (GERMANY,), "built_at": BAVARIA, "rule": ID}
BIRD = "silbervogel"
UNITS = (
    UnitType(
        BIRD, AIR, plural="silbervogel", attack=4, defense=2, attack_dice=4, defense_dice=4, move=30, cost=40, hits=3,
        raids=TARGETS, traits=frozenset({"above guns", "above facilities", "no base range"}),
        numbers={"air_attack": 1, "raid_dice": 4, "raid_bonus": 8, "repair_cost": 2, "max_board": 1, "from_round": FROM},
        **DE,
    ),
    tank("sturmtiger", "no assault", plural="sturmtiger", attack=2, defense=2, attack_dice=8, defense_dice=8, move=2, cost=14,
         hits=3, **DE, numbers={"max_board": 3, "from_round": FROM}),
    tank("s.s. maeuschen", plural="s.s. maeuschen", aliases=("ss maeuschen", "ss mäuschen"), attack=5, defense=5,
         attack_dice=4, defense_dice=4, move=2, cost=18, cargo=0, hits=6, **DE,
         numbers={"max_board": 1, "from_round": FROM}),
)  # fmt: skip


class WonderWeapons(Section):
    """Silbervogel, Sturmtiger, S.S. Maeuschen."""

    id = ID
    title = "German wonder weapons"
    text = (
        "From round 4, made in Bavaria. Silbervogel: 40 IPC, four dice at 4 in attack and at 2 in defense, 3 hits (2 "
        "IPC each to repair), move 30 without gain from bases, starts from and lands in Bavaria only, above all "
        "antiaircraft fire, at most 1; its raid does four dice and 2 for each, as a Stealth Strike without escorts, "
        "other bombers or interceptors (bomb air base: 1 silbervogel (stealth strike): Bavaria > Wales). Sturmtiger: "
        "14 IPC, eight dice at 2 both ways, move 2, blitzes, 3 hits, by sea but not in assaults, at most 3. S.S. "
        "Maeuschen: 18 IPC, four dice at 5 both ways, move 2, blitzes, 6 hits, never aboard, at most 1 (a Maeuschen "
        "may stand beside it)."
    )
    source = "Axis and Allies 1943: German Wunderwaffen"
    entries = tuple(f"Y43-19.{n}" for n in range(1, 7))
    units = UNITS
    parts = (StealthStrikes(id=ID, type=BIRD, base="Bavaria", cites={"": "Y43-19.4"}),)


RULE = WonderWeapons()
