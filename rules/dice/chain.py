"""A chain of seeds, each the hash of the next: the bot's secret, of which rolls show one seed at a time."""

from __future__ import annotations

from hashlib import sha256
from typing import NoReturn

LENGTH = 4096
_STEP = 64


class SeedChain:
    """Seeds for the rolls `first` to `first + length - 1`, from 32 secret bytes given from outside.

    The secret never shows in a repr, and the object refuses to be pickled or copied.
    """

    __slots__ = ("_marks", "commitment", "first", "length")

    def __init__(self, root: bytes, length: int = LENGTH, first: int = 1) -> None:
        if len(root) != 32:
            raise ValueError("a chain begins with 32 secret bytes")
        if length < 1 or first < 1:
            raise ValueError("a chain has at least one roll, and rolls are numbered from 1")
        self.length = length
        self.first = first
        self._marks = {length: root}
        seed = root
        for position in range(length - 1, -1, -1):
            seed = sha256(seed).digest()
            if position % _STEP == 0:
                self._marks[position] = seed
        self.commitment = seed

    @property
    def last(self) -> int:
        """The number of the last roll this chain has a seed for."""
        return self.first + self.length - 1

    def seed(self, roll: int) -> bytes:
        """The seed of one roll. Showing it gives away those of all rolls before, and none after."""
        if not self.first <= roll <= self.last:
            raise ValueError(f"roll {roll} is not of the chain {self.first} to {self.last}")
        position = roll - self.first + 1
        mark = min(-(-position // _STEP) * _STEP, self.length)
        seed = self._marks[mark]
        for _ in range(mark - position):
            seed = sha256(seed).digest()
        return seed

    def __repr__(self) -> str:
        return f"SeedChain(rolls {self.first} to {self.last}, commitment {self.commitment.hex()[:8]}...)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a chain of secret seeds is not copied or pickled")
