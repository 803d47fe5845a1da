"""Rulings: each belongs to a rule and an entry, is shown by a case, and can be found; the page is current."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.core.documents import documents
from rules.core.table import Table
from rules.library import everything, for_table, rulings
from rules.model.board import BOARDS

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [*BOARDS, *documents()]


@pytest.fixture(scope="module")
def cases() -> set[str]:
    """The ids of all cases."""
    files = (ROOT / "tests" / "cases").rglob("*.toml")
    return {name for file in files for name in re.findall(r'^\s*id = "([^"]+)"', file.read_text(), re.MULTILINE)}


@pytest.mark.parametrize("source", SOURCES)
def test_a_ruling_has_a_rule_an_entry_and_a_case(source: str, cases: set[str]) -> None:
    told: set[str] = set()
    for ruling in rulings.of(source):
        assert ruling.question.endswith("?") and ruling.answer.endswith(".") and ruling.because.endswith("."), ruling
        assert ruling.question not in told, f"twice: {ruling.question}"
        told.add(ruling.question)
        assert ruling.case in cases, f"no case {ruling.case!r} for: {ruling.question}"
        assert not ruling.option or ruling.option in _options(source), ruling.option


def _options(source: str) -> set[str]:
    if source in BOARDS:
        return set(Table(source).known_options)
    boards = documents()[source].boards
    return {name for board in boards for name in Table(board, (source,)).known_options}


@pytest.mark.parametrize("source", SOURCES)
def test_the_entry_is_enforced_there(source: str, cases: set[str]) -> None:
    """By a rule of the document, or by the board; and there is such an entry, for which there are cases."""
    assert {r.entry for r in rulings.of(source)} <= {name.rpartition(".")[0] for name in cases}
    if source in BOARDS:
        assert {r.entry for r in rulings.of(source) if r.rule} == set()
    else:
        assert {r.rule.split(".")[0] for r in rulings.of(source)} <= {source, ""}


def test_rulings_are_found_by_their_words() -> None:
    """In a game those of its rules only; a rule itself comes before its rulings."""
    library = for_table(Table("global1940", ("x2.pacific",)))
    assert [e.title for e in library.entries if e.kind == "ruling" and e.rule] == [
        r.question for r in rulings.of("x2") if r.rule == "x2.pacific"
    ]
    assert library.search("ruling java")[0].entry.covers == ("X2-1.1",)
    assert everything().search("king tiger")[0].entry.kind != "ruling"


def test_the_page_is_current() -> None:
    """`python -m rules library --rulings > docs/rulings.md`."""
    assert (ROOT / "docs" / "rulings.md").read_text() == rulings.page()
