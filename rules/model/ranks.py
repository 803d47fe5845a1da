"""The numbers of a side, worked out for ranks of like units instead of unit by unit.

A count is a number, or an array of numbers: how many of a rank are left in many states at once. So one set of rules
gives the numbers of the units that stand there and those of everything that may be left of them (the odds).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rules.model.state import Unit

Count = Any  # an int, or an array of ints


@dataclass(slots=True)
class Rank:
    """Units that are alike (one of them stands for all), the number they need, how many there are, the dice that each
    rolls (None: as its profile says). extra: dice beside those of another rank of the same units."""

    unit: Unit
    number: int
    count: Count
    dice: int | None = None
    extra: bool = False


class Ranks:
    """The ranks of a side."""

    def __init__(self, ranks: Iterable[Rank]) -> None:
        self._ranks = list(ranks)

    def __iter__(self) -> Iterator[Rank]:
        return iter(self._ranks)

    def add(self, rank: Rank) -> None:
        """One more rank: dice beside those that its units roll already."""
        self._ranks.append(rank)

    def total(self, worth: Callable[[Unit], int]) -> Count:
        """The sum of something over all units; the number 0 if none of them counts, whatever is left of them."""
        return sum(each * rank.count for rank in self._ranks if (each := worth(rank.unit)))

    def improve(self, order: Iterable[Rank], room: Count, to: Callable[[int], int]) -> None:
        """Give units of some ranks another number, in this order, as many as there is room for."""
        self._split(order, room, lambda rank, some: Rank(rank.unit, to(rank.number), some, rank.dice))

    def arm(self, order: Iterable[Rank], room: Count, dice: int) -> None:
        """Let units of some ranks roll so many dice, in this order, as many units as there is room for."""
        self._split(order, room, lambda rank, some: Rank(rank.unit, rank.number, some, dice))

    def _split(self, order: Iterable[Rank], room: Count, other: Callable[[Rank, Count], Rank]) -> None:
        if isinstance(room, int) and room <= 0:
            return
        for rank in order:
            some = lesser(rank.count, room)
            room = room - some
            self._ranks.append(other(rank, some))
            rank.count = rank.count - some
        self._ranks = [rank for rank in self._ranks if not isinstance(rank.count, int) or rank.count]

    def each(self, change: Callable[[Unit, int], int]) -> Ranks:
        """Let every rank have another number, by its unit and the number so far. Returns the same ranks."""
        for rank in self._ranks:
            rank.number = change(rank.unit, rank.number)
        return self


def lesser(a: Count, b: Count) -> Count:
    """The lesser of two counts, one by one."""
    return (a + b - abs(a - b)) // 2


def positive(count: Count) -> Count:
    """A count, or 0 where it is below."""
    return (count + abs(count)) // 2
