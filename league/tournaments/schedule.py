"""Rounds with dates: when each opens, until when it is played, and which matches are late."""

from __future__ import annotations

from dataclasses import dataclass

from league.tournaments.record import Match
from league.tournaments.state import State


@dataclass(frozen=True, slots=True)
class Schedule:
    """start: Unix seconds of the first round. lasts: seconds a round is played. pause: between the end of one and the start
    of the next. remind: how long before the end those who are not done are reminded."""

    start: float
    lasts: float
    pause: float = 0.0
    remind: tuple[float, ...] = ()

    def opens(self, number: int) -> float:
        """When a round (from 1) begins."""
        return self.start + (number - 1) * (self.lasts + self.pause)

    def ends(self, number: int) -> float:
        """Until when it is played."""
        return self.opens(number) + self.lasts

    def next_at(self, state: State, at: float) -> float | None:
        """When something is due next: a round opens, ends, or people are reminded of one that is going on."""
        rounds = range(1, len(state.rounds) + 2)
        moments = [self.opens(len(state.rounds) + 1), *(self.ends(n) - r for n in rounds for r in (0.0, *self.remind))]
        return min((moment for moment in moments if moment > at), default=None)

    def late(self, state: State, at: float) -> list[Match]:
        """The open matches whose round is over by then: the arbiter has to say."""
        found = []
        for number, matches in enumerate(state.rounds, 1):
            if at >= self.ends(number):
                found += [match for match in matches if state.winner(match) is None]
        return found
