"""The pages say what is so: figures stand in a recorded table, paths and commands exist, counts are the rules' own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import counts

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "CONTRIBUTING.md", *(f"docs/{p.name}" for p in sorted((ROOT / "docs").glob("*.md"))))
COVERAGE = "docs/coverage.md"

NO_FIGURES = re.compile(
    r"Python 3\.\d+|Global 1940|Allies 1943|europe1943|127\.0\.0\.1:8420|y43|x2|x4|Ctrl\+C|two people|in ten minutes"
)
WORDS = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|twenty|thirty|hundred|thousand"
PATH = re.compile(r"(?<![\w/.])(?:docs|tests|rules|render|bot|seats|tools|deploy)/[\w./-]*\w")
COUNTED = re.compile(rf"\d+|\b(?:{WORDS})\b")


def read(page: str) -> str:
    """A page's text."""
    return (ROOT / page).read_text("utf-8")


def test_each_figure_of_the_readme_is_counted() -> None:
    """In the table that a program makes; the rest has none."""
    text = read("README.md")
    assert counts.readme(text) == text, "`make pages` makes the table of README.md anew"
    told = text.partition(counts.BEGIN)[0] + text.partition(counts.END)[2]
    assert not COUNTED.findall(NO_FIGURES.sub("", " ".join(told.split())))


def test_what_is_counted_is_so() -> None:
    """Boards, rules and entries to the number; of rulings and cases there may be more by now."""
    recorded = {line.split(" | ")[0]: line for line in read(COVERAGE).splitlines()}
    for row in (*counts.boards(), *counts.houses(), *counts.cases()):
        *exact, last = row
        told = recorded.get(f"| {row[0]}", "").strip("| ").split(" | ")
        assert told[:-1] == exact and int(told[-1]) <= int(last), f"{row[0]}: `make pages` makes {COVERAGE} anew"


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_points_at_is_there(page: str) -> None:
    """Other pages, pictures, files of the project, targets of the Makefile."""
    text, here = read(page), (ROOT / page).parent
    linked = [here / path for path in re.findall(r"\]\(([^)#:]+)[^)]*\)", text)]
    named = [ROOT / path for path in PATH.findall(text) if "BOARD" not in path]
    assert [str(path) for path in linked + named if not path.exists()] == []
    targets = set(re.findall(r"^(\w+):", read("Makefile"), re.MULTILINE))
    assert set(re.findall(r"`make (\w+)`", text)) <= targets
