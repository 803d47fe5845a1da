"""Rounds with dates: when each opens, until when it is played, and which matches are late."""

from __future__ import annotations

from dataclasses import dataclass

from league.tournaments.record import Match
from league.tournaments.state import State


@dataclass(frozen=True, slots=True)
class Schedule:
    """start: Unix seconds of the first round. lasts: seconds a round is played. pause: between the end of one and the start
    of the next. remind: how long before the end those who are not done are reminded. paired: when each round went on the
    record; one that came there after its date opens then, and is played as long as any."""

    start: float
    lasts: float
    pause: float = 0.0
    remind: tuple[float, ...] = ()
    paired: tuple[float, ...] = ()

    def opens(self, number: int) -> float:
        """When a round (from 1) begins."""
        date = self.start + (number - 1) * (self.lasts + self.pause)
        return max([date, *self.paired[number - 1 : number]])

    def ends(self, number: int) -> float:
        """Until when it is played."""
        return self.opens(number) + self.lasts

    def moments(self, rounds: int) -> list[float]:
        """When something is due with so many rounds on the record: one opens, ends, or people are reminded."""
        ends = [self.ends(number) - before for number in range(1, rounds + 1) for before in (0.0, *self.remind)]
        return sorted([*(self.opens(number) for number in range(1, rounds + 2)), *ends])

    def next_at(self, state: State, at: float) -> float | None:
        """When something is due next."""
        return next((moment for moment in self.moments(len(state.rounds)) if moment > at), None)

    def late(self, state: State, at: float) -> list[Match]:
        """The open matches whose round is over by then: the arbiter has to say."""
        found = []
        for number, matches in enumerate(state.rounds, 1):
            if at >= self.ends(number):
                found += [match for match in matches if state.winner(match) is None]
        return found
