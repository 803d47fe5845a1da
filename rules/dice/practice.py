"""Dice from a known seed: repeatable, for soaks, benchmarks and practice games; never for a real game."""

from __future__ import annotations

from rules.dice.verify import dice_from, sha


class PracticeDice:
    """Fair dice that fall the same way for the same seed."""

    def __init__(self, seed: int | str) -> None:
        self._seed = sha(f"practice {seed}".encode())
        self._throws = 0
        self._waiting: list[int] = []

    def roll(self, count: int, why: str, deck: str = "") -> list[int]:
        """The next `count` dice."""
        while len(self._waiting) < count:
            self._throws += 1
            self._waiting += dice_from(self._seed, self._throws.to_bytes(8, "big"), 240)
        faces, self._waiting = self._waiting[:count], self._waiting[count:]
        return faces
