"""What orders are made of: items, paths, the base of all orders."""

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
class Travel(Order):
    """Base of what moves units along a path."""

    items: Items
    path: Path

    def rest(self) -> str:
        return f"{listed(self.items)}: {way(self.path)}"


@dataclass(frozen=True, slots=True)
class Choice(Order):
    """Base of what names units where they stand."""

    items: Items

    def rest(self) -> str:
        return listed(self.items)


@dataclass(frozen=True, slots=True)
class In(Order):
    """in PLACE: ANSWER, where questions of several places are open"""

    verb: ClassVar[str] = "in"
    place: str
    order: Order

    def rest(self) -> str:
        return f"{self.place}: {self.order}"
