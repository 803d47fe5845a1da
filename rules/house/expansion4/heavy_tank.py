"""Section 10: the E-100, a King Tiger made heavier in Berlin."""

from __future__ import annotations

from rules.house.expansion4.document import Section
from rules.mechanics.economy.upgrades import Upgrades
from rules.model.profiles import LAND, UnitType

ID, NAME, BERLIN, GERMANY = "x4.heavy-tank", "waffen-ss heavy tank", "Germany", "Germany"
E_100 = UnitType(
    NAME, LAND, aliases=("e-100", "e100", "e-100 heavy tank", "ss heavy tank", "wss heavy tank"), attack=5, defense=5,
    attack_dice=2, defense_dice=2, move=2, cost=8, hits=2, damaged={"move": 1},
    traits=frozenset({"blitz", "leads mechanized", "pairs tactical"}), powers=(GERMANY,), built_at=(BERLIN,),
    not_for_sale=True, rule=ID, numbers={"max_board": 2, "from_round": 10, "upgrade_cost": 2, "repair_cost": 1},
)  # fmt: skip


class HeavyTank(Section):
    """Two dice at 5 and two hits."""

    id = ID
    title = "E-100 Waffen-SS heavy tank"
    text = (
        "From Late 1944 (round 10) King Tigers that stand in Berlin since an earlier turn may become E-100s for 2 IPC each, "
        "damage and all (`upgrade 1 king tiger to waffen-ss heavy tank: Germany`), at most 2 on the board, ready at once "
        "without capacity. An E-100 attacks and defends with two dice at 5, takes two hits, moves 2 (damaged 1) and "
        "blitzes; each hit is repaired for 1 IPC in purchase, anywhere. Neither ship nor aircraft carries it, and it "
        "belongs to no army."
    )
    source = "Expansion IV: 10. E-100 Waffen-SS Heavy Tank"
    entries = tuple(f"X4-10.{n}" for n in range(1, 8))
    requires = ("x2.king-tiger",)
    units = (E_100,)
    parts = (Upgrades(id=ID, steps={NAME: "king tiger"}, town="Berlin (Germany)", cites={"": "X4-10.2"}),)


RULE = HeavyTank()
