"""Scores of mirrored pairs, with what they are worth: a 95 % interval, and Elo."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from seats.measure.arena import Played

EVEN = 0.02  # difference of shares that counts as a draw
Z = 1.96
SIDES = ("Axis", "Allies")


@dataclass(frozen=True, slots=True)
class Score:
    """Of some games or pairs: won, drawn, lost."""

    won: int
    drawn: int
    lost: int

    @property
    def of(self) -> int:
        """How many."""
        return self.won + self.drawn + self.lost

    @property
    def rate(self) -> float:
        """The share that was won, a draw being half."""
        return (self.won + self.drawn / 2) / max(1, self.of)

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the rate."""
        n, p = max(1, self.of), self.rate
        middle, width = p + Z * Z / 2 / n, Z * math.sqrt(p * (1 - p) / n + Z * Z / 4 / n / n)
        return (middle - width) / (1 + Z * Z / n), (middle + width) / (1 + Z * Z / n)

    def __str__(self) -> str:
        low, high = self.interval
        points = f"Elo {elo(self.rate):+.0f} ({elo(low):+.0f} to {elo(high):+.0f})"
        return f"{self.won}-{self.drawn}-{self.lost}, {self.rate:.2f} ({low:.2f} to {high:.2f}), {points}"


def elo(rate: float) -> float:
    """Elo points ahead that such a rate means."""
    p = min(max(rate, 0.005), 0.995)
    return -400 * math.log10(1 / p - 1)


def counted(differences: Sequence[float]) -> Score:
    """A score from differences: above zero is won."""
    won, lost = sum(d > EVEN for d in differences), sum(d < -EVEN for d in differences)
    return Score(won, len(differences) - won - lost, lost)


def pair_difference(as_axis: Played, as_allies: Played) -> float:
    """How much better the first player did on both sides of the same game than the other did."""
    axis, allies = SIDES
    return as_axis.share(axis) - as_allies.share(axis) + as_allies.share(allies) - as_axis.share(allies)


def game_difference(played: Played, side: str) -> float:
    """What a side has gained of all income and army since the start."""
    return played.share(side) - played.share(side, end=False)


__all__ = ["SIDES", "Score", "counted", "elo", "game_difference", "pair_difference"]
