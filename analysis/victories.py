"""How near either side is to winning, by the ways to win that the rules of its table state (hook `goals`)."""

from __future__ import annotations

from functools import cached_property

from analysis.danger import falls
from rules.core.hooks import Goal, Hold
from rules.core.view import View
from rules.play.goals import combined, goals_of, missing

STEP = 0.5  # what one territory more that is missing leaves of being near
IPC = 8.0  # of production that is missing count as much as a territory


class Ways:
    """The ways to win of a position."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._held: dict[tuple[str, str], float] = {}

    @cached_property
    def goals(self) -> tuple[Goal, ...]:
        """What the rules state."""
        return goals_of(self.view)

    def near(self, side: str) -> float:
        """1 for a side that has all it needs, half of it for each territory that is missing on the shortest way."""
        return max((STEP ** self._short(goal) for goal in self.goals if goal.side == side), default=0.0)

    def _short(self, goal: Goal) -> float:
        ipc = max(0, goal.production - combined(self.view, goal.side)) if goal.production else 0
        return missing(self.view, goal._replace(production=0)) + ipc / IPC

    def grasp(self, side: str) -> float:
        """The chance that a side has all that one of its ways takes, if each place falls as likely as it is in danger."""
        return max((self._reached(goal) for goal in self.goals if goal.side == side), default=0.0)

    def _reached(self, goal: Goal) -> float:
        chance = STEP ** self._short(goal) if goal.production else 1.0
        for hold in goal.holds:
            chance *= self._enough(hold, goal.side)
        return chance

    def _enough(self, hold: Hold, side: str) -> float:
        """The chance to hold at least so many of some places, each for itself."""
        counts = [1.0]
        for place in hold.places:
            chance = self._holds(place, side)
            more = [*(n * chance for n in counts)]
            counts = [a + b for a, b in zip([*(n * (1 - chance) for n in counts), 0.0], [0.0, *more])]
        return sum(counts[hold.least :])

    def _holds(self, place: str, side: str) -> float:
        """The chance that a place is a side's before long: held on to, or taken; nobody is thought to take a neutral one."""
        if (place, side) not in self._held:
            holder = self.view.side(self.view.owner(place))
            danger = falls(self.view, place, holder) if holder else 0.0
            self._held[place, side] = 1 - danger if holder == side else danger
        return self._held[place, side]
