"""Names in a case resolved: places, powers, purses, borders, phases, rounds. Unknown ones are CaseErrors."""

from __future__ import annotations

from rules.cases.file import CaseError
from rules.core.table import Table
from rules.model.board import Board
from rules.model.names import figure, key

_PHASES = {
    "purchase and repair": "purchase",
    "purchase units": "purchase",
    "combat movement": "combat move",
    "combat": "conduct combat",
    "noncombat": "noncombat move",
    "noncombat movement": "noncombat move",
    "non combat move": "noncombat move",
    "mobilize new units": "mobilize",
    "place": "mobilize",
    "place units": "mobilize",
    "place new units": "mobilize",
    "mobilise": "mobilize",
    "develop weapons": "research",
    "income": "collect income",
}
NOBODY = ("", "nobody", "none", "neutral", "neutrals")


def place(board: Board, text: str) -> str:
    """The canonical name of a place."""
    found = board.place_names.find(text)
    if found is None:
        raise CaseError(f"unknown place “{text}”")
    return found


def power(board: Board, text: str) -> str:
    """The canonical name of a power (the neutrals' name included); one of its purses means it too."""
    found = board.power_names.find(text) or next((p for n, p in board.purse_power.items() if key(n) == key(text)), None)
    if found is None:
        raise CaseError(f"unknown power “{text}”")
    return found


def owner(board: Board, text: str) -> str | None:
    """A controller of a territory; None for nobody."""
    return None if key(text) in NOBODY else power(board, text)


def purses(board: Board, text: str) -> tuple[str, ...]:
    """The purses that a name means: one of that name, or those of a power, its home purse first."""
    for name in board.purse_power:
        if key(name) == key(text):
            return (name,)
    found = board.powers.get(power(board, text))
    if found is None or not found.purses:
        raise CaseError(f"“{text}” has no money of its own")
    return tuple(p.name for p in found.purses)


def border(board: Board, text: str) -> str:
    """The key of a border ("A | B", the defended territory first) or of a place."""
    ends = [place(board, part) for part in text.split("|")]
    if len(ends) > 2:
        raise CaseError(f"“{text}” is no border")
    if len(ends) == 2 and ends[1] not in board.near(ends[0]):
        raise CaseError(f"{ends[0]} and {ends[1]} have no common border")
    return " | ".join(ends)


def phase(table: Table, text: str) -> str:
    """The canonical name of a phase of the turn."""
    name = _PHASES.get(key(text), " ".join(text.lower().split()))
    if name not in (*table.phases, "setup"):
        raise CaseError(f"unknown phase “{text}”; this game has {', '.join(table.phases)}")
    return name


def round_number(board: Board, given: int | str) -> int:
    """A round by its number or its half-year name."""
    if isinstance(given, int):
        return given
    found = figure(given)
    if found is None:
        found = board.round_number(given)
    if found is None:
        raise CaseError(f"unknown round “{given}”")
    return found
