"""Classic's victories: by capitals at the end of a turn, by production at the end of a round (CL-12)."""

from __future__ import annotations

from rules.core.hooks import Goal, Hold, Rule
from rules.core.view import View
from rules.play.goals import combined

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

    def goals(self, view: View, goals: tuple[Goal, ...]) -> tuple[Goal, ...]:
        """Capitals of the enemy, and with the option the side's own."""
        for side, (capitals, needed) in _WANTED.items():
            homes = _homes(view, side) if view.option("total_victory") else ()
            goals = (*goals, Goal(side, (Hold(capitals, needed), *((Hold(homes, len(homes)),) if homes else ()))))
        return goals


def _has_won(view: View, side: str) -> bool:
    capitals, needed = _WANTED[side]
    if sum(view.side(view.owner(c)) == side for c in capitals) < needed:
        return False
    return not view.option("total_victory") or _homes_held(view, side)


def _homes_held(view: View, side: str) -> bool:
    return all(view.side(view.owner(c)) == side for c in _homes(view, side))


def _homes(view: View, side: str) -> tuple[str, ...]:
    return tuple(p.capital for p in view.board.powers.values() if p.side == side and p.capital)


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
        return next((side for side, wanted in _wanting(view) if combined(view, side) >= wanted), "")

    def goals(self, view: View, goals: tuple[Goal, ...]) -> tuple[Goal, ...]:
        """Production."""
        return (*goals, *(Goal(side, production=wanted) for side, wanted in _wanting(view)))


def _wanting(view: View) -> list[tuple[str, int]]:
    """The sides that can win by production, and with how much."""
    options = ((AXIS, view.option("axis_economic_victory")), (ALLIES, view.option("allied_economic_victory")))
    return [(side, wanted) for side, wanted in options if wanted]


RULES = (CapitalVictory(), EconomicVictory())
