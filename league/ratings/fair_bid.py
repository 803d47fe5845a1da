"""The fair bid: what makes a game between equals even, told only when there are games enough to say."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from league.ratings.ratings import BID_UNIT, Ratings

FOUR_IN_FIVE: Final = 1.2816
ENOUGH: Final = 100.0  # games, faded ones in part
WIDEST: Final = 24.0  # IPC from end to end: more says nothing


@dataclass(frozen=True, slots=True)
class FairBid:
    """IPC for the first side that make equals even; below 0: for the other. 4 of 5 times it lies from low to high."""

    amount: float
    low: float
    high: float


def fair_bid(ratings: Ratings, ground: str = "") -> FairBid | str:
    """The fair bid on a ground; where the games do not tell it, a sentence that says why.

    ratings: of a fit with `Prior.slow`. The interval is Fieller's, of a quotient of two uncertain terms.
    """
    if ratings.weight < ENOUGH:
        return f"It takes {ENOUGH:.0f} rated games, older ones counting in part; there are {ratings.weight:.0f}."
    even, _ = ratings.row({}, {}, ground)
    bid = even * 0
    bid[ratings.side_at + 1] = 1.0
    side, worth = float(even @ ratings.terms), float(bid @ ratings.terms)
    cov = ratings.covariance
    ends = _fieller(side, worth, float(even @ cov @ even), float(even @ cov @ bid), float(bid @ cov @ bid))
    if worth <= 0 or ends is None:
        return "The games do not show what a bid is worth: there are too few, or all at much the same bids."
    amount, low, high = (round(value * BID_UNIT, 2) for value in (-side / worth, *ends))
    if high - low > WIDEST:
        return f"Too little is known: it may be {low:.0f} as well as {high:.0f} IPC."
    return FairBid(amount, low, high)


def _fieller(side: float, worth: float, v_side: float, v_both: float, v_worth: float) -> tuple[float, float] | None:
    """All bids b for which side + worth b may be 0; None if they have no end."""
    z = FOUR_IN_FIVE**2
    a, b, c = worth**2 - z * v_worth, side * worth - z * v_both, side**2 - z * v_side
    inner = b * b - a * c
    if a <= 0 or inner < 0:
        return None
    return (-b - math.sqrt(inner)) / a, (-b + math.sqrt(inner)) / a
