"""Super-battleships of Germany and the United States."""

from __future__ import annotations

from rules.house.europe1943.document import GERMANY, USA, Section
from rules.model.profiles import SEA, UnitType

ID, NAME = "y43.super-battleships", "super heavy battleship"
SHIP = UnitType(
    NAME, SEA, aliases=("shb", "super-battleship", "super battleship", "superheavy battleship"), attack=5, defense=5, move=2,
    cost=25, hits=5, attack_dice=3, defense_dice=3, powers=(GERMANY, USA), rule=ID, traits=frozenset({"capital ship"}),
    numbers={"bombard": 5, "bombard_dice": 3, "repair_cost": 3}, by_power={GERMANY: {"max_board": 1}, USA: {"max_board": 2}},
    damaged={"traits": ("cannot attack",)},
)  # fmt: skip


class SuperBattleships(Section):
    """Three dice at 5, five hits."""

    id = ID
    title = "Super-battleships"
    text = (
        "Germany may have 1, the United States 2 (25 IPC, three dice at 5 both ways and in bombardment, even for one "
        "landed unit; 5 hits). Hits stay until repaired in purchase for 3 IPC each, anywhere (repair 1 super heavy "
        "battleship: SZ 48); a damaged one defends but neither attacks nor bombards. They are placed beside any "
        "coastal complex."
    )
    source = "Axis and Allies 1943: U.S.A., super-battleship"
    entries = ("Y43-17.7", "Y43-21.13")
    units = (SHIP,)


RULE = SuperBattleships()
