"""Orders about powers and formations: war, resolutions, charts, armies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.model.orders.base import Items, Order, listed


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
