"""What a sheet may say, word by word: names as people type them, numbers within bounds, and who or what is meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate, islice
from typing import Any

from rules.core.documents import TableError
from rules.model.board import Board
from rules.model.names import Names, key, listing, one_of
from rules.model.profiles import UnitType
from rules.model.unit_names import unit_names

SIDES = ("Axis", "Allies")
KINDS: Mapping[str, str] = {
    "land units": "land",
    "aircraft": "aircraft",
    "ships": "ship",
    "vehicles": "vehicle",
    "capital ships": "capital ship",
}
"""Kinds of units by the words people use, and what `UnitType.is_a` calls them."""
LAST_ROUND = 99
_STRANGE = re.compile(r"[^\w .,'/-]")
_ROUND_WORDS, _ON = re.compile(r"\b(?:rounds?|in|every|from|on)\b"), re.compile(r"\bfrom\b|\bon\b")
_ROUNDS = re.compile(r"(\d{1,2})(?:\s*(?:-|to)\s*(\d{1,2})?)?")


class SheetError(TableError):
    """A sheet of own rules says what nothing understands; the text names the line or the clause and what would do."""


@dataclass(frozen=True, slots=True)
class Rounds:
    """The rounds in which something holds: from one to another, perhaps every second one."""

    first: int = 1
    last: int = LAST_ROUND
    parity: int = -1

    def __contains__(self, number: object) -> bool:
        if not isinstance(number, int) or not self.first <= number <= self.last:
            return False
        return self.parity < 0 or number % 2 == self.parity

    @property
    def always(self) -> bool:
        """Whether it holds in every round."""
        return (self.first, self.last, self.parity) == (1, LAST_ROUND, -1)

    def __str__(self) -> str:
        if self.parity >= 0:
            return f"in {('even', 'odd')[self.parity]} rounds"
        if self.last == LAST_ROUND:
            return f"from round {self.first} on"
        return f"in round {self.first}" if self.first == self.last else f"in rounds {self.first} to {self.last}"


EVER = Rounds()


class Words:
    """The names that a sheet can use: of a board's places and powers, and of the units of a game."""

    def __init__(self, board: Board, units: Mapping[str, UnitType]) -> None:
        self.board = board
        self.units = units
        self._units = unit_names(units.values())
        self._treasuries = Names()
        for power in board.powers.values():
            for purse in power.purses:
                self._treasuries.add(purse.name, power.aliases if purse.name == power.name else ())

    def unit(self, text: str) -> str:
        """The unit that is meant. Raises SheetError."""
        return meant(text, self._units, "unit")

    def place(self, text: str) -> str:
        """The territory or sea zone that is meant. Raises SheetError."""
        return meant(text, self.board.place_names, "place")

    def power(self, text: str) -> str:
        """The power that is meant. Raises SheetError."""
        return meant(text, self.board.power_names, "power")

    def treasury(self, text: str) -> str:
        """The treasury that is meant; a power with one treasury is meant by its name. Raises SheetError."""
        return meant(text, self._treasuries, "power with money")

    def purses(self, texts: Iterable[str]) -> frozenset[str]:
        """Treasuries by their names, and the first ones of powers and of all of a side; none named: of all that play. Raises
        SheetError, also for a power without money (the Dutch in Global)."""
        given = list(texts)
        mine = {t for t in given if self.board.power_names.find(t) is None and self._treasuries.find(t) is not None}
        rest = [t for t in given if t not in mine]
        named = [self.board.powers[p] for p in (self.powers(rest) if rest or not given else ())]
        first = {power.purses[0].name for power in named if power.purses}
        if rest and not first:
            raise SheetError(f"{listing([power.name for power in named])} has no money.")
        return frozenset(first | {self.treasury(t) for t in mine})

    def is_unit(self, text: str) -> bool:
        """Whether a text names one unit."""
        return self._units.find(text) is not None

    def powers(self, texts: Iterable[str]) -> frozenset[str]:
        """Powers by their names, or all of a side; none named: all that play."""
        found = set[str]()
        for text in texts:
            side = next((s for s in SIDES if key(s) == key(text)), "")
            found |= {p.name for p in self.board.powers.values() if p.side == side} if side else {self.power(text)}
        return frozenset(found or self.board.order)

    def places(self, texts: Iterable[str]) -> frozenset[str]:
        """Places by their names; "land", "sea", or "originally POWER"; none named: all."""
        given, found = list(texts), set[str]()
        for text in given:
            word, _, rest = text.strip().partition(" ")
            if key(text) in ("land", "sea"):
                found |= {p.name for p in self.board.places.values() if p.is_land == (key(text) == "land")}
            elif key(word) == "originally":
                power = self.power(rest)
                found |= {p.name for p in self.board.places.values() if p.original == power}
            else:
                found.add(self.place(text))
        return frozenset(found if given else self.board.places)

    def kinds(self, texts: Iterable[str]) -> frozenset[str]:
        """Units by their names or kinds (`land units`, `ships`); none named: all."""
        given, found = list(texts), set[str]()
        for text in given:
            kind = next((k for words, k in KINDS.items() if key(words) == key(text)), "")
            found |= {u.name for u in self.units.values() if u.is_a(kind)} if kind else {self.unit(text)}
        return frozenset(found if given else self.units)


def shown(text: object) -> str:
    """What somebody wrote as a sentence may repeat it: letters, digits and blanks, and not many."""
    return " ".join(_STRANGE.sub(" ", str(text)).split())[:40]


MANY = 16  # keys that are told one by one


def strange(word: object, known: Iterable[str]) -> str:
    """What would do in the place of a key that nothing reads, as the end of a sentence."""
    every, names = tuple(known), Names()
    for one in every:
        names.add(one)
    near = names.near(str(word)[:40], 2)
    if near:
        return f"did you mean {one_of([f'“{n}”' for n in near])}?"
    told = f"{', '.join(every[:MANY])} and others (docs/own-rules.md)" if len(every) > MANY else listing(every)
    return f"it knows {told}."


def meant(text: str, names: Names, sort: str) -> str:
    """The name that a text means. sort: what it is one of, in words. Raises SheetError."""
    found = names.find(text)
    if found is not None:
        return found
    near = names.near(text, 3)
    hint = f"did you mean {one_of([f'“{n}”' for n in near])}?" if near else f"here are {listing(names.all()[:12])}."
    raise SheetError(f"there is no {sort} “{shown(text)}”: {hint}")


def rounds(said: Any) -> Rounds:
    """Rounds from a number, `3-5`, `3-`, `even` or `odd`. Raises SheetError."""
    if said is None:
        return EVER
    text = _ROUND_WORDS.sub("", str(said).lower()).strip()
    if _ON.search(str(said).lower()):
        text = f"{text}-" if text.isdecimal() else text
    if text in ("even", "odd"):
        return Rounds(parity=("even", "odd").index(text))
    match = _ROUNDS.fullmatch(text)
    if match is None:
        raise SheetError(f"rounds are a number, “3-5”, “3-”, “even” or “odd”, not “{shown(said)}”.")
    first = int(match[1])
    last = int(match[2]) if match[2] else first if match[0] == match[1] else LAST_ROUND
    if not 1 <= first <= last:
        raise SheetError(f"rounds begin with 1 and do not run backwards: “{shown(text)}”.")
    return Rounds(first, last)


def whole(said: Any, what: str, least: int, most: int) -> int:
    """A whole number within bounds. Raises SheetError."""
    if said is None:
        raise SheetError(f"{what} is missing: a number from {least} to {most}.")
    if isinstance(said, str):
        raise SheetError(f"{what} is a number from {least} to {most}, without quotes.")
    if type(said) is not int or not least <= said <= most:
        raise SheetError(f"{what} is a number from {least} to {most}, not {shown(said)}.")
    return said


def texts(said: Any, what: str) -> tuple[str, ...]:
    """One word, or a list of some. Raises SheetError."""
    found = [said] if isinstance(said, str) else said
    if not isinstance(found, list) or not all(isinstance(t, str) for t in found):
        raise SheetError(f"{what} is a name, or a list of names.")
    return tuple(found)


class Faults:
    """What is wrong with a sheet, each with where it stands; the first are told together, as many as are quickly read."""

    TOLD, LETTERS = 5, 600

    def __init__(self) -> None:
        self._found: list[str] = []

    @contextmanager
    def at(self, where: str) -> Iterator[None]:
        """What is wrong within is kept with where it stands, and reading goes on behind it."""
        try:
            yield
        except SheetError as error:
            self._found.append(f"{where}: {error}")

    def told(self) -> None:
        """Raise SheetError if anything was wrong."""
        if not self._found:
            return
        ends = accumulate(len(fault) + 1 for fault in self._found)
        told = max(1, sum(end <= self.LETTERS for end in islice(ends, self.TOLD)))
        left = len(self._found) - told
        raise SheetError("\n".join([*self._found[:told], *([f"And {left} more like that."] if left else [])]))
