"""British tanks and commandos."""

from __future__ import annotations

from rules.house.europe1943.document import UK, Section
from rules.house.europe1943.kinds import foot, tank

ID, WALES = "y43.british-units", ("Wales",)
UNITS = (
    tank("tortoise", "no assault", blitz=False, aliases=("tortoise assault tank", "tortoise tank"), attack=4, defense=5,
         move=1, cost=10, hits=3, powers=(UK,), built_at=WALES, rule=ID, numbers={"max_board": 5}),
    tank("churchill", aliases=("churchill tank",), attack=3, defense=4, move=2, cost=6, hits=2, powers=(UK,), rule=ID,
         numbers={"max_board": 5}),
    foot("commando", "supported", plural="commandos", aliases=("commando infantry",), attack=2, defense=3, move=2, cost=4,
         powers=(UK,), built_at=WALES, rule=ID, numbers={"max_turn": 5}),
)  # fmt: skip


class BritishUnits(Section):
    """Tortoise, Churchill, commandos."""

    id = ID
    title = "British units: Tortoise, Churchill, commandos"
    text = (
        "Tortoise: 10 IPC, attack 4, defend 5, move 1, 3 hits, at most 5, made in Wales; goes by sea but not in "
        "assaults. Churchill: 6 IPC, attack 3, defend 4, move 2, blitzes, 2 hits, at most 5, any British complex. "
        "Commando: 4 IPC, attack 2 (3 with an artillery), defend 3, move 2 without blitz, 5 a turn, made in Wales."
    )
    source = "Axis and Allies 1943: United Kingdom"
    entries = ("Y43-16.7", "Y43-16.9", "Y43-16.10")
    units = UNITS


RULE = BritishUnits()
