"""Orders as slash commands: for each verb its options, and how they make the text of an order.

The order language (docs/ORDERS.md) stays the only one: a command does nothing but write an order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Slot:
    """One option of a command. kind: what is offered while it is typed (see bot/discord/features/orders/autocomplete.py)."""

    name: str
    about: str
    kind: str = ""
    required: bool = True


@dataclass(frozen=True, slots=True)
class Verb:
    """A slash command that gives an order. pattern: the order's text with its options in braces; what
    stands in square brackets is left out if an option in it is empty."""

    command: str
    about: str
    pattern: str
    slots: tuple[Slot, ...]
    verb: str = ""

    @property
    def word(self) -> str:
        """The verb of the order language."""
        return self.verb or self.pattern.split("{")[0].split(" [")[0].strip()

    def order(self, values: Mapping[str, str]) -> str:
        """The order's text from the options."""
        text, rest = "", self.pattern
        while rest:
            before, _, tail = rest.partition("[")
            inside, _, rest = tail.partition("]")
            text += before.format(**values)
            if inside and all(values[name] for name in _names(inside)):
                text += inside.format(**values)
        return " ".join(text.split())


def _names(pattern: str) -> list[str]:
    return [part.split("}")[0] for part in pattern.split("{")[1:]]


_UNITS = "Units, for example: 3 infantry, 1 armor"
_FROM, _TO = "Where they are", "Where they go; a way can be given: A > B > C"


def _travel(command: str, about: str) -> Verb:
    slots = (Slot("from", _FROM, "origin"), Slot("units", _UNITS, "units"), Slot("to", _TO, "goal"))
    return Verb(command, about, f"{command} {{units}}: {{from}} > {{to}}", slots)


def _whole(command: str, about: str, form: str, verb: str = "") -> Verb:
    """A verb whose text is offered as a whole."""
    word = verb or command
    return Verb(command, about, f"{word} {{what}}", (Slot("what", form, "whole"),), word)


VERBS: tuple[Verb, ...] = (
    Verb(
        "research",
        "Buy dice for weapons development",
        "research {dice}[ for {aim}]",
        (Slot("dice", "How many dice", "dice"), Slot("aim", "What for, if the game lets you aim", "tech", False)),
    ),
    Verb(
        "buy",
        "Buy units",
        "buy {units}[: {at}]",
        (Slot("units", "What, for example: 3 infantry, 1 armor", "sale"), Slot("at", "Where", "site", False)),
    ),
    Verb(
        "unbuy",
        "Give back what you bought in this phase",
        "unbuy {units}[: {at}]",
        (Slot("units", "What, for example: 1 armor", "bought"), Slot("at", "Where", "site", False)),
    ),
    _whole("repair", "Repair complexes, bases or ships", "For example: 3 on industrial complex: Germany"),
    _whole("upgrade", "Turn units or buildings into better ones", "For example: 2 infantry to ...: Germany"),
    _whole("declare", "Declare war", "On which power", "declare war on"),
    _travel("move", "Move units"),
    _travel("load", "Put units aboard transports, or aircraft on other carriers"),
    _travel("unload", "Put units ashore"),
    Verb(
        "ship",
        "Load, sail and land in one order",
        "ship {units}: {from} > {to}[ using {using}]",
        (
            Slot("from", "Where the units are", "coast"),
            Slot("units", _UNITS, "units"),
            Slot("to", "The way: sea zone > territory", "sail"),
            Slot("using", "A transport from elsewhere: 1 transport: SZ 112", "", False),
        ),
    ),
    _whole("bomb", "Send bombers on a raid", "For example: industrial complex: 2 bomber: United Kingdom > Germany"),
    _whole("launch", "Rockets and other one-way fire", "For example: 1 rocket: Germany > United Kingdom"),
    _whole("shell", "Fire heavy guns", "For example: 1 gun: Germany > Poland"),
    _whole("drop", "Drop paratroopers", "For example: 1 infantry at A: 1 bomber: B > A > C"),
    Verb("fight", "Fight a battle", "fight {where}", (Slot("where", "Which battle", "battle"),)),
    Verb(
        "place",
        "Place what you bought",
        "place {units}: {at}",
        (Slot("units", "What, for example: 3 infantry", "pool"), Slot("at", "Where", "placesite")),
    ),
    _whole("give", "Give money, where a rule allows it", "For example: 5 to United Kingdom"),
    _whole("lay", "Lay mines and the like", "For example: 1 sea mine: SZ 5"),
    _whole("form", "Form a unit from several", "For example: convoy: SZ 112: 1 escort, 2 transport"),
    _whole("disband", "Dissolve a formation", "For example: convoy: SZ 112"),
    _whole("invoke", "Use a one-time right of your nation", "Which"),
    _whole("demolish", "Destroy your own building", "For example: industrial complex: Ukraine"),
    _whole("swap", "Exchange units, where a rule allows it", "For example: 1 battleship for 2 destroyer: SZ 13"),
    _whole("elite", "Make a unit an elite one", "For example: 1 armor: Germany"),
    _whole("bombard", "Name the ships that bombard (before the battle)", "For example: 1 battleship"),
)
