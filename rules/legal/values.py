"""What `legal` answers: plain values for screens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rules.model.refusals import Refusal
from rules.model.state import Turn

Texts = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """The question a power has to answer: its kind, where, and answers as order texts, the recommended
    one first. Other answers may be legal too (losses in other mixtures, fewer units)."""

    kind: str
    power: str
    place: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ForSale:
    """Something that can be bought: price of one batch, units a batch, the most each purse pays for now,
    why none can be bought (None: some can), and the sites where a facility may stand."""

    unit: str
    price: int
    batch: int
    most: Mapping[str, int]
    why_not: Refusal | None = None
    sites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Repairable:
    """A damaged facility, or damaged units of a type: their damage, and how many points can be paid for."""

    place: str
    facility: str
    damage: int
    most: int
    unit: bool = False

    @property
    def order(self) -> str:
        """The order that repairs as much as can be paid for."""
        return f"repair {self.most} {'' if self.unit else 'on '}{self.facility}: {self.place}"


@dataclass(frozen=True, slots=True)
class Mover:
    """Alike units of a place that can still move: how many, and (`goals`, worked out when asked) where to:
    place -> how many of them can go there. name: as an order calls them (with their owner, where they are lent)."""

    place: str
    unit: str
    name: str
    count: int
    reach: Callable[[], Mapping[str, int]] = field(compare=False, repr=False)

    @property
    def goals(self) -> Mapping[str, int]:
        """Place -> how many of the units can go there, nearest first."""
        return self.reach()


@dataclass(frozen=True, slots=True)
class ToFight:
    """A battle that is due: place, kind ("land", "sea", "raid"), whether it may be left unfought, its order,
    and whether it may be fought now or others come first."""

    place: str
    kind: str
    optional: bool
    order: str
    now: bool = True


@dataclass(frozen=True, slots=True)
class ToPlace:
    """Bought units still to be placed, and the sites that take some: site -> how many. free: nothing was paid for them."""

    unit: str
    count: int
    purse: str
    sites: Mapping[str, int]
    free: bool = False


@dataclass(frozen=True, slots=True)
class Danger:
    """Something that ending the phase now would give away: its kind ("aircraft", "cargo", "money", "units",
    "battles", "attacks"), in words, whether it is lost for good (`grave`: then it has to be said twice), orders that each
    save some of it (`ways`), and in words once it has been given away (`after`; by default the same)."""

    kind: str
    text: str
    grave: bool = False
    ways: tuple[str, ...] = ()
    after: str = ""


@dataclass(frozen=True)
class Legal:
    """What a power may order now.

    turn: whose turn it is. to_act: who has to order or answer. question: what has to be answered first.
    done: why the phase cannot be closed yet (None: it can). undo: whether an order can be taken back.
    words: first words of the phase's own orders, and always: of those that always make sense.
    """

    power: str
    turn: Turn
    to_act: str
    question: Question | None = None
    words: tuple[str, ...] = ()
    always: tuple[str, ...] = ()
    sale: tuple[ForSale, ...] = ()
    repairs: tuple[Repairable, ...] = ()
    movers: tuple[Mover, ...] = ()
    battles: tuple[ToFight, ...] = ()
    place: tuple[ToPlace, ...] = ()
    of_rules: tuple[Callable[[], Texts], Callable[[], Texts]] = field(default=(tuple, tuple), compare=False, repr=False)
    done: Refusal | None = None
    undo: bool = False

    @property
    def offers(self) -> Texts:
        """Order texts of rules that are worth a button, worked out when asked."""
        return self.of_rules[0]()

    @property
    def suggestions(self) -> Texts:
        """The same before each has been tried, for who tries what he takes."""
        return self.of_rules[1]()

    @property
    def verbs(self) -> tuple[str, ...]:
        """First words of the orders that make sense."""
        return tuple(dict.fromkeys((*self.words, *(text.split()[0] for text in self.offers), *self.always)))
