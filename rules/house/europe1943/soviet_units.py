"""Soviet special units."""

from __future__ import annotations

from typing import Any

from rules.house.europe1943.document import USSR, Section
from rules.house.europe1943.kinds import foot, tank

ID, URALS = "y43.soviet-units", ("Komi", "Perm")
RU: dict[str, Any] = {"powers": (USSR,), "rule": ID}
UNITS = (
    tank("kv-2", "no assault", blitz=False, plural="kv-2", aliases=("kv-2 heavy tank", "kv2"), attack=3, defense=4, move=1,
         cost=6, hits=2, **RU, numbers={"max_board": 10}),
    tank("is-2", "no assault", plural="is-2", aliases=("is-2 heavy tank", "is2"), attack=4, defense=4, move=2, cost=7,
         hits=2, built_at=URALS, **RU, numbers={"max_board": 10}),
    tank("su-152", "no assault", gun=True, plural="su-152", aliases=("su-152 self-propelled gun", "su152"), attack=4,
         defense=4, attack_dice=2, defense_dice=2, move=2, cost=8, built_at=URALS, **RU, numbers={"max_board": 10}),
    foot("guard infantry", "supported", "placed singly", aliases=("soviet guard", "guard", "guards"), attack=2, defense=3,
         move=2, cost=4, built_at=("Komi", "Perm", "Astrakhan"), **RU, numbers={"batch": 3, "batch_cost": 10, "max_turn": 9}),
)  # fmt: skip


class SovietUnits(Section):
    """KV-2, IS-2, SU-152, Guards."""

    id = ID
    title = "Soviet units: KV-2, IS-2, SU-152, Guards"
    text = (
        "KV-2: 6 IPC, attack 3, defend 4, move 1, 2 hits, at most 10, any Soviet complex. IS-2: 7 IPC, 4/4, move 2, "
        "blitzes, 2 hits, at most 10; SU-152: 8 IPC, two dice at 4 both ways, move 2, blitzes, at most 10; both in "
        "Komi and Perm. These three go by sea but not in assaults. Soviet Guards: 10 IPC for three, attack 2 (3 with "
        "artillery), defend 3, move 2 without blitz, nine a turn, Komi, Perm, Astrakhan; three may be placed in "
        "several of these."
    )
    source = "Axis and Allies 1943: U.S.S.R."
    entries = ("Y43-20.1", "Y43-20.2", "Y43-20.3", "Y43-20.9", "Y43-21.15")
    units = UNITS


RULE = SovietUnits()
