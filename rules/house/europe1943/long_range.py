"""Long-range guns."""

from __future__ import annotations

from typing import Any

from rules.house.europe1943.document import GERMANY, USA, USSR, Section
from rules.house.europe1943.kinds import tank
from rules.house.europe1943.parts.long_range import LongRange

ID = "y43.long-range"
COMMON: dict[str, Any] = {"gun": True, "blitz": False, "rule": ID}
UNITS = (
    tank("t92 howitzer", "no assault", aliases=("t92", "t-92 howitzer", "t92 howitzer motor carriage"), attack=4, defense=4,
         move=2, cost=12, powers=(USA,), built_at=("Midwest Industrial Region",), **COMMON,
         numbers={"range_dice": 3, "range_at": 4, "max_board": 5}),
    tank("karl siege mortar", aliases=("karl", "karl geraet"), attack=2, defense=3, move=2, cost=12, cargo=0,
         powers=(GERMANY,), built_at=("Brandenburg", "Bavaria", "Saxony"), **COMMON,
         numbers={"range_dice": 3, "range_at": 4, "max_board": 2}),
    tank("landkreuzer p. 1500", "cannot attack", "no rail", plural="landkreuzer p. 1500",
         aliases=("p. 1500", "p1500", "landkreuzer"), defense=4, move=2, cost=22, cargo=0, hits=4, powers=(GERMANY,),
         built_at=("Brandenburg",), **COMMON,
         numbers={"range_dice": 4, "range_at": 5, "range_at_sea": 2, "max_board": 1}),
    tank("e-100 v1 raketenwerfer", "cannot attack", "no assault", plural="e-100 v1 raketenwerfer",
         aliases=("v1 raketenwerfer", "raketenwerfer"), defense=2, move=1, cost=15, hits=3, powers=(GERMANY,),
         built_at=("Bavaria",), **COMMON,
         numbers={"range_dice": 3, "range_at": 3, "range": 4, "max_board": 1, "from_round": 4}),
    tank("katyusha", "cannot attack", "no assault", "by air", aliases=("katyusha rocket truck",), defense=2, move=2, cost=5,
         cargo=2, powers=(USSR,), built_at=("Komi", "Perm"), **COMMON,
         numbers={"range_dice": 3, "range_at": 2, "max_board": 10}),
)  # fmt: skip


class LongRangeGuns(Section):
    """They fire from next door, before everything but bombs."""

    id = ID
    title = "Long-range guns"
    text = (
        "In conduct combat, after atomic attacks and raids and before everything else, these fire one salvo each from "
        "where they stand at one neighbouring enemy territory (shell 2 katyusha: Voronezh > Kharkov); what is hit is "
        "gone and does not answer. In combat move they may go there by their own wheels, on friendly ground; who "
        "fires does nothing else and moves no more. T92 howitzer: 12 IPC, three dice at 4, or attack 4; defend 4, "
        "move 2, by sea but not in assaults, at most 5, Midwest Industrial Region. Karl: 12 IPC, three dice at 4, or "
        "attack 2; defend 3, move 2, never aboard, at most 2, Brandenburg, Bavaria, Saxony. Landkreuzer P. 1500: 22 "
        "IPC, four dice at 5 at land or at 2 at the surface warships of a neighbouring zone; never enters enemy land, "
        "defend 4, move 2, 4 hits, never aboard nor by rail, at most 1, Brandenburg. E-100 V1 Raketenwerfer: 15 IPC, "
        "from round 4, three dice at 3 up to four spaces, not at ships; never enters enemy land, defend 2, move 1, 3 "
        "hits, by sea, at most 1, Bavaria. Katyusha: 5 IPC, three dice at 2, never enters enemy land, defend 2, move "
        "2, by sea and air, at most 10, Komi, Perm."
    )
    source = "Axis and Allies 1943: long-range attacks"
    entries = (
        *(f"Y43-17.{n}" for n in range(12, 17)), "Y43-18.15", "Y43-18.16", "Y43-18.17", "Y43-19.7", "Y43-20.4", "Y43-20.5",
    )  # fmt: skip
    units = UNITS
    parts = (LongRange(id=ID, cites={"": "Y43-17.13", "once": "Y43-17.12"}),)


RULE = LongRangeGuns()
