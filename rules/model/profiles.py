"""Unit profiles: what a type of unit is, as data.

Traits (words in `traits`) and numbers (named integers in `numbers`) are a small vocabulary that the
engine reads (rules/model/vocabulary.py); a house unit is a new profile, not new code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.model import vocabulary
from rules.model.vocabulary import Number, Trait

LAND, AIR, SEA, FACILITY, MARKER = "land", "air", "sea", "facility", "marker"


@dataclass(frozen=True, slots=True)
class UnitType:
    """The profile of one type of unit or facility.

    attack, defense: hits on a die of this or less (0: does not roll). move: points a turn.
    cost: IPC. hits: hits it takes. attack_dice, defense_dice: dice it rolls.
    cargo: room it takes aboard a transport (0: is not carried). capacity: room of a transport.
    deck: room it takes on a carrier (0: cannot land there). decks: room of a carrier.
    powers: who may own it (empty: all). built_at: the only places it is produced at (empty: any).
    raids: facilities it may bomb. becomes: the type it is once it stands on the board (a special offer of
    an ordinary unit; "" itself). rule: id of the house rule that brought it ("" for the board).
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
    deck: int = 0
    decks: int = 0
    traits: frozenset[Trait] = frozenset()
    numbers: Mapping[Number, int] = field(default_factory=dict)
    raids: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()
    built_at: tuple[str, ...] = ()
    not_for_sale: bool = False
    becomes: str = ""
    rule: str = ""

    def __post_init__(self) -> None:
        vocabulary.check(self.name, self.traits, self.numbers)

    def has(self, trait: Trait) -> bool:
        """Whether the profile carries a trait."""
        return trait in self.traits

    def number(self, name: Number, default: int = 0) -> int:
        """A named number of the profile, or the default."""
        return self.numbers.get(name, default)

    @property
    def many(self) -> str:
        """The plural form."""
        return self.plural or f"{self.name}s"


def profile(data: Mapping[str, Any], rule: str = "") -> UnitType:
    """Build a profile from its TOML table; unknown keys raise TypeError, unknown words ValueError."""
    fields = dict(data)
    for name in ("aliases", "raids", "powers", "built_at"):
        if name in fields:
            fields[name] = tuple(fields[name])
    fields["traits"] = frozenset(fields.get("traits", ()))
    return UnitType(rule=rule, **fields)
