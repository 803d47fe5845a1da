"""What cases write is what players can write: marks behind units, and options."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.cases import names
from rules.cases.file import Case, read_case
from rules.core.documents import documents, house_rules
from rules.core.position import check_tags, lexicon
from rules.core.table import Table
from rules.model.board import BOARDS, DRAFTS
from rules.model.parse import parse_items
from tests.case_tables import CASES, of_folder

FOLDERS = [pytest.param(folder, id=folder.name) for folder in sorted(CASES.iterdir()) if folder.is_dir()]


_known = dict[tuple[str, tuple[str, ...], str], Table]()


def table_of(case: Case) -> Table:
    """The table of a case, made once."""
    asked = (case.game, tuple(case.rules), repr(sorted(case.options.items())))
    if asked not in _known:
        _known[asked] = Table(case.game, case.rules, case.options)
    return _known[asked]


def cases(folder: Path) -> Iterator[Case]:
    """The cases of a folder."""
    yield from map(read_case, of_folder(folder))


@pytest.mark.parametrize("folder", FOLDERS)
def test_marks_are_known(folder: Path) -> None:
    """Whatever stands in parentheses behind a unit of a case may be written by a game master too."""
    for case in cases(folder):
        marked = [(p, text) for units in case.units.values() for p, text in units.items() if "(" in text]
        if marked:
            table = table_of(case)
            for power, text in marked:
                check_tags(table, names.power(table.board, power), parse_items(text, lexicon(table)))


def test_options_are_tried() -> None:
    """Each option stands in a case with another value than its own; what is not about cases has its own tests."""
    boards = [Table(board) for board in (*DRAFTS, *BOARDS)]
    known = {o.name: o for table in boards for o in table.known_options.values()}
    chosen = [*house_rules().values(), *(d.common for d in documents().values() if d.common)]
    rules = [part for rule in chosen for part in (rule, *rule.parts)]
    known |= {o.name: o for rule in rules for o in rule.options}
    called = {alias: o.name for o in known.values() for alias in (o.name, *o.aliases)}
    folders = (folder for folder in CASES.iterdir() if folder.is_dir())
    usual = {(table.board.id, o.name): o.default for table in boards for o in table.known_options.values()}
    every = [case for folder in folders for case in cases(folder)]
    given = {(case.game, called[name], value) for case in every for name, value in case.options.items()}
    tried = {name for game, name, value in given if value != usual.get((game, name), known[name].default)}
    elsewhere = ["bid_units_a_place"]  # mechanics/test_bid.py
    assert sorted(set(known) - tried) == elsewhere
