"""Orders that move units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.model.orders.base import Items, Order, Path, Travel, listed, way


@dataclass(frozen=True, slots=True)
class Move(Travel):
    """move ITEMS: PATH"""

    verb: ClassVar[str] = "move"


@dataclass(frozen=True, slots=True)
class Load(Travel):
    """load ITEMS: TERRITORY > ZONE, or load ITEMS: ZONE"""

    verb: ClassVar[str] = "load"


@dataclass(frozen=True, slots=True)
class Unload(Travel):
    """unload ITEMS: ZONE > TERRITORY"""

    verb: ClassVar[str] = "unload"


@dataclass(frozen=True, slots=True)
class Ship(Order):
    """ship ITEMS: TERRITORY > ZONE ... > TERRITORY [using ITEMS: ZONE]"""

    verb: ClassVar[str] = "ship"
    items: Items
    path: Path
    using: Items = ()
    using_at: str = ""

    def rest(self) -> str:
        using = f" using {listed(self.using)}: {self.using_at}" if self.using else ""
        return f"{listed(self.items)}: {way(self.path)}{using}"


@dataclass(frozen=True, slots=True)
class Bomb(Order):
    """bomb FACILITY: ITEMS: PATH"""

    verb: ClassVar[str] = "bomb"
    facility: str
    items: Items
    path: Path

    def rest(self) -> str:
        return f"{self.facility}: {listed(self.items)}: {way(self.path)}"


@dataclass(frozen=True, slots=True)
class Launch(Order):
    """launch ITEMS: PATH [at ITEMS]; one-way and ranged fire. `shell` is a second verb for it."""

    verb: ClassVar[str] = "launch"
    items: Items
    path: Path
    at: Items = ()
    word: str = "launch"

    def __str__(self) -> str:
        at = f" at {listed(self.at)}" if self.at else ""
        return f"{self.word} {listed(self.items)}: {way(self.path)}{at}"


@dataclass(frozen=True, slots=True)
class Drop(Order):
    """drop ITEMS at PLACE: CARRIERS: PATH"""

    verb: ClassVar[str] = "drop"
    items: Items
    at: str
    carriers: Items
    path: Path

    def rest(self) -> str:
        return f"{listed(self.items)} at {self.at}: {listed(self.carriers)}: {way(self.path)}"
