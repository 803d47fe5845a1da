"""What a computer player wants: an order, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from rules.model.state import Unit
from rules.play.game import Entry


@dataclass(frozen=True, slots=True)
class Wish:
    """An order to try: its text, why it is given (a sentence; "" where it goes without saying), who gives it ("" =
    whoever is to act). instead: texts to try in its place, all of them, where it is refused. offered: whether the
    engine has named it as legal. rehearsed: what it brought on a copy on which the plan was carried out."""

    text: str
    why: str = ""
    instead: tuple[str, ...] = ()
    by: str = ""
    offered: bool = False
    rehearsed: Entry | None = field(default=None, compare=False, repr=False)


def items(units: Iterable[Unit]) -> str:
    """Units as items of an order: `2 infantry, 1 tank`."""
    return counted(Counter(u.type for u in units))


def counted(counts: Counter[str]) -> str:
    """The same from numbers by type."""
    return ", ".join(f"{n} {unit}" for unit, n in sorted(counts.items()) if n)
