"""Unit profiles: what a type of unit is, as data.

Traits (words in `traits`) and numbers (named integers in `numbers`) are a small vocabulary that the
engine reads (rules/model/vocabulary.py); a house unit is a new profile, not new code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.model import vocabulary
from rules.model.names import proper
from rules.model.vocabulary import Number, Trait, UnitClass

LAND, AIR, SEA, FACILITY, MARKER = "land", "air", "sea", "facility", "marker"


@dataclass(frozen=True, slots=True)
class UnitType:
    """The profile of one type of unit or facility.

    attack, defense: hits on a die of this or less (0: does not roll). move: points a turn.
    cost: IPC. hits: hits it takes. attack_dice, defense_dice: dice it rolls.
    cargo: room it takes aboard a transport (0: is not carried; see also "takes no room"). capacity: room of a
    transport. carries: the only types it takes aboard (empty: all that are carried).
    deck: room it takes on a carrier (0: cannot land there). decks: room of a carrier.
    powers: who may own it (empty: all). built_at: the only places it is produced at (empty: any).
    by_power: what differs for one power: power -> field or number -> its value there. damaged: what differs while
    it is damaged; "traits" are added to its own.
    classes: the kinds of unit it counts as ("infantry", "vehicle"; see `is_a`). raids: facilities it may bomb.
    becomes: the type it is once it stands on the board (a special offer of an ordinary unit; "" itself). rule: id
    of the house rule that brought it ("" for the board). use: what it is for, where the profile does not say so.
    icon: the name of the unit whose picture it has ("" its own by its name, else one by what it is); badge: one or two
    letters in the picture's corner.
    """

    name: str
    domain: str
    plural: str = ""
    aliases: tuple[str, ...] = ()
    attack: int = 0
    defense: int = 0
    move: int = 0
    cost: int = 0
    hits: int = 1
    attack_dice: int = 1
    defense_dice: int = 1
    cargo: int = 0
    capacity: int = 0
    carries: tuple[str, ...] = ()
    deck: int = 0
    decks: int = 0
    traits: frozenset[Trait] = frozenset()
    numbers: Mapping[Number, int] = field(default_factory=dict)
    classes: frozenset[UnitClass] = frozenset()
    raids: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()
    built_at: tuple[str, ...] = ()
    not_for_sale: bool = False
    becomes: str = ""
    rule: str = ""
    use: str = ""
    icon: str = ""
    badge: str = ""
    by_power: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    damaged: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        fields = UnitType.__dataclass_fields__
        vocabulary.check(self.name, self.traits, self.numbers, self.classes)
        for own in (*self.by_power.values(), self.damaged):
            vocabulary.check(self.name, own.get("traits", ()), [n for n in own if n not in fields])

    def of_power(self, power: str) -> UnitType:
        """The profile with what `by_power` says for a power."""
        own = self.by_power.get(power)
        return self._with(own) if own else self

    def when_damaged(self) -> UnitType:
        """The profile of one that is damaged."""
        return self._with({**self.damaged, "traits": self.traits | frozenset(self.damaged.get("traits", ()))})

    def _with(self, own: Mapping[str, Any]) -> UnitType:
        fields = {name: value for name, value in own.items() if name in UnitType.__dataclass_fields__}
        numbers: dict[Any, int] = {name: value for name, value in own.items() if name not in fields}
        changed: dict[str, Any] = {"numbers": {**self.numbers, **numbers}, **fields}
        return replace(self, **changed)

    def has(self, trait: Trait) -> bool:
        """Whether the profile carries a trait."""
        return trait in self.traits

    def is_a(self, kind: str) -> bool:
        """Whether it counts as a kind of unit: a class of its profile, a trait ("capital ship"), its domain, or
        "standard" (what the board itself brings)."""
        words = {self.domain, "aircraft" if self.domain == AIR else "ship" if self.domain == SEA else ""}
        return kind in self.classes or kind in self.traits or kind in words or (kind == "standard" and not self.rule)

    def number(self, name: Number, default: int = 0) -> int:
        """A named number of the profile, or the default."""
        return self.numbers.get(name, default)

    @property
    def many(self) -> str:
        """The plural form, as it is shown."""
        return proper(self.plural or f"{self.name}s")

    def counted(self, number: int) -> str:
        """A number of them in words: `1 tank`, `3 tanks`, `0 tanks`."""
        return f"{number} {proper(self.name) if number == 1 else self.many}"


def profile(data: Mapping[str, Any], rule: str = "") -> UnitType:
    """Build a profile from its TOML table; unknown keys raise TypeError, unknown words ValueError."""
    fields = dict(data)
    for name in ("aliases", "raids", "powers", "built_at", "carries"):
        if name in fields:
            fields[name] = tuple(fields[name])
    for name in ("traits", "classes"):
        fields[name] = frozenset(fields.get(name, ()))
    return UnitType(rule=rule, **fields)
