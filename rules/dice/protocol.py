"""What the engine asks of dice, and dice whose faces are known beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class DiceShort(Exception):
    """More dice were asked for than there are."""


class Dice(Protocol):
    """Something that rolls. The engine calls it once for every throw, in the documented order."""

    def roll(self, count: int, why: str, deck: str = "") -> list[int]:
        """`count` dice, each from 1 to 6. `why` says in players' words what is rolled for. deck: they are cards drawn
        from the deck of that name."""
        ...


class ScriptedDice:
    """Dice that fall as written: for cases, tests and replays. A throw of none takes none."""

    def __init__(self, faces: Sequence[int]) -> None:
        for face in faces:
            if type(face) is not int or not 1 <= face <= 6:
                raise ValueError(f"a die shows 1 to 6, not {face!r}")
        self._faces = list(faces)
        self._used = 0

    @property
    def left(self) -> int:
        """How many of the written dice were not rolled."""
        return len(self._faces) - self._used

    def roll(self, count: int, why: str, deck: str = "") -> list[int]:
        """The next `count` written dice; DiceShort if fewer are left."""
        if count > self.left:
            raise DiceShort(f"{why}: {count} dice are rolled, {self.left} are written")
        faces = self._faces[self._used : self._used + count]
        self._used += count
        return faces

    def __repr__(self) -> str:
        return f"ScriptedDice({self._faces[self._used :]} left)"
