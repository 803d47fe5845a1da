"""The lines of a sheet: `fighter attack 4, cost 11`, `Japan, from round 3: fighter cost 9`, `Germany worth 12`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from rules.model.names import Names, key
from rules.model.profiles import SEA, UnitType
from rules.model.vocabulary import NUMBERS, TRAITS, Number, Trait
from rules.own.words import EVER, Faults, Rounds, SheetError, Words, meant, rounds, shown

COST = 99
FIGURES: Mapping[str, tuple[tuple[str, ...], int, int, tuple[str, ...]]] = {
    "cost": (("cost",), 1, COST, ("costs", "price")),
    "attack": (("attack",), 0, 6, ("attacks", "attack at", "attacks at")),
    "defense": (("defense",), 0, 6, ("defence", "defends", "defend at", "defends at")),
    "move": (("move",), 0, 12, ("moves", "movement")),
    "hits": (("hits",), 1, 6, ("takes hits", "takes hit")),
    "dice": (("attack_dice", "defense_dice"), 1, 6, ("rolls dice",)),
    "attack dice": (("attack_dice",), 1, 6, ()),
    "defense dice": (("defense_dice",), 1, 6, ("defence dice",)),
    "room": (("cargo",), 0, 20, ("takes room",)),
    "carries": (("capacity",), 0, 20, ("capacity",)),
    "deck room": (("deck",), 0, 6, ("takes deck room",)),
    "decks": (("decks",), 0, 12, ()),
    "at most a turn": (("max_turn",), 1, 99, ()),
    "at most on the board": (("max_board",), 1, 99, ("at most",)),
}
"""Words for figures of a unit: the fields or numbers of its profile, the least and the most, other words for it."""


def _named() -> Names:
    names = Names()
    for word, (_, _, _, others) in FIGURES.items():
        names.add(word, others)
    for number in NUMBERS:
        names.add(number)
    return names


_NAMED, _ABILITIES = _named(), Names()
for _trait_ in TRAITS:
    _ABILITIES.add(_trait_)
_FIELDS = (
    "cost",
    "attack",
    "defense",
    "move",
    "hits",
    "attack_dice",
    "defense_dice",
    "cargo",
    "capacity",
    "deck",
    "decks",
)
LASTING = frozenset({"hits", "cargo", "capacity", "deck", "decks"})
"""What holds in every round or never."""
_MOST = 99
NEW = "A new unit is made below [[unit]]."
# Letters of a part that a refusal shows.
QUOTED = 60
_ROUND = re.compile(r"(?:from\s+|in\s+)?rounds?\s+(.+)", re.I)
_LATE = re.compile(r"\b(?:from|in)\s+rounds?\b.*", re.I)
_NUMBER = re.compile(r"(.*?)[\s:=]*(?:\bto\b\s*)?(-?\d{1,4})(?:\s+(.*))?")


@dataclass(frozen=True, slots=True)
class Change:
    """A line about a unit: for which powers and rounds it holds, and its new fields, numbers and traits."""

    unit: str
    powers: frozenset[str] | None = None
    rounds: Rounds = EVER
    fields: tuple[tuple[str, Any], ...] = ()
    numbers: tuple[tuple[Number, int], ...] = ()
    gains: tuple[Trait, ...] = ()
    loses: tuple[Trait, ...] = ()

    @property
    def always(self) -> bool:
        """Whether it holds for everybody in every round."""
        return self.powers is None and self.rounds.always

    def on(self, unit: UnitType) -> UnitType:
        """A profile as this line changes it."""
        fields = dict(self.fields)
        own = {p: {n: v for n, v in said.items() if n not in fields} for p, said in unit.by_power.items()}
        traits = (unit.traits | set(self.gains)) - set(self.loses)
        numbers = {**unit.numbers, **dict(self.numbers)}
        return replace(unit, traits=traits, numbers=numbers, by_power=own, **fields)


@dataclass(frozen=True, slots=True)
class Figures:
    """What the lines of a sheet say: changes of units, values of territories, first money of treasuries."""

    changes: tuple[Change, ...] = ()
    values: tuple[tuple[str, int], ...] = ()
    money: tuple[tuple[str, int], ...] = ()


def read(text: str, words: Words, faults: Faults) -> Figures:
    """The lines of a sheet; what stands behind a # is a remark. faults: gets what is wrong with the line's number, and the
    part of it where there are several."""
    changes, values, money = list[Change](), dict[str, int](), dict[str, int]()
    for number, line in enumerate(text.splitlines(), 1):
        parts = [part.strip() for part in line.partition("#")[0].split(";") if part.strip()]
        for part in parts:
            with faults.at(f"line {number}, `{part[:QUOTED]}`" if len(parts) > 1 else f"line {number}"):
                found = _line(part, words)
                changes += found.changes
                values.update(found.values)
                money.update(found.money)
    return Figures(tuple(changes), tuple(values.items()), tuple(money.items()))


def _line(line: str, words: Words) -> Figures:
    head, colon, rest = line.partition(":")
    if not colon or words.is_unit(head):
        powers, when, rest = None, EVER, line.replace(":", " ")
    else:
        powers, when = _scope(head, words)
    if powers is None and when.always and (found := _of_a_name(rest, words)):
        return found
    return Figures((_unit_line(rest, words, powers, when),))


def _scope(head: str, words: Words) -> tuple[frozenset[str] | None, Rounds]:
    """`Japan, from round 3` before the colon."""
    who, when = list[str](), EVER
    for part in head.split(","):
        if match := _ROUND.fullmatch(part.strip()):
            text = match[1].strip()
            when = rounds(f"{text}-" if part.strip().lower().startswith("from") and text.isdecimal() else text)
        elif part.strip():
            who.append(part.strip())
    return (words.powers(who) if who else None), when


def _of_a_name(line: str, words: Words) -> Figures | None:
    """`Germany worth 12`, `Germany starts with 45`; None for a line about a unit."""
    match = re.fullmatch(
        r"\s*(.+?)\s+(?:is\s+)?(worth|value|starts with|money|begins with)\s+(\d{1,4})(?:\s+ipcs?)?\s*", line, re.I
    )
    if match is None or words.is_unit(match[1]):
        return None
    amount = int(match[3])
    if match[2].lower() in ("worth", "value"):
        place = words.place(match[1])
        if words.board.places[place].is_sea:
            raise SheetError(f"{place} is a sea zone: only territories are worth something.")
        return Figures(values=((place, _within(amount, "what a territory is worth", 0, _MOST)),))
    return Figures(money=((words.treasury(match[1]), _within(amount, "money", 0, 999)),))


def _unit_line(line: str, words: Words, powers: frozenset[str] | None, when: Rounds) -> Change:
    name, rest = _subject(line, words)
    if late := _LATE.search(rest):
        before = " ".join(line.split()).removesuffix(late[0])
        raise SheetError(f"rounds stand first, before a colon: “{shown(late[0])}: {shown(before)}”.")
    change = Change(name, powers, when)
    for part in re.split(r",|\band\b", rest):
        if part.strip():
            change = _changed(change, part.strip(), words)
    if words.units[name].domain == SEA and any(field == "cargo" and room for field, room in change.fields):
        raise SheetError(f"{name} is a ship and takes no room aboard; what it has room for is “{name} carries 3”.")
    if change == Change(name, powers, when):
        raise SheetError(f"what shall be different about {name}? For example “{name} cost 5”.")
    return change


def _subject(line: str, words: Words) -> tuple[str, str]:
    """The unit that a line begins with, and what it says of it."""
    parts = line.split()
    for length in range(min(len(parts), 6), 0, -1):
        if words.is_unit(first := " ".join(parts[:length])):
            return words.unit(first), " ".join(parts[length:])
    until = next((n for n, word in enumerate(parts) if n and key(word) in _BEGINS), min(len(parts), 3))
    try:
        return words.unit(" ".join(parts[:until])), ""
    except SheetError as error:
        raise SheetError(f"{error} {NEW}") from None


def _changed(change: Change, part: str, words: Words) -> Change:
    verb, _, rest = part.partition(" ")
    if verb.lower() in ("gains", "loses"):
        trait = _trait(rest)
        if verb.lower() == "gains":
            return replace(change, gains=(*change.gains, trait))
        return replace(change, loses=(*change.loses, trait))
    if part.lower().startswith(("built at ", "built in ", "only for ")):
        return _bound(change, part, words)
    match = _NUMBER.fullmatch(part)
    if match is None:
        raise SheetError(f"“{shown(part)}” has no number at its end, such as “cost 5”.")
    return _figure(change, " ".join(filter(None, (match[1], match[3]))), int(match[2]))


def _bound(change: Change, part: str, words: Words) -> Change:
    """`built at London or Rome`, `only for Japan or Germany`."""
    names = [n for n in re.split(r"\bor\b|/", part[9:]) if n.strip()]
    if part.lower().startswith("only"):
        return replace(change, fields=(*change.fields, ("powers", tuple(sorted(words.powers(names))))))
    return replace(change, fields=(*change.fields, ("built_at", tuple(sorted(words.places(names))))))


def _figure(change: Change, what: str, number: int) -> Change:
    word = meant(what, _NAMED, "figure of a unit")
    fields, least, most, _ = FIGURES.get(word, ((word,), 0, 20, ()))
    _within(number, word, least, most)
    if not change.rounds.always and set(fields) & LASTING:
        raise SheetError(f"{word} cannot differ from round to round: what is on the board would not fit any more.")
    for name in fields:
        if name in _FIELDS:
            change = replace(change, fields=(*change.fields, (name, number)))
        else:
            change = replace(change, numbers=(*change.numbers, (cast(Number, name), number)))
    return change


def _trait(text: str) -> Trait:
    return cast(Trait, meant(text, _ABILITIES, "ability"))


def _within(number: int, what: str, least: int, most: int) -> int:
    if not least <= number <= most:
        raise SheetError(f"{what} goes from {least} to {most}, not {number}.")
    return number


_BEGINS = frozenset(word.split()[0] for word in (*_NAMED.called(), "gains", "loses", "built", "only"))
