"""What the lines of a turn summary tell, as values; `lines.py` reads them, `retelling.py` carries them out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Told:
    """A line of a summary: its number (from 1) and text."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Remark(Told):
    """Nothing to be done about it."""


@dataclass(frozen=True, slots=True)
class Unread(Told):
    """What could not be read, and why."""

    why: str


@dataclass(frozen=True, slots=True)
class Round(Told):
    """A round begins."""

    round: int


@dataclass(frozen=True, slots=True)
class Step(Told):
    """A part of a turn. power: "" = whose turn it is. phase: "" = any; the turn is over with OVER."""

    power: str
    phase: str


EXACT = "What stands in brackets is the order as it was given; every answer is told."
"""The line of a text that leaves no answer to be found."""
OVER = "over"
"""The phase of a step that comes when all is done."""


@dataclass(frozen=True, slots=True)
class Ordered(Told):
    """An order, in the order language. by: the power that gives it, where that is said. literal: it stood there so, and was
    not made out of other words."""

    order: str
    by: str = ""
    literal: bool = False


@dataclass(frozen=True, slots=True)
class War(Told):
    """Two powers are at war now."""

    one: str
    other: str


@dataclass(frozen=True, slots=True)
class Repaired(Told):
    """So much damage of a type of facility is repaired; where is not told."""

    points: int
    facility: str


@dataclass(frozen=True, slots=True)
class Throw(Told):
    """Dice. who, place: "" where they are not told. hits, count: -1 where not told. faces: () where only hits are told.
    units: for which they fell, where that is told."""

    who: str
    place: str
    hits: int
    count: int
    faces: tuple[int, ...] = ()
    units: tuple[tuple[str, int], ...] = ()


Losses = Mapping[str, Counter[str]]
"""Power -> units."""


@dataclass(frozen=True, slots=True)
class Lost(Told):
    """Units lost. in_all: in the whole battle, not in a round of it."""

    place: str
    losses: Losses
    in_all: bool = False


@dataclass(frozen=True, slots=True)
class Damaged(Told):
    """Ships that took a hit."""

    ships: Losses


@dataclass(frozen=True, slots=True)
class Left(Told):
    """Units that left a battle: to a place, under water ("submerge") or by air ("air")."""

    units: Losses
    to: str


@dataclass(frozen=True, slots=True)
class Taken(Told):
    """A power has taken a territory."""

    power: str
    place: str


@dataclass(frozen=True, slots=True)
class Raided(Told):
    """A raid on a facility, with the dice of its bombs."""

    place: str
    facility: str


@dataclass(frozen=True, slots=True)
class Holds(Told):
    """What a treasury holds in the end."""

    purse: str
    amount: int


@dataclass(frozen=True, slots=True)
class Summary:
    """A text that was read: its lines, and for which game it was written, where it says so. exact: every answer stands in it
    as an order, so that none has to be found."""

    lines: Sequence[Told]
    game: str = ""
    exact: bool = False

    @property
    def unread(self) -> list[Unread]:
        """What could not be read."""
        return [line for line in self.lines if isinstance(line, Unread)]
