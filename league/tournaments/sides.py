"""Who has the first side of a match: whoever had it less often, or not last time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from league.tournaments.record import Match
from league.tournaments.state import State
from league.tournaments.terms import BY_BID


@dataclass
class Sides:
    """How often everybody had the first side more than the second, and what they had last (1: the first, -1: the second)."""

    ahead: dict[str, int] = field(default_factory=dict)
    last: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, state: State) -> Sides:
        """As the matches so far have it; where sides are bid for, nobody is owed one."""
        if state.terms.sides == BY_BID:
            return cls()
        return cls.over(match for matches in state.rounds for match in matches)

    @classmethod
    def over(cls, matches: Iterable[Match]) -> Sides:
        """The same of some matches, in order."""
        found = cls()
        for match in matches:
            if not match.is_bye:
                found.note(match)
        return found

    def note(self, match: Match) -> None:
        """A match more."""
        for entrant, side in ((match.first, 1), (match.second, -1)):
            self.ahead[entrant] = self.ahead.get(entrant, 0) + side
            self.last[entrant] = side

    def clash(self, one: str, other: str) -> int:
        """How badly two go together: both want the same side."""
        return abs(self.ahead.get(one, 0) + self.ahead.get(other, 0))

    def match(self, id: str, one: str, other: str) -> Match:
        """A match with the sides given; all being equal `one` has the first."""
        keys = [(self.ahead.get(entrant, 0), self.last.get(entrant, 0)) for entrant in (one, other)]
        return Match(id, one, other) if keys[0] <= keys[1] else Match(id, other, one)
