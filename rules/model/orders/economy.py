"""Orders about money and what it buys: research, buying, repairing, placing, laying, giving."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.model.orders.base import Item, Items, Order, listed


@dataclass(frozen=True, slots=True)
class Research(Order):
    """research N [for TECHNOLOGY]"""

    verb: ClassVar[str] = "research"
    dice: int
    aim: str = ""

    def rest(self) -> str:
        return f"{self.dice} for {self.aim}" if self.aim else str(self.dice)


@dataclass(frozen=True, slots=True)
class _Shopping(Order):
    items: Items
    site: str = ""

    def rest(self) -> str:
        return listed(self.items) + (f": {self.site}" if self.site else "")


@dataclass(frozen=True, slots=True)
class Buy(_Shopping):
    """buy ITEMS [: SITE]; a purse stands among an item's tags: `2 infantry (UK Pacific)`."""

    verb: ClassVar[str] = "buy"


@dataclass(frozen=True, slots=True)
class Unbuy(_Shopping):
    """unbuy ITEMS [: SITE]"""

    verb: ClassVar[str] = "unbuy"


@dataclass(frozen=True, slots=True)
class Repair(Order):
    """repair N on FACILITY: PLACE  (points > 0), or  repair ITEMS: PLACE  (damaged ships)."""

    verb: ClassVar[str] = "repair"
    place: str
    points: int = 0
    facility: str = ""
    items: Items = ()
    tags: tuple[str, ...] = ()

    def rest(self) -> str:
        if self.facility:
            tags = f" ({', '.join(self.tags)})" if self.tags else ""
            return f"{self.points} on {self.facility}{tags}: {self.place}"
        return f"{listed(self.items)}: {self.place}"


@dataclass(frozen=True, slots=True)
class Upgrade(Order):
    """upgrade ITEMS|FACILITY to THING: PLACE; count 0 in the item marks a facility."""

    verb: ClassVar[str] = "upgrade"
    item: Item
    to: str
    place: str

    def rest(self) -> str:
        what = str(self.item).removeprefix("0 ")
        return f"{what} to {self.to}: {self.place}"


@dataclass(frozen=True, slots=True)
class PlaceUnits(Order):
    """place ITEMS: PLACE"""

    verb: ClassVar[str] = "place"
    items: Items
    place: str

    def rest(self) -> str:
        return f"{listed(self.items)}: {self.place}"


@dataclass(frozen=True, slots=True)
class Lay(Order):
    """lay ITEMS: PLACE, or lay ITEMS: PLACE | PLACE"""

    verb: ClassVar[str] = "lay"
    items: Items
    place: str
    border: str = ""

    def rest(self) -> str:
        return f"{listed(self.items)}: {self.place}" + (f" | {self.border}" if self.border else "")


@dataclass(frozen=True, slots=True)
class Demolish(Order):
    """demolish FACILITY: PLACE"""

    verb: ClassVar[str] = "demolish"
    facility: str
    place: str

    def rest(self) -> str:
        return f"{self.facility}: {self.place}"


@dataclass(frozen=True, slots=True)
class Give(Order):
    """give N to POWER [rolled by POWER]"""

    verb: ClassVar[str] = "give"
    amount: int
    power: str
    roller: str = ""

    def rest(self) -> str:
        return f"{self.amount} to {self.power}" + (f" rolled by {self.roller}" if self.roller else "")
