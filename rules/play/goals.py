"""How near a side is to winning, by what the rules of its table look at."""

from __future__ import annotations

from rules.core.hooks import Goal, Hold, Rule
from rules.core.view import View
from rules.economy.income import production


def goals_of(view: View) -> tuple[Goal, ...]:
    """The ways to win that there are, of both sides."""
    return view.table.fold(Rule.goals, (), view)


def missing(view: View, goal: Goal) -> int:
    """How many territories its side still has to take (for production: one, as long as it is not enough)."""
    short = sum(max(0, hold.least - _held(view, hold, goal.side)) for hold in goal.holds)
    return short + (combined(view, goal.side) < goal.production)


def _held(view: View, hold: Hold, side: str) -> int:
    return sum(view.side(view.owner(place)) == side for place in hold.places)


def combined(view: View, side: str) -> int:
    """Production of a side in IPC."""
    purses = [p for p, power in view.board.purse_power.items() if view.side(power) == side]
    return sum(production(view, p) for p in purses)
