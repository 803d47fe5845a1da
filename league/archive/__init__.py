"""What is told of finished games: tables, cards of players, openings, searches, and the export that anybody can check."""

from league.archive.card import Card, Tally, card
from league.archive.export import FORM, exported, imported, line_of, record_of
from league.archive.openings import Choice, openings
from league.archive.search import UPSET, Query, day, search
from league.archive.table import Row, table

__all__ = [
    "FORM",
    "UPSET",
    "Card",
    "Choice",
    "Query",
    "Row",
    "Tally",
    "card",
    "day",
    "exported",
    "imported",
    "line_of",
    "openings",
    "record_of",
    "search",
    "table",
]
