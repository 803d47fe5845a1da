"""Section 5: no research before Late 1943."""

from __future__ import annotations

from rules.core.view import View
from rules.house.expansion2.document import Section
from rules.model.refusals import Refusal

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

    def may_research(self, view: View, power: str) -> Refusal | None:
        """Too early before Late 1943."""
        first, now = view.board.round_number(BEGINS) or 1, view.state.turn.round
        if now >= first:
            return None
        text = f"Research begins in {BEGINS} (round {first}); this is {view.board.round_name(now)} (round {now})."
        return Refusal("too-early", text, "X2-5.1")


RULE = WeaponsDevelopment()
