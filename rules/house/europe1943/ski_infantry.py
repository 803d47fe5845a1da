"""Finnish ski-infantry."""

from __future__ import annotations

from rules.house.europe1943.document import FINLAND, Section
from rules.house.europe1943.kinds import foot

ID = "y43.ski-infantry"
SKI = foot(
    "ski-infantry", aliases=("ski infantry", "ski"), attack=3, defense=3, move=2, cost=3, powers=(FINLAND,), rule=ID,
    numbers={"max_board": 5},
)  # fmt: skip


class SkiInfantry(Section):
    """Five of them."""

    id = ID
    title = "Finnish ski-infantry"
    text = (
        "Finland may have 5 ski-infantry (3 IPC, attack 3, defend 3, move 2 without blitz), made at any Finnish "
        "complex. They go aboard like infantry, land in assaults and fly in air transports; artillery does not raise "
        "them."
    )
    source = "Axis and Allies 1943: Finland"
    entries = ("Y43-15.1",)
    units = (SKI,)


RULE = SkiInfantry()
