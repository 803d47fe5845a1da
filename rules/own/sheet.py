"""A sheet of own rules, from its text: TOML with `title`, `figures` (lines), `[[unit]]` and clauses; or the lines alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.model.board import Board
from rules.model.names import listing
from rules.model.profiles import UnitType
from rules.own import clauses, figures, units
from rules.own.clauses import Clauses
from rules.own.figures import Figures
from rules.own.text import tables
from rules.own.words import Faults, SheetError, Words, shown

LONGEST, UNITS, CLAUSES, LINES, TITLE = 20_000, 24, 60, 200, 60
_HEAD = ("title", "figures", "unit")


@dataclass(frozen=True, slots=True)
class Sheet:
    """The own rules of a group: what they are called, and what they change."""

    title: str
    figures: Figures
    units: tuple[UnitType, ...]
    clauses: Clauses


def read(text: str, board: Board, known: Mapping[str, UnitType]) -> Sheet:
    """A sheet for a board. known: the units there are without it. Raises SheetError with the units that are wrong, or
    else the lines and clauses."""
    said = parsed(text)
    words, faults = Words(board, known), Faults()
    made = dict[str, UnitType]()
    for number, row in enumerate(said["unit"], 1):
        with faults.at(f"unit {number}"):
            found = units.unit(row, words)
            made[found.name] = found
            words = Words(board, {**known, **made})
    faults.told()  # what follows may name them
    lines = figures.read(said["figures"], words, faults)
    kinds = {kind: tuple(_clauses(kind, said[kind], words, faults)) for kind in clauses.KINDS}
    faults.told()
    return Sheet(said["title"], lines, tuple(made.values()), Clauses(**kinds))


def _clauses(kind: str, rows: list[Mapping[str, Any]], words: Words, faults: Faults) -> list[Any]:
    found = []
    for number, row in enumerate(rows, 1):
        with faults.at(f"{kind} {number}"):
            found.append(clauses.KINDS[kind](row, words))
    return found


def parsed(text: str) -> Mapping[str, Any]:
    """The parts of a sheet's text, nothing looked up. Raises SheetError."""
    if len(text) > LONGEST:
        raise SheetError(f"A sheet has at most {LONGEST:,} letters; this one has {len(text):,}.")
    said = tables(text)
    if strange := [k for k in said if k not in (*_HEAD, *clauses.KINDS)]:
        raise SheetError(f"A sheet has no “{shown(strange[0])}”; it knows {listing([*_HEAD, *clauses.KINDS])}.")
    head = {"title": said.get("title", "Own rules"), "figures": said.get("figures", "")}
    if not all(isinstance(v, str) for v in head.values()) or not 0 < len(head["title"].strip()) <= TITLE:
        raise SheetError(f"The title of a sheet has up to {TITLE} letters, and figures are lines of text.")
    if head["figures"].count("\n") + head["figures"].count(";") > LINES:
        raise SheetError(f"A sheet has at most {LINES} lines of figures.")
    lists = {kind: said.get(kind, []) for kind in ("unit", *clauses.KINDS)}
    for kind, rows in lists.items():
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise SheetError(f"Write each {kind} below a line of its own: [[{kind}]].")
    if len(lists["unit"]) > UNITS or sum(map(len, lists.values())) - len(lists["unit"]) > CLAUSES:
        raise SheetError(f"A sheet brings at most {UNITS} units and {CLAUSES} clauses.")
    return {**head, **lists}
