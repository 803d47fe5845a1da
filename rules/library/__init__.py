"""The rules look-up: entries, search, unit cards (README.md)."""

from rules.library.cards import compared, facts, in_common
from rules.library.entry import Entry, EntryError, Source
from rules.library.library import Library, everything, for_board, for_table, show
from rules.library.search import Hit

__all__ = [
    "Entry",
    "EntryError",
    "Hit",
    "Library",
    "Source",
    "compared",
    "everything",
    "facts",
    "for_board",
    "for_table",
    "in_common",
    "show",
]
