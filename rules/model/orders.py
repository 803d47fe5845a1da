"""Orders as frozen values; `str(order)` is the canonical text (docs/ORDERS.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Item:
    """Some units in an order: count, canonical unit name, qualifiers as written canonically."""

    count: int
    unit: str
    tags: tuple[str, ...] = ()

    def __str__(self) -> str:
        tags = f" ({', '.join(self.tags)})" if self.tags else ""
        return f"{self.count} {self.unit}{tags}"


Items = tuple[Item, ...]
Path = tuple[str, ...]


def listed(items: Items) -> str:
    """Items as order text."""
    return ", ".join(map(str, items))


def way(path: Path) -> str:
    """A path as order text."""
    return " > ".join(path)


@dataclass(frozen=True, slots=True)
class Order:
    """Base of all orders. `verb` is its first word; subclasses give the rest of the text."""

    verb: ClassVar[str] = ""

    def rest(self) -> str:
        """The text behind the verb."""
        return ""

    def __str__(self) -> str:
        rest = self.rest()
        return f"{self.verb} {rest}" if rest else self.verb


@dataclass(frozen=True, slots=True)
class Plain(Order):
    """An order of bare words: done, undo, pass, press on, concede, reroll."""

    word: str = ""

    def __str__(self) -> str:
        return self.word


DONE, UNDO, PASS = Plain("done"), Plain("undo"), Plain("pass")
PRESS_ON, CONCEDE, REROLL = Plain("press on"), Plain("concede"), Plain("reroll")
PLAIN = ("done", "undo", "pass", "press on", "concede", "reroll")


@dataclass(frozen=True, slots=True)
class DeclareWar(Order):
    """declare war on POWER"""

    verb: ClassVar[str] = "declare war on"
    power: str

    def rest(self) -> str:
        return self.power


@dataclass(frozen=True, slots=True)
class Research(Order):
    """research N [for TECHNOLOGY]"""

    verb: ClassVar[str] = "research"
    dice: int
    aim: str = ""

    def rest(self) -> str:
        return f"{self.dice} for {self.aim}" if self.aim else str(self.dice)


@dataclass(frozen=True, slots=True)
class Buy(Order):
    """buy ITEMS [: SITE]; a purse stands among an item's tags: `2 infantry (UK Pacific)`."""

    verb: ClassVar[str] = "buy"
    items: Items
    site: str = ""

    def rest(self) -> str:
        return listed(self.items) + (f": {self.site}" if self.site else "")


@dataclass(frozen=True, slots=True)
class Unbuy(Order):
    """unbuy ITEMS [: SITE]"""

    verb: ClassVar[str] = "unbuy"
    items: Items
    site: str = ""

    def rest(self) -> str:
        return listed(self.items) + (f": {self.site}" if self.site else "")


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
        what = str(self.item) if self.item.count else self.item.unit
        return f"{what} to {self.to}: {self.place}"


@dataclass(frozen=True, slots=True)
class _Travel(Order):
    items: Items
    path: Path

    def rest(self) -> str:
        return f"{listed(self.items)}: {way(self.path)}"


@dataclass(frozen=True, slots=True)
class Move(_Travel):
    """move ITEMS: PATH"""

    verb: ClassVar[str] = "move"


@dataclass(frozen=True, slots=True)
class Load(_Travel):
    """load ITEMS: TERRITORY > ZONE, or load ITEMS: ZONE"""

    verb: ClassVar[str] = "load"


@dataclass(frozen=True, slots=True)
class Unload(_Travel):
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
class Lay(Order):
    """lay ITEMS: PLACE, or lay ITEMS: PLACE | PLACE"""

    verb: ClassVar[str] = "lay"
    items: Items
    place: str
    border: str = ""

    def rest(self) -> str:
        return f"{listed(self.items)}: {self.place}" + (f" | {self.border}" if self.border else "")


@dataclass(frozen=True, slots=True)
class Invoke(Order):
    """invoke NAME"""

    verb: ClassVar[str] = "invoke"
    name: str

    def rest(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Demolish(Order):
    """demolish FACILITY: PLACE"""

    verb: ClassVar[str] = "demolish"
    facility: str
    place: str

    def rest(self) -> str:
        return f"{self.facility}: {self.place}"


@dataclass(frozen=True, slots=True)
class Fight(Order):
    """fight PLACE"""

    verb: ClassVar[str] = "fight"
    place: str

    def rest(self) -> str:
        return self.place


@dataclass(frozen=True, slots=True)
class Casualties(Order):
    """casualties ITEMS"""

    verb: ClassVar[str] = "casualties"
    items: Items

    def rest(self) -> str:
        return listed(self.items)


@dataclass(frozen=True, slots=True)
class Retreat(Order):
    """retreat to PLACE | retreat air | retreat ITEMS to PLACE | retreat"""

    verb: ClassVar[str] = "retreat"
    place: str = ""
    items: Items = ()
    air: bool = False

    def rest(self) -> str:
        if self.air:
            return "air"
        items = listed(self.items)
        return " ".join(w for w in (items, f"to {self.place}" if self.place else "") if w)


@dataclass(frozen=True, slots=True)
class _Choice(Order):
    items: Items

    def rest(self) -> str:
        return listed(self.items)


@dataclass(frozen=True, slots=True)
class Submerge(_Choice):
    """submerge ITEMS"""

    verb: ClassVar[str] = "submerge"


@dataclass(frozen=True, slots=True)
class Intercept(_Choice):
    """intercept ITEMS"""

    verb: ClassVar[str] = "intercept"


@dataclass(frozen=True, slots=True)
class Bombard(_Choice):
    """bombard ITEMS [: TERRITORY]"""

    verb: ClassVar[str] = "bombard"
    place: str = ""

    def rest(self) -> str:
        return listed(self.items) + (f": {self.place}" if self.place else "")


@dataclass(frozen=True, slots=True)
class Scramble(_Travel):
    """scramble ITEMS: TERRITORY > ZONE"""

    verb: ClassVar[str] = "scramble"


@dataclass(frozen=True, slots=True)
class Land(_Travel):
    """land ITEMS: PLACE > PLACE (aircraft of a beaten defender)"""

    verb: ClassVar[str] = "land"


@dataclass(frozen=True, slots=True)
class Ignore(Order):
    """ignore submarines|transports [: ZONE]"""

    verb: ClassVar[str] = "ignore"
    what: str
    place: str = ""

    def rest(self) -> str:
        return self.what + (f": {self.place}" if self.place else "")


@dataclass(frozen=True, slots=True)
class Attack(Ignore):
    """attack submarines|transports [: ZONE]"""

    verb: ClassVar[str] = "attack"


@dataclass(frozen=True, slots=True)
class Chart(Order):
    """chart N"""

    verb: ClassVar[str] = "chart"
    number: int

    def rest(self) -> str:
        return str(self.number)


@dataclass(frozen=True, slots=True)
class PlaceUnits(Order):
    """place ITEMS: PLACE"""

    verb: ClassVar[str] = "place"
    items: Items
    place: str

    def rest(self) -> str:
        return f"{listed(self.items)}: {self.place}"


@dataclass(frozen=True, slots=True)
class Give(Order):
    """give N to POWER [rolled by POWER]"""

    verb: ClassVar[str] = "give"
    amount: int
    power: str
    roller: str = ""

    def rest(self) -> str:
        return f"{self.amount} to {self.power}" + (f" rolled by {self.roller}" if self.roller else "")
