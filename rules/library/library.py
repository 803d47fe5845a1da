"""The look-up itself: the entries of one game, of one board, or of everything."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rules.core import dice_modes
from rules.core.documents import board_rules, documents, house_rules
from rules.core.table import Table
from rules.library import rulings
from rules.library.entry import Entry
from rules.library.search import Hit, Index
from rules.library.sources import board_entries, document_entry, option_entries, rule_entries, unit_entries
from rules.model.board import BOARDS, load

# What is offered before anything is typed.
_FIRST = ("phase", "unit", "rule", "term", "option", "ruling")
LONG = 60  # letters of an option that are shown


class Library:
    """Entries that can be searched, fetched by id, and found by the catalogue entry they tell. table: the game they are
    of, if they are of one. behind: house rules stand behind what is printed."""

    def __init__(self, entries: Iterable[Entry], table: Table | None = None, behind: bool = False) -> None:
        self.table = table
        self._index = Index(entries, behind)
        self.entries = self._index.entries
        self._by_id = {entry.id: entry for entry in self.entries}

    def search(self, query: str, limit: int = 10) -> list[Hit]:
        """What fits a query best, best first. Typing errors are forgiven."""
        return self._index.search(query, limit)

    def suggest(self, typed: str, limit: int = 25) -> list[Entry]:
        """What to offer while somebody types; with nothing typed, the phases and the units."""
        if not typed.strip():
            ordered = sorted(self.entries, key=lambda e: _FIRST.index(e.kind))
            return list(ordered[:limit])
        return [hit.entry for hit in self.search(typed, limit)]

    def units(self, typed: str, limit: int = 25) -> list[Entry]:
        """The cards of units that fit what was typed, best first; the one with an id alone."""
        exact = self.get(typed)
        found = [exact] if exact else self.suggest(typed, len(self.entries))
        return [entry for entry in found if entry.kind == "unit"][:limit]

    def get(self, entry_id: str) -> Entry | None:
        """The entry with an id."""
        return self._by_id.get(entry_id)

    def covering(self, rule: str) -> list[Entry]:
        """The entries that tell a rule: by catalogue id ("CL-5.3", as refusals name it) or rule id."""
        return [e for e in self.entries if rule in e.covers or rule in (e.rule, e.id)]

    def unit(self, name: str) -> Entry | None:
        """The card of a unit."""
        return next((e for e in self.entries if e.kind == "unit" and e.unit == name), None)


def show(entry: Entry, table: Table | None = None) -> str:
    """An entry as plain text; for a game, how its options are set where it speaks of them."""
    lines = [entry.title, entry.text]
    for name in entry.options if table else ():
        assert table is not None
        value = table.options[name]
        told = ("on" if value else "off") if isinstance(value, bool) else _words(value)
        option = table.known_options[name]
        trial = f" On trial: {option.trial}." if option.trial else ""
        what = "" if entry.kind == "option" else f"{option.called}: "
        lines.append(f"In this game: {what}{told}.{'' if entry.kind == 'option' else trial}")
    lines.append(f"({entry.source})")
    return "\n".join(lines)


def _words(value: Any) -> str:
    """An option's words; a long text by its length only."""
    text = str(value)
    return f"a text of {len(text):,} letters" if len(text) > LONG else text or "none"


def for_table(table: Table) -> Library:
    """The look-up of one game: its board and the house rules in force, units as they are there."""
    board = table.board
    gone = {i for rule in (*table.common, *table.house) for i in rule.replaces}
    printed = board_entries(board.id)
    told = [_priced(entry, table) for entry in printed if entry.id not in gone]
    own_units = {name for name, unit in table.units.items() if not unit.rule}
    entries = unit_entries(table.units.values(), [e for e in told if e.unit in own_units], board)
    entries += [e for e in told if e.unit not in own_units]
    covered = {rule for entry in printed for rule in entry.covers}
    own = [r for r in board_rules(board.id) if r.id.startswith(f"{board.id}.") and not covered >= {*r.entries}]
    entries += [e for rule in own if told for e in rule_entries(rule, board.id)]
    for rule in (*table.common, *table.house, *table.own):
        entries = [e for e in entries if e.kind == "unit" or e.id not in rule.replaces] + rule_entries(rule, board.id)
    for document in documents().values():
        if on := [r for r in table.house if r.id.startswith(f"{document.id}.")]:
            entries.append(document_entry(document, on, board.id))
    entries += option_entries(table.known_options.values(), board)
    return Library([*entries, *rulings.of_table(table)], table)


def _priced(entry: Entry, table: Table) -> Entry:
    """An entry with the prices of this game, where a house rule has other ones."""
    printed = {path.removesuffix(".cost"): cost for path, cost in entry.figures.items() if path.endswith(".cost")}
    units = {name: cost for name, cost in printed.items() if name in table.units}

    def told(number: re.Match[str]) -> str:
        alike = [name for name, cost in units.items() if str(cost) == number[0]]
        before = entry.text[: number.start()].lower().split()[-1:]
        named = [
            name for name in alike if name.split()[-1:] == before
        ] or alike  # `cruiser 12`, where a bomber costs 12 too
        now = {table.units[name].cost for name in named}
        return str(now.pop()) if len(now) == 1 else number[0]

    text = re.sub(r"\b\d+\b", told, entry.text)
    figures = {f"{name}.cost": table.units[name].cost for name in printed if name in table.units}
    return replace(entry, text=text, figures={**entry.figures, **figures})


@functools.cache
def for_board(board: str) -> Library:
    """The look-up of a base game without house rules."""
    return for_table(Table(board))


@functools.cache
def everything() -> Library:
    """All boards and all house documents, for looking things up outside a game."""
    entries = [e for board in BOARDS for e in for_board(board).entries if e.id.startswith((f"{board}.", "ruling."))]
    entries += option_entries(dice_modes.OPTIONS)
    common = [document.common for document in documents().values() if document.common]
    for rule in (*common, *house_rules().values()):
        entries += rule_entries(rule)
        entries += unit_entries(rule.units, (), load(rule.boards[0]) if rule.boards else None)
        entries += option_entries(rule.options, source=rule.source)
    for document in documents().values():
        entries.append(
            document_entry(document, [r for r in house_rules().values() if r.id.startswith(f"{document.id}.")])
        )
    entries += [e for document in documents().values() for e in rulings.entries(document.id, document.title)]
    return Library(entries, behind=True)
