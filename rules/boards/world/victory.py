"""Victory by cities at the end of a round (AA-7, E42-6, REV-5)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.hooks import Goal, Hold, Rule
from rules.core.view import View


def cities(view: View) -> list[str]:
    """Territories with a victory city."""
    return [p.name for p in view.board.places.values() if p.victory_city]


def needed(view: View, side: str) -> int:
    """Victory cities that a side needs: the number of the option, and what the edition says a side needs beyond it."""
    more: Mapping[str, int] = view.edition("victory_more", {})
    number: int = view.option("victory")
    return min(len(cities(view)), number + more.get(side, 0))


def held(view: View, side: str) -> int:
    """Victory cities that a side controls."""
    return sum(view.side(view.owner(place)) == side for place in cities(view))


class VictoryCities(Rule):
    """Who holds enough victory cities when a round ends has won."""

    id = "world.victory"
    title = "Winning the game"
    text = (
        "When a round ends, behind the turn of the United States (and China), the side that controls enough victory cities "
        "has won. How many those are says the option `victory`."
    )
    source = "Anniversary, 1942 and Revised rulebooks: winning the war"
    entries = ("N-1",)

    def victory(self, view: View, moment: str, winner: str) -> str:
        """Looked at when a round ends."""
        if winner or moment != "round end":
            return winner
        return next((side for side in _sides(view) if held(view, side) >= needed(view, side)), "")

    def goals(self, view: View, goals: tuple[Goal, ...]) -> tuple[Goal, ...]:
        """Victory cities."""
        where = tuple(cities(view))
        return (*goals, *(Goal(side, (Hold(where, needed(view, side)),)) for side in _sides(view)))


def _sides(view: View) -> list[str]:
    return list(dict.fromkeys(power.side for power in view.board.powers.values()))


RULES = (VictoryCities(),)
