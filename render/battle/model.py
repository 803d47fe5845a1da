"""What a battle card shows, as plain values, and its description in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from rules.library.words import counted

Kind = Literal["land", "sea", "raid", "fire"]
TITLES: Mapping[Kind, str] = {"land": "Land battle", "sea": "Sea battle", "raid": "Raid", "fire": "Under fire"}

ALT_LIMIT = 1024
"""Characters that a picture's description may have in a message."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die that fell. counted: False for one that another die of the same unit overrules."""

    face: int
    hit: bool
    counted: bool = True


@dataclass(frozen=True, slots=True)
class UnitRow:
    """Units of one type and owner that need the same number to hit.

    count: at the start of the round. need: hits on this or less, 0 for units without a die.
    lost: how many of them the round cost. damaged: how many stand damaged after it. note: a few words
    ("with artillery").
    """

    type: str
    owner: str
    count: int
    need: int
    dice: tuple[Die, ...] = ()
    lost: int = 0
    damaged: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a battle: its powers, the leading one first, and its units. sure: hits for which no die fell; pool:
    dice that are no single unit's, with the number each needed (less luck)."""

    powers: tuple[str, ...]
    rows: tuple[UnitRow, ...] = ()
    sure: int = 0
    pool: tuple[tuple[int, Die], ...] = ()

    @property
    def dice(self) -> int:
        """Dice rolled in the round."""
        return sum(die.counted for row in self.rows for die in row.dice) + len(self.pool)

    @property
    def hits(self) -> int:
        """Hits scored in the round."""
        rolled = sum(die.hit and die.counted for row in self.rows for die in row.dice)
        return rolled + self.sure + sum(die.hit for _, die in self.pool)

    @property
    def expected(self) -> float:
        """Hits to be expected of the dice rolled, with those that are sure."""
        rolled = sum(row.need / 6 for row in self.rows for die in row.dice if die.counted)
        return rolled + self.sure + sum(need / 6 for need, _ in self.pool)

    @property
    def summary(self) -> str:
        """`2 hits of 6 dice`, `5 hits: 4 sure, 1 of 1 die`; "" before it has fired."""
        hits = "1 hit" if self.hits == 1 else f"{self.hits} hits"
        dice = "1 die" if self.dice == 1 else f"{self.dice} dice"
        if not self.sure:
            return f"{hits} of {dice}" if self.dice else ""
        if not self.dice:
            return f"{hits}, {'all sure' if self.sure > 1 else 'sure'}"
        return f"{hits}: {self.sure} sure, {self.hits - self.sure} of {dice}"


@dataclass(frozen=True, slots=True)
class SpecialFire:
    """Fire outside the ordinary exchange, in a row of its own.

    title: "Antiaircraft fire", "Bombardment", "Surprise strike", "Sea mine", "Raid damage" ... owner: whose
    dice. need: 0 where the pips themselves count. effect: what came of it, in a few words.
    """

    title: str
    owner: str
    type: str
    count: int = 1
    need: int = 0
    dice: tuple[Die, ...] = ()
    effect: str = ""


@dataclass(frozen=True, slots=True)
class Odds:
    """Chances from here on, each from 0 to 1, and a few words more ("expected swing +8 IPC")."""

    attacker: float
    draw: float
    defender: float
    note: str = ""


@dataclass(frozen=True, slots=True)
class Account:
    """What a whole battle came to for a side: units lost and what they cost in IPC, units left, hits of all its dice
    and what was to be expected of them. lost, left: "2 infantry, 1 tank"."""

    powers: tuple[str, ...]
    lost: str
    cost: int
    left: str
    hits: int
    expected: float

    @property
    def words(self) -> str:
        """Losses and survivors in a line."""
        lost = f"lost {self.lost} ({self.cost} IPC)" if self.lost else "lost nothing"
        return f"{lost}, has {self.left or 'nothing'} left"

    @property
    def luck(self) -> str:
        """Hits against expectation: `5 hits · 4.3 expected`; "" without dice that could hit."""
        return f"{self.hits} hit{'' if self.hits == 1 else 's'} · {self.expected:.1f} expected" if self.expected else ""


@dataclass(frozen=True, slots=True)
class BattleCard:
    """A battle at one moment: before a round, after its dice, or at its end.

    kind: what is fought ("fire": nothing, mines or strikes hit units on their way). terrain: one line about the
    place ("Coast, worth 2 IPC"). round: 0 before the first. conditions: what holds in this battle ("Amphibious
    assault", "No retreat"). result: how it stands or ended, one or two sentences. accounts: what a battle that is over
    came to, the attacker's first. decks: the cards left of each face, 1 to 6, of powers that draw from a deck. name: what
    a rule calls it, where that is not its kind.
    """

    place: str
    kind: Kind
    attacker: Side
    defender: Side
    round: int = 0
    terrain: str = ""
    conditions: tuple[str, ...] = ()
    special: tuple[SpecialFire, ...] = ()
    odds: Odds | None = None
    result: str = ""
    accounts: tuple[Account, ...] = ()
    decks: tuple[tuple[str, tuple[int, ...]], ...] = ()
    name: str = ""

    @property
    def title(self) -> str:
        """What is fought, in words."""
        return self.name.capitalize() or TITLES[self.kind]

    @property
    def moment(self) -> str:
        """The time of the card in words; "" for a raid whose dice have fallen (it is over at once)."""
        if self.kind == "fire":
            return ""
        if self.round:
            return f"round {self.round}"
        if self.kind == "raid":
            return "" if self.special or self.attacker.dice else "before the raid"
        return "opening fire" if self.special else "before the battle"


def describe(card: BattleCard) -> str:
    """The card in words, for those who cannot see it; at most `ALT_LIMIT` characters."""
    text = " ".join(part for part in _sentences(card) if part)
    return text if len(text) <= ALT_LIMIT else text[: ALT_LIMIT - 1].rstrip() + "…"


def _sentences(card: BattleCard) -> Iterator[str]:
    yield f"{card.title}: {', '.join(part for part in (card.place, card.moment) if part)}."
    yield from (f"{text}." for text in (card.terrain, *card.conditions) if text)
    yield from (_fire(special) for special in card.special)
    for name, side in (("Attacker", card.attacker), ("Defender", card.defender)):
        if side.rows:
            yield _side("Units of" if card.kind == "fire" else name, side)
    if card.odds:
        odds = card.odds
        yield f"Odds: attacker {odds.attacker:.0%}, nobody {odds.draw:.0%}, defender {odds.defender:.0%}."
    yield card.result
    for account in card.accounts:
        luck = f" ({account.luck.replace(' ·', ',')})" if account.luck else ""
        yield f"{', '.join(account.powers)} {account.words}{luck}."
    for power, cards in card.decks:
        left = ", ".join(f"{n} of {face}" for face, n in enumerate(cards, 1) if n)
        yield f"Cards left to {power}: {left or 'none, the deck is shuffled anew'}."


def _fire(fire: SpecialFire) -> str:
    need = f" at {fire.need}" if fire.need else ""
    dice = f" rolled {_faces(fire.dice)}" if fire.dice else ""
    effect = f", {fire.effect}" if fire.effect else ""
    return f"{fire.title}: {fire.owner}, {counted(fire.count, fire.type)}{need}{dice}{effect}."


def _side(title: str, side: Side) -> str:
    rows = "; ".join(_row(row, len(side.powers) > 1) for row in side.rows)
    hits = f", {side.hits} of {side.dice} dice hit" if side.dice else ""
    hits = f", {side.summary}" if side.sure else hits
    return f"{' '.join((title, ', '.join(side.powers))).strip()}{hits}: {rows or 'no units'}."


def _row(row: UnitRow, with_owner: bool) -> str:
    owner = f"{row.owner} " if with_owner else ""
    parts = [f"{owner}{counted(row.count, row.type)}"]
    parts += [f"at {row.need}"] * bool(row.need)
    parts += [f"rolled {_faces(row.dice)}"] * bool(row.dice)
    parts += [f"{row.lost} lost"] * bool(row.lost)
    parts += [f"{row.damaged} damaged"] * bool(row.damaged)
    return " ".join(parts)


def _faces(dice: Iterable[Die]) -> str:
    return " ".join(str(die.face) for die in dice)
