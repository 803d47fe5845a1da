"""Section 5: no research before Late 1943."""

from __future__ import annotations

from rules.core.act import Act
from rules.house.expansion2.document import Section
from rules.model.orders import Order, Research

ID, BEGINS = "x2.weapons-development", "Late 1943"


class WeaponsDevelopment(Section):
    """Research waits for Late 1943."""

    id = ID
    title = "Weapons development"
    text = (
        "Research begins in Late 1943 (round 8), where the option of research and development switches it "
        "on. Until then no dice are bought or rolled. Otherwise the board's rules of research hold."
    )
    source = "Expansion II: 5. Weapons Development"
    entries = ("X2-5.1",)

    def handle(self, act: Act, order: Order) -> bool:
        """Too early before Late 1943; from then on it is as the board has it."""
        first, now = act.board.round_number(BEGINS) or 1, act.state.turn.round
        if isinstance(order, Research) and act.phase == "research" and now < first:
            this = f"this is {act.board.round_name(now)} (round {now})"
            act.refuse("too-early", f"Research begins in {BEGINS} (round {first}); {this}.", "X2-5.1")
        return False


RULE = WeaponsDevelopment()
