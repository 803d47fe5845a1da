"""`make pages`: docs/coverage.md and the table of README, what is played and what proves it, counted from rules and cases."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

from rules.core.documents import board_rules, documents, house_rules
from rules.library import rulings
from rules.model.board import BOARDS, load
from rules.model.names import several

CASES = Path(__file__).parent / "cases"
ROOT = Path(__file__).parents[1]
COVERAGE, README = ROOT / "docs" / "coverage.md", ROOT / "README.md"
BEGIN, END = "<!-- counted: make pages -->", "<!-- end of what is counted -->"
HEAD = """\
# What is played, and what proves it

Counted by `make pages` from the rules' own files and from `tests/cases`. An entry is a numbered statement of
a rulebook or a document, such as `CL-6.2`; each has one case or more, such as `CL-6.2.a`, that plays it (docs/CASES.md).
All cases pass at every change. The board of 1943 and its document have one catalogue."""


def proved() -> dict[str, dict[str, int]]:
    """Entry -> how many cases, by the catalogue's letters."""
    found: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for file in CASES.rglob("*.toml"):
        for entry in re.findall(r'^\s*id = "([A-Z0-9]+-\d+(?:\.\d+)?)\.[a-z]', file.read_text("utf-8"), re.MULTILINE):
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
    return [[short, str(len(found[short])), str(sum(found[short].values()))] for short in catalogues()]


def catalogues() -> list[str]:
    """The short names of the catalogues of boards and documents: how the entries begin that their rules enforce."""
    every = [*(rule for board in BOARDS for rule in board_rules(board)), *house_rules().values()]
    known = proved()
    told = (p for rule in every for e in rule.entries if (p := e.split("-")[0]) in known)
    return list(dict.fromkeys((*told, *known)))  # the entries of a board that only says what differs stand in its cases


def played() -> str:
    """The table of README: each board with its house rules."""
    rows = []
    for name in BOARDS:
        board, told = load(name), list[str]()
        places = [p for p in board.places.values() if not p.impassable]
        for document in documents().values():
            count = sum(r.id.startswith(f"{document.id}.") and name in r.boards for r in house_rules().values())
            told += [f"{document.title} (`{document.id}`): {several(count, 'rule')}"] if count else []
        land = sum(p.is_land for p in places)
        size = f"{land} territories, {len(places) - land} sea zones, {len(board.order)} powers"
        rows.append([f"{board.name} (`{name}`)", size, "; ".join(told)])
    return _table(("board", "size", "house rules, each alone or together"), rows)


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


def readme(text: str) -> str:
    """README with its table made anew. Raises ValueError where the marks around it are gone."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"README.md has no “{BEGIN}” ... “{END}”")
    return f"{before}{BEGIN}\n{played()}\n{END}{after}"


def main() -> None:
    """Write the pages."""
    COVERAGE.write_text(page() + "\n", "utf-8")
    README.write_text(readme(README.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
