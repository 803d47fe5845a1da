"""Orders about powers and formations: war, resolutions, charts, armies."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, Self

from rules.model.orders.base import Items, Order, listed
from rules.model.refusals import Refused

MOST_THROWN, LONGEST_REASON = 20, 80
"""Dice of one throw for the table; characters of its reason."""
_WORDS = re.compile(r"(?:[^\W_]|[ ,.;'’()+&!?%/-])+")


@dataclass(frozen=True, slots=True)
class DeclareWar(Order):
    """declare war on POWER"""

    verb: ClassVar[str] = "declare war on"
    power: str

    def rest(self) -> str:
        return self.power


@dataclass(frozen=True, slots=True)
class Invoke(Order):
    """invoke NAME"""

    verb: ClassVar[str] = "invoke"
    name: str

    def rest(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Chart(Order):
    """chart N"""

    verb: ClassVar[str] = "chart"
    number: int

    def rest(self) -> str:
        return str(self.number)


@dataclass(frozen=True, slots=True)
class Form(Order):
    """form FORMATION: PLACE: ITEMS"""

    verb: ClassVar[str] = "form"
    formation: str
    place: str
    items: Items

    def rest(self) -> str:
        return f"{self.formation}: {self.place}: {listed(self.items)}"


@dataclass(frozen=True, slots=True)
class Disband(Order):
    """disband FORMATION: PLACE"""

    verb: ClassVar[str] = "disband"
    formation: str
    place: str

    def rest(self) -> str:
        return f"{self.formation}: {self.place}"


@dataclass(frozen=True, slots=True)
class Throw(Order):
    """roll N for REASON: dice for what the rules do not know."""

    verb: ClassVar[str] = "roll"
    dice: int
    reason: str

    def rest(self) -> str:
        return f"{self.dice} for {self.reason}"

    @classmethod
    def of(cls, text: str) -> Self:
        """`2 for war bonds`, `2 dice for war bonds`. Raises Refused: a reason is words of at most 80 characters."""
        found = re.fullmatch(r"([0-9]{1,3})(?: dic?e)? for (.+)", text.strip(), re.I)
        dice, reason = (int(found[1]), found[2].strip()) if found else (0, "")
        if not 0 < dice <= MOST_THROWN or len(reason) > LONGEST_REASON or not _WORDS.fullmatch(reason):
            raise Refused(
                "syntax",
                f"Dice for the table: “roll 2 for war bonds”, 1 to {MOST_THROWN} dice and a reason in words, "
                f"at most {LONGEST_REASON} characters.",
            )
        return cls(dice, reason)
