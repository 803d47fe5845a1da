"""A small deterministic generator for simulated players (SplitMix64): never for a game's dice."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")
_MASK = (1 << 64) - 1


class Prng:
    """Numbers that follow from a seed alone; also a source of practice dice."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def bits(self) -> int:
        """The next 64 bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1."""
        return self.bits() % limit

    def between(self, low: int, high: int) -> int:
        """A whole number from low to high, both possible."""
        return low + self.below(high - low + 1)

    def chance(self, percent: int) -> bool:
        """True in about so many of a hundred calls."""
        return self.below(100) < percent

    def choice(self, items: Sequence[T]) -> T:
        """One of some items."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Mix a list in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def roll(self, count: int, why: str, deck: str = "") -> list[int]:
        """So many dice."""
        return [self.between(1, 6) for _ in range(count)]
