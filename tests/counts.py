"""`python -m tests.counts`: docs/coverage.md, what is played and what proves it, counted from the rules and the cases."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

from rules.core.table import documents, house_rules
from rules.library import rulings
from rules.model.board import BOARDS, load

CASES = Path(__file__).parent / "cases"
SHORT = {
    "classic": "CL",
    "global1940": "G40",
    "europe1943": "Y43",
    "rw": "RW",
    "bx": "BX",
    "x2": "X2",
    "x4": "X4",
    "y43": "Y43",
}
HEAD = """\
# What is played, and what proves it

Counted by `python -m tests.counts` from the rules' own files and from `tests/cases`. An entry is a numbered statement of
a rulebook or a document, such as `CL-6.2`; each has one case or more, such as `CL-6.2.a`, that plays it (docs/CASES.md).
All cases pass at every change. The board of 1943 and its document have one catalogue."""


def proved() -> dict[str, dict[str, int]]:
    """Entry -> how many cases, by the catalogue's letters."""
    found: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for file in CASES.rglob("*.toml"):
        for entry in re.findall(r'^\s*id = "([A-Z0-9]+-\d+\.\d+)\.', file.read_text("utf-8"), re.MULTILINE):
            found[entry.split("-")[0]][entry] += 1
    return found


def boards() -> list[list[str]]:
    """Board, territories that can be entered, sea zones, powers that move, rulings."""
    rows = []
    for name in BOARDS:
        board = load(name)
        places = [p for p in board.places.values() if not p.impassable]
        land = sum(p.is_land for p in places)
        counted = (land, len(places) - land, len(board.order), len(rulings.of(name)))
        rows.append([f"{board.name} (`{name}`)", *map(str, counted)])
    return rows


def houses() -> list[list[str]]:
    """Document, its rules on each board, rulings."""
    rows = []
    for document in documents().values():
        mine = [rule for rule in house_rules().values() if rule.id.startswith(f"{document.id}.")]
        on = ((load(b).name, sum(b in rule.boards for rule in mine)) for b in BOARDS)
        told = ", ".join(f"{count} on {board}" for board, count in on if count)
        rows.append([f"{document.title} (`{document.id}`)", told, str(len(rulings.of(document.id)))])
    return rows


def cases() -> list[list[str]]:
    """Catalogue, entries that are proved, cases."""
    found = proved()
    return [[short, str(len(found[short])), str(sum(found[short].values()))] for short in dict.fromkeys(SHORT.values())]


def page() -> str:
    """The page."""
    return "\n\n".join(
        (
            HEAD,
            _table(("board", "territories", "sea zones", "powers", "rulings"), boards()),
            _table(("document", "rules to switch", "rulings"), houses()),
            _table(("catalogue", "entries proved", "cases"), cases()),
        )
    )


def _table(head: tuple[str, ...], rows: list[list[str]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    print(page())
