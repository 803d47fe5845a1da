"""What came of a fit: everybody's rating, the terms of sides, grounds and bids, and the chances that follow."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Team = Mapping[str, float]

POINT: Final = math.log(10) / 400  # logits a point of rating
MIDDLE: Final = 1500.0
NINETEEN_IN_TWENTY: Final = 1.96
YEAR: Final = 365 * 86400.0
BID_UNIT: Final = 20.0  # IPC
_DIGITS: Final = 9  # of chances: far above what is left of rounding


@dataclass(frozen=True, slots=True)
class Prior:
    """What is thought before any game, as standard deviations in points: skill, a side's advantage, what a ground adds to
    it, what 20 IPC are worth; and how far a skill moves in a year (0: games do not fade)."""

    skill: float = 200.0
    side: float = 150.0
    ground: float = 80.0
    bid: float = 150.0
    drift: float = 40.0

    @property
    def slow(self) -> Prior:
        """For fair bids: sides and bids are what they were for longer than skills, so older games say more of them."""
        return replace(self, drift=self.drift / 4)


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's skill in points. give: 19 of 20 times the truth is no further away. games: how many; last: when the last
    ended (Unix seconds)."""

    points: float
    give: float
    games: int
    last: float


@dataclass(frozen=True, slots=True)
class Chance:
    """That the first side wins, with what it may be as well (19 of 20 times)."""

    p: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Ratings:
    """All of a format at a time. terms: the fitted logits, people first, then side, bid, grounds; their covariance."""

    at: float
    people: Mapping[str, Rating]
    grounds: tuple[str, ...]
    weight: float
    prior: Prior
    index: Mapping[str, int] = field(repr=False)
    terms: Array = field(repr=False)
    covariance: Array = field(repr=False)

    @property
    def side_at(self) -> int:
        """Where the side's term stands; the bid's is the next, then the grounds'."""
        return len(self.index)

    def order(self) -> list[str]:
        """People, the best first; equal ones by the alphabet."""
        return sorted(self.people, key=lambda person: (-self.people[person].points, person))

    def row(self, first: Team, second: Team, ground: str = "", bid: float = 0.0) -> tuple[Array, float]:
        """What a game asks of the terms, and the variance of people never seen."""
        found, unseen = np.zeros(len(self.terms)), 0.0
        for team, sign in ((first, 1.0), (second, -1.0)):
            for person, share in sorted(team.items()):
                if person in self.index:
                    found[self.index[person]] += sign * share
                else:
                    unseen += (share * self.prior.skill * POINT) ** 2
        found[self.side_at], found[self.side_at + 1] = 1.0, bid / BID_UNIT
        if ground in self.grounds:
            found[self.side_at + 2 + self.grounds.index(ground)] = 1.0
        return found, unseen

    def chance(self, first: Team, second: Team, ground: str = "", bid: float = 0.0) -> Chance:
        """That the first side wins; who is not known is in the middle."""
        row, unseen = self.row(first, second, ground, bid)
        middle = float(row @ self.terms)
        reach = NINETEEN_IN_TWENTY * math.sqrt(float(row @ self.covariance @ row) + unseen)
        return Chance(*(round(_p(logit), _DIGITS) for logit in (middle, middle - reach, middle + reach)))

    def advantage(self, ground: str = "") -> float:
        """What the first side is ahead between equals without a bid, in points."""
        row, _ = self.row({}, {}, ground)
        return float(row @ self.terms) / POINT

    @property
    def worth(self) -> float:
        """What one IPC of a bid is worth, in points."""
        return float(self.terms[self.side_at + 1]) / BID_UNIT / POINT


def _p(logit: float) -> float:
    return 1 / (1 + math.exp(-max(-40.0, min(40.0, logit))))
