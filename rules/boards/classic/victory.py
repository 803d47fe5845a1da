"""Classic's victories: by capitals at the end of a turn, by production at the end of a round (CL-12)."""

from __future__ import annotations

from rules.core.hooks import Rule
from rules.core.view import View
from rules.economy.income import production

AXIS, ALLIES = "Axis", "Allies"
_WANTED = {
    ALLIES: (("Germany", "Japan"), 2),
    AXIS: (("Eastern United States", "United Kingdom", "Russia"), 2),
}


class CapitalVictory(Rule):
    """The Allies need both Axis capitals, the Axis two of the three Allied ones."""

    id = "classic.capital-victory"
    title = "Victory by capitals"
    text = (
        "The Allies win at the end of a turn in which they hold Germany and Japan; the Axis when it holds two of "
        "Eastern United States, United Kingdom and Russia. Option total victory: the winners must also hold all "
        "their own capitals."
    )
    source = "Classic rulebook: winning the game"
    entries = ("CL-12.2", "CL-12.3", "CL-15.1")

    def victory(self, view: View, moment: str, winner: str) -> str:
        """Looked at when a player's turn ends."""
        if winner or moment != "turn end":
            return winner
        return next((side for side in (ALLIES, AXIS) if _has_won(view, side)), "")


def _has_won(view: View, side: str) -> bool:
    capitals, needed = _WANTED[side]
    if sum(view.side(view.owner(c)) == side for c in capitals) < needed:
        return False
    return not view.option("total_victory") or _homes_held(view, side)


def _homes_held(view: View, side: str) -> bool:
    homes = [p.capital for p in view.board.powers.values() if p.side == side and p.capital]
    return all(view.side(view.owner(c)) == side for c in homes)


class EconomicVictory(Rule):
    """The Axis wins with a combined production of 84 at the end of a round."""

    id = "classic.economic-victory"
    title = "Economic victory"
    text = (
        "After the turn of the United States the Axis wins if the production of Germany and Japan together is 84 or "
        "more. Lands of a power whose capital is in enemy hands count nothing. Option: an Allied economic victory."
    )
    source = "Classic rulebook: winning the game"
    entries = ("CL-12.4",)

    def victory(self, view: View, moment: str, winner: str) -> str:
        """Looked at when a round ends."""
        if winner or moment != "round end":
            return winner
        wanting = ((AXIS, view.option("axis_economic_victory")), (ALLIES, view.option("allied_economic_victory")))
        for side, wanted in wanting:
            if wanted and combined(view, side) >= wanted:
                return side
        return ""


def combined(view: View, side: str) -> int:
    """Production of a side in IPC."""
    purses = [p for p, power in view.board.purse_power.items() if view.side(power) == side]
    return sum(production(view, p) for p in purses)


RULES = (CapitalVictory(), EconomicVictory())
