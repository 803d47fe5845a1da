"""A challenge: made, accepted by all who are named, declined, countered, withdrawn, or grown old.

A challenge is a value; each method gives the next one, or raises Refused and nothing has changed. Of two who answer at once
the second is answered by what the first has made of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from league.finished import Finished

OPEN, ACCEPTED, DECLINED, COUNTERED, WITHDRAWN, EXPIRED = (
    "open",
    "accepted",
    "declined",
    "countered",
    "withdrawn",
    "expired",
)
EITHER: Final = ""
BID: Final = -1
"""In place of the IPC of a bid: the sides are bid for."""
_SAID = {
    ACCEPTED: "It was accepted already.",
    DECLINED: "It was declined.",
    COUNTERED: "It was countered: answer the counter-offer.",
    WITHDRAWN: "It was taken back.",
    EXPIRED: "It was open too long, and is void.",
}


class Refused(ValueError):
    """What somebody wants to do with a challenge cannot be done; the text says why."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What is offered. side: the challengers' (EITHER: the bids decide, or chance). bid: IPC for `bid_side`, BID, or 0."""

    format: str
    side: str = EITHER
    bid: int = 0
    bid_side: str = ""
    rated: bool = True

    def faults(self, sides: tuple[str, ...]) -> list[str]:
        """What is wrong with it on a board with those sides."""
        found = []
        if self.side not in (EITHER, *sides):
            found.append(f"A side is {' or '.join(sides)}.")
        if self.bid > 0 and self.bid_side not in sides:
            found.append(f"A bid is for {' or '.join(sides)}.")
        if self.bid < BID:
            found.append("A bid is 0 IPC or more.")
        if self.bid == BID and self.side != EITHER:
            found.append("Sides that are bid for are not chosen: leave out the side, or the bidding.")
        return found


@dataclass(frozen=True, slots=True)
class Challenge:
    """by, to: the two teams. at, until: Unix seconds. agreed: who has accepted. answers: the challenge this one counters."""

    id: str
    by: tuple[str, ...]
    to: tuple[str, ...]
    offer: Offer
    at: float
    until: float
    status: str = OPEN
    agreed: frozenset[str] = frozenset()
    answers: str = ""

    def __post_init__(self) -> None:
        if not self.by or not self.to:
            raise Refused("A challenge is from somebody to somebody.")
        if len({*self.by, *self.to}) < len(self.by) + len(self.to):
            raise Refused("Nobody can play against themselves, or twice in a team.")
        if not self.until > self.at:
            raise Refused("A challenge is open for some time.")

    @property
    def waits_for(self) -> tuple[str, ...]:
        """Whose word it takes still; the challenger's was given with it."""
        if self.status != OPEN:
            return ()
        return tuple(person for person in (*self.by[1:], *self.to) if person not in self.agreed)

    def tick(self, at: float) -> Challenge:
        """The challenge at a time: too old it is void."""
        return replace(self, status=EXPIRED) if self.status == OPEN and at >= self.until else self

    def accept(self, person: str, at: float) -> Challenge:
        """Somebody who is named says yes; when all have, there is a game to open. Yes twice is yes once."""
        now = self._must_be_open(at)
        if person not in (*self.by[1:], *self.to):
            raise Refused("This challenge is not for you.")
        given = replace(now, agreed=now.agreed | {person})
        return given if given.waits_for else replace(given, status=ACCEPTED)

    def decline(self, person: str, at: float) -> Challenge:
        """Somebody who is named says no: that ends it."""
        now = self._must_be_open(at)
        if person not in (*self.by[1:], *self.to):
            raise Refused("This challenge is not for you.")
        return replace(now, status=DECLINED)

    def withdraw(self, person: str, at: float) -> Challenge:
        """The challenger takes it back."""
        now = self._must_be_open(at)
        if person != self.by[0]:
            raise Refused("Only who made a challenge takes it back.")
        return replace(now, status=WITHDRAWN)

    def counter(self, person: str, offer: Offer, id: str, at: float) -> tuple[Challenge, Challenge]:
        """Somebody who was challenged offers something else: this challenge, and the one the other way."""
        now = self._must_be_open(at)
        if person not in self.to:
            raise Refused("Only who was challenged makes another offer.")
        team = (person, *(other for other in self.to if other != person))
        other_way = Challenge(id, team, self.by, offer, at, at + self.until - self.at, answers=self.id)
        return replace(now, status=COUNTERED), other_way

    def teams(self, sides: tuple[str, str]) -> dict[str, tuple[str, ...]] | None:
        """Who plays which side; None where that is bid for or drawn."""
        if self.offer.side == EITHER:
            return None
        other = next(side for side in sides if side != self.offer.side)
        return {self.offer.side: self.by, other: self.to}

    def _must_be_open(self, at: float) -> Challenge:
        now = self.tick(at)
        if now.status != OPEN:
            raise Refused(_SAID[now.status])
        return now


def rematch(game: Finished, person: str, id: str, at: float, until: float) -> Challenge:
    """The same again with sides changed, as a challenge by one of the players. Raises Refused."""
    side = game.side_of(person)
    if side is None:
        raise Refused("A rematch is asked for by somebody who played one side.")
    other = next(one for one in game.sides if one != side)
    mine, theirs = sorted(game.team(side)), tuple(sorted(game.team(other)))
    by = (person, *(one for one in mine if one != person))
    bid, bid_side = (game.bid.amount, game.bid.side) if game.bid else (0, "")
    return Challenge(id, by, theirs, Offer(game.format, other, bid, bid_side, not game.unrated), at, until)
