"""python -m rules library QUERY [--board BOARD] [--rules RULES] [--all]: look a rule up in the terminal."""

from __future__ import annotations

import argparse
import sys

from rules.core.documents import TableError
from rules.core.table import Table
from rules.library import rulings
from rules.library.library import Library, everything, for_table, show
from rules.model.board import BOARDS


def main(argv: list[str]) -> int:
    """Print the entry that fits best and the titles of others. 0 if found, 1 if not, 2 if called wrongly."""
    parser = argparse.ArgumentParser(prog="python -m rules library", description="Look a rule up.")
    parser.add_argument("query", nargs="*", help="words to look for; typing errors are forgiven")
    parser.add_argument("--board", choices=BOARDS, help="only this board (default: everything)")
    parser.add_argument("--rules", default="", help="house rules in force, with commas: rw or rw.sea-mines")
    parser.add_argument("--rulings", action="store_true", help="print docs/rulings.md")
    parser.add_argument("--all", action="store_true", help="print every entry found in full")
    try:
        args = parser.parse_args(argv)
    except SystemExit as stop:
        return 2 if stop.code else 0
    query = " ".join(args.query)
    if args.rulings or not query:
        print(rulings.page() if args.rulings else parser.format_usage(), end="")
        return 0 if args.rulings else 2
    try:
        library = _library(args.board, [rule for rule in args.rules.split(",") if rule])
    except TableError as error:
        print(error, file=sys.stderr)
        return 2
    return _print(library, query, args.all)


def _library(board: str | None, rules: list[str]) -> Library:
    if rules and not board:
        raise TableError("--rules needs --board: house rules are looked up on the board they are played on.")
    return for_table(Table(board, rules)) if board else everything()


def _print(library: Library, query: str, full: bool) -> int:
    exact = library.get(query)
    covering = library.covering(query.upper()) if not exact else [exact]
    entries = covering or [hit.entry for hit in library.search(query)]
    if not entries:
        print(f"nothing found for: {query}")
        return 1
    shown = len(entries) if full else 1
    print("\n\n".join(show(entry) for entry in entries[:shown]))
    if others := entries[shown:]:
        print("\nalso: " + "; ".join(f"{entry.title} [{entry.id}]" for entry in others))
    return 0
