"""Unit cards: a profile in players' words, line by line."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping

from rules.library.purposes import purpose
from rules.model.board import Board
from rules.model.names import listing
from rules.model.profiles import FACILITY, MARKER, SEA, UnitType
from rules.model.vocabulary import TRAITS, said

Row = tuple[str, str]

_SILENT = {"submarine", "transport", "complex"}
_TOLD = ("from_round", "to_round", "batch_cost")


# Between a row's name and its value, where they stand in a sentence.
AT = {"Built": " at"}


def facts(unit: UnitType, board: Board | None = None) -> list[Row]:
    """The rows of a card: label and value. `board`: whose seasons name the rounds."""
    rows = [("For", use)] if (use := purpose(unit)) else []
    rows += [] if unit.domain in (FACILITY, MARKER) else list(_fighting(unit))
    if not (unit.not_for_sale and unit.domain == MARKER):
        rows.append(("Cost", _cost(unit)))
    rows += _carrying(unit)
    if not unit.not_for_sale:
        rows.append(("Built", _built(unit)))
    if unit.powers:
        rows.append(("Only for", listing(unit.powers)))
    rows += _dates(unit, board)
    if special := list(_special(unit)):
        rows.append(("Special", "; ".join(special)))
    for power in unit.by_power:
        rows += _own(power, unit, unit.of_power(power), board)
    if unit.damaged:
        rows += _own("While damaged", unit, unit.when_damaged(), board)
    return rows


def compared(one: Iterable[Row], other: Iterable[Row]) -> list[tuple[str, str, str]]:
    """The rows of two cards side by side: label, one, other; a row that only one has stands empty for the other.
    Of their special abilities those are left out that both have (see in_common)."""
    left, right = dict(one), dict(other)
    ours, theirs = _specials(left), _specials(right)
    left["Special"] = "; ".join(word for word in ours if word not in theirs)
    right["Special"] = "; ".join(word for word in theirs if word not in ours)
    labels = dict.fromkeys((*left, *right))
    return [(name, left.get(name, ""), right.get(name, "")) for name in labels if left.get(name) or right.get(name)]


def in_common(one: Iterable[Row], other: Iterable[Row]) -> list[str]:
    """The special abilities that stand on both of two cards, in the order of the first."""
    theirs = _specials(dict(other))
    return [word for word in _specials(dict(one)) if word in theirs]


def _specials(rows: Mapping[str, str]) -> list[str]:
    return rows["Special"].split("; ") if rows.get("Special") else []


def _own(label: str, common: UnitType, own: UnitType, board: Board | None) -> list[Row]:
    """What a profile in a special case has that the common one has not."""
    plain = [facts(dataclasses.replace(unit, by_power={}, damaged={}), board) for unit in (common, own)]
    new = [(row, value) for row, value in plain[1] if row != "Special" and (row, value) not in plain[0]]
    known = list(_special(common))
    said = [f"{row.lower()}{AT.get(row, '')} {value}" for row, value in new]
    said += [word for word in _special(own) if word not in known]
    return [(label, "; ".join(said))] if said else []


def _fighting(unit: UnitType) -> Iterator[Row]:
    yield "Attack", _strength(unit.attack, unit.attack_dice)
    yield "Defense", _strength(unit.defense, unit.defense_dice)
    yield "Move", str(unit.move)
    yield "Hits", "never lost" if unit.has("never a loss") else str(unit.hits)


def _strength(number: int, dice: int) -> str:
    if not number or not dice:
        return "–"
    return str(number) if dice == 1 else f"{number}, {dice} dice"


def _cost(unit: UnitType) -> str:
    if unit.not_for_sale:
        price = unit.number("upgrade_cost")
        return f"{price} IPC as an upgrade (worth {unit.cost})" if price else "not for sale"
    if price := unit.number("batch_cost"):
        return f"{price} IPC for {unit.number('batch')}"
    return f"{unit.cost} IPC"


def _carrying(unit: UnitType) -> Iterator[Row]:
    if unit.capacity:
        what = ", ".join(unit.carries) or "land units"
        yield "Carries", f"{what} that take {unit.capacity} places together"
    if unit.decks:
        yield "Carries", f"{unit.decks} aircraft that can land on carriers"
    if unit.cargo:
        places = 0 if unit.has("takes no room") else unit.cargo
        yield "On a transport", f"takes {places} place{'s' * (places != 1)}"
    if unit.deck:
        yield "On a carrier", f"takes {unit.deck} place{'s' * (unit.deck > 1)}"
    if unit.raids:
        yield "Raids", ", ".join(unit.raids)


def _built(unit: UnitType) -> str:
    if unit.built_at:
        return listing(unit.built_at)
    if unit.domain == SEA:
        return "in a sea zone beside an industrial complex"
    if unit.domain in (FACILITY, MARKER) or unit.has("needs no complex"):
        return "in a territory held since the start of the turn"
    return "at an industrial complex"


def _dates(unit: UnitType, board: Board | None) -> Iterator[Row]:
    for label, number in (("From", unit.number("from_round")), ("Until", unit.number("to_round"))):
        if number:
            yield label, f"{board.round_name(number)} (round {number})" if board else f"round {number}"


def _special(unit: UnitType) -> Iterator[str]:
    for trait in sorted(unit.traits - _SILENT):
        yield TRAITS[trait].format(unit.attack + 1)
    for name, value in unit.numbers.items():
        if name not in _TOLD:
            yield said(name, value)
