"""Orders of battles, answers to their questions among them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.model.orders.base import Choice, Items, Order, Travel, listed


@dataclass(frozen=True, slots=True)
class Fight(Order):
    """fight PLACE"""

    verb: ClassVar[str] = "fight"
    place: str

    def rest(self) -> str:
        return self.place


@dataclass(frozen=True, slots=True)
class Bombard(Choice):
    """bombard ITEMS [: TERRITORY]"""

    verb: ClassVar[str] = "bombard"
    place: str = ""

    def rest(self) -> str:
        return listed(self.items) + (f": {self.place}" if self.place else "")


@dataclass(frozen=True, slots=True)
class Casualties(Choice):
    """casualties ITEMS"""

    verb: ClassVar[str] = "casualties"


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
class Submerge(Choice):
    """submerge ITEMS"""

    verb: ClassVar[str] = "submerge"


@dataclass(frozen=True, slots=True)
class Intercept(Choice):
    """intercept ITEMS"""

    verb: ClassVar[str] = "intercept"


@dataclass(frozen=True, slots=True)
class Scramble(Travel):
    """scramble ITEMS: TERRITORY > ZONE"""

    verb: ClassVar[str] = "scramble"


@dataclass(frozen=True, slots=True)
class Land(Travel):
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
