"""German special units of the army and the Me 262."""

from __future__ import annotations

from typing import Any

from rules.house.europe1943.document import GERMANY, Section
from rules.house.europe1943.kinds import foot, tank
from rules.house.europe1943.parts.flak import Flak
from rules.house.europe1943.parts.support import Support
from rules.model.profiles import AIR, LAND, UnitType

ID = "y43.german-units"
DE: dict[str, Any] = {"powers": (GERMANY,), "rule": ID}
GRENADIER, HALFTRACKS = "panzer grenadier", ("sd.kfz. 251", "stummel")
WORKS = ("Brandenburg", "Bavaria", "Rhineland", "Saxony")
BAVARIA = ("Bavaria",)
FLAKPANZER = "e-100 flakpanzer"
UNITS = (
    tank("stug iii", gun=True, plural="stug iii", aliases=("stug", "sturmgeschuetz iii"), attack=3, defense=3, move=2,
         cost=4, **DE, use="raises infantry; supports tactical bombers; goes through gaps", numbers={"max_board": 15}),
    UnitType("sd.kfz. 251", LAND, plural="sd.kfz. 251", aliases=("sdkfz 251", "251 halftrack", "sd.kfz. 251 halftrack"),
             attack=2, defense=3, move=2, cost=4, cargo=2, powers=(GERMANY,), rule=ID, classes=frozenset({"vehicle"}),
             traits=frozenset({"supported", "blitz", "leads grenadiers"}), numbers={"max_board": 10},
             use="raises panzer grenadiers and takes them through gaps"),
    tank("stummel", "leads grenadiers", gun=True, plural="stummel", aliases=("sd.kfz. 251/d",), attack=3, defense=4, move=2,
         cost=4, cargo=2, **DE, numbers={"max_board": 5},
         use="raises panzer grenadiers and takes them through gaps; supports tactical bombers"),
    foot(GRENADIER, "blitz with halftrack", plural="panzer grenadiers", aliases=("grenadier", "panzergrenadier", "pg"),
         attack=2, defense=4, move=2, cost=4, built_at=("Brandenburg", "Bavaria", "Saxony", "Austria"), **DE,
         use="holds; attacks and goes through gaps beside halftracks; needs little room aboard",
         numbers={"max_board": 20}),
    tank("nashorn", gun=True, blitz=False, plural="nashorn", aliases=("nashorn tank destroyer",), attack=4, defense=4,
         move=2, cost=5, **DE, numbers={"max_board": 5}),
    tank("tiger i", "no assault", plural="tiger i", aliases=("tiger", "tiger 1"), attack=4, defense=4, move=2, cost=7,
         hits=2, built_at=WORKS, **DE, numbers={"max_board": 10}),
    tank("king tiger", "no assault", aliases=("kt", "tiger ii", "tiger 2"), attack=5, defense=5, move=2, cost=8, hits=2,
         built_at=WORKS, **DE, numbers={"max_board": 5}),
    tank("e-100", "no assault", blitz=False, plural="e-100", attack=4, defense=4, attack_dice=2, defense_dice=2, move=1,
         cost=11, hits=3, built_at=WORKS, **DE, numbers={"max_board": 2}),
    tank("elefant", "no assault", gun=True, blitz=False, plural="elefant", attack=5, defense=5, attack_dice=2,
         defense_dice=2, move=1, cost=10, hits=2, built_at=BAVARIA, **DE, numbers={"max_board": 5}),
    tank("maeuschen", blitz=False, plural="maeuschen", aliases=("mäuschen",), attack=5, defense=5, attack_dice=3,
         defense_dice=3, move=1, cost=13, cargo=0, hits=5, built_at=BAVARIA, **DE, numbers={"max_board": 1}),
    tank(FLAKPANZER, "no assault", "cannot attack", gun=True, blitz=False, plural=FLAKPANZER, aliases=("flakpanzer",),
         defense=2, move=1, cost=9, hits=3, built_at=("Brandenburg", "Bavaria"), **DE,
         numbers={"flak_dice": 4, "flak_hits": 2, "max_board": 2}),
    UnitType("messerschmitt 262", AIR, plural="messerschmitt 262", aliases=("me 262", "me-262"), attack=4, defense=5, move=5,
             cost=10, powers=(GERMANY,), rule=ID, built_at=("Rhineland", "Nordrhein Westfalen", "Brandenburg"),
             traits=frozenset({"scrambles", "intercepts", "escorts", "pairs tactical"}),
             numbers={"air_attack": 1, "air_defense": 1, "max_board": 5}),
)  # fmt: skip


class GermanUnits(Section):
    """From the Stug III to the Maeuschen."""

    id = ID
    title = "German units"
    text = (
        "Stug III: 4 IPC, 3/3, move 2, blitzes, raises one infantry to 2, at most 15. Sd.Kfz. 251: 4 IPC, 2/3 (3 with "
        "artillery), move 2, blitzes, at most 10. Stummel: 4 IPC, 3/4, move 2, blitzes, at most 5. Panzer grenadier: "
        "4 IPC, 2/4, move 2; a Sd.Kfz. 251 or Stummel raises one to 3 and takes one along in a blitz; at most 20, "
        "Brandenburg, Bavaria, Saxony, Austria. Nashorn: 5 IPC, 4/4, move 2, at most 5. Tiger I: 7 IPC, 4/4, move 2, "
        "blitzes, 2 hits, at most 10; King Tiger: 8 IPC, 5/5, move 2, blitzes, 2 hits, at most 5; E-100: 11 IPC, two "
        "dice at 4, move 1, 3 hits, at most 2; these three in Brandenburg, Bavaria, Rhineland, Saxony. Elefant: 10 "
        "IPC, two dice at 5, move 1, 2 hits, at most 5; Maeuschen: 13 IPC, three dice at 5, move 1, 5 hits, never "
        "aboard, at most 1; both in Bavaria. Heavy ones go by sea but not in assaults. E-100 Flakpanzer: 9 IPC, never "
        "attacks, defend 2, move 1, 3 hits, at most 2, Brandenburg, Bavaria; behind all guns it fires four dice at 2 "
        "at attacking aircraft, however few. Me 262: 10 IPC, a fighter with 4/5, move 5, not on carriers, at most 5, "
        "Rhineland, Nordrhein Westfalen, Brandenburg."
    )
    source = "Axis and Allies 1943: Germany"
    entries = (
        "Y43-18.1", "Y43-18.2", "Y43-18.3", "Y43-18.4", "Y43-18.5", "Y43-18.6", "Y43-18.8", "Y43-18.9", "Y43-18.11",
        "Y43-18.12", "Y43-18.14", "Y43-18.28", "Y43-21.8",
    )  # fmt: skip
    units = UNITS
    parts = (
        Support(id=ID, by=("stug iii",), to=("infantry",)),
        Support(id=ID, by=HALFTRACKS, to=(GRENADIER,)),
        Flak(id=ID),
    )


RULE = GermanUnits()
