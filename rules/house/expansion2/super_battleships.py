"""Section 12a: super heavy battleships."""

from __future__ import annotations

from collections.abc import Mapping

from rules.house.expansion2.document import Section
from rules.model.profiles import SEA, UnitType

ID, NAME = "x2.super-battleships", "super heavy battleship"
MOST: Mapping[str, int] = {"Germany": 1, "Japan": 2, "United States": 2}
SHIP = UnitType(
    NAME, SEA, aliases=("shb", "super battleship", "superheavy battleship"), attack=5, defense=5, move=2, cost=20, hits=3,
    attack_dice=2, defense_dice=2, powers=tuple(MOST), rule=ID, traits=frozenset({"capital ship"}),
    numbers={"bombard": 5, "bombard_dice": 2, "convoy_dice": 1, "repair_cost": 3},
    by_power={power: {"max_board": most} for power, most in MOST.items()}, damaged={"traits": ("cannot attack",)},
)  # fmt: skip


class SuperBattleships(Section):
    """Two dice at 5, three hits."""

    id = ID
    title = "Super heavy battleships"
    text = (
        "Super heavy battleships cost 20 IPC; at most [Germany|Germany has 1, ][Japan|Japan 2, ]the United States 2; "
        "lost ones can be built again. They attack and defend with two dice at 5, also when they bombard (as one ship of "
        "the limit), and the third hit sinks them. Hits stay until repaired in purchase for 3 IPC each, anywhere "
        "(`repair 2 super heavy battleship: SZ 6`). With any hit on it such a ship neither attacks nor bombards; it "
        "defends as ever. It counts as a battleship."
    )
    source = "Expansion II: 12a. Superheavy battleship"
    entries = tuple(f"X2-12.{n}" for n in range(1, 9))
    units = (SHIP,)


RULE = SuperBattleships()
