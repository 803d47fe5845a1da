"""CONTRIBUTING.md: short enough for a newcomer, and its code is that of the files it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
SHOWN = {
    "## Your first rule": ("rules/house/warfare/lost_transports.py", "tests/cases/warfare/section09-more.toml"),
    "## A second example": ("tests/rules/russian_winter.py",),
    "## A third example": ("tests/rules/siege_guns.py",),
}
NO_CODE = ("python -m", "make ", "text = ", "RULE = ")


def section(heading: str) -> str:
    """What stands under a heading."""
    return PAGE.partition(heading)[2].partition("\n## ")[0]


def code(text: str) -> list[str]:
    """The lines of its blocks, without their indent."""
    found = [line.strip() for line in re.findall(r"^ {4,}\S.*$", text, re.MULTILINE)]
    return [line for line in found if not line.startswith(NO_CODE)]


def test_a_newcomer_reads_little_before_the_first_rule() -> None:
    """This page up to the second example, and the cases' page."""
    before = PAGE.partition("\n## A new document")[0].splitlines()
    cases = (ROOT / "docs" / "CASES.md").read_text("utf-8").splitlines()
    assert len(before) + len(cases) <= 300
    assert len(re.findall(r"^\| [^|]+ \| [^|]+ \|$", section("## Words"), re.MULTILINE)) <= 40 + 2  # and its head


def squeezed(text: str) -> str:
    """A text without blanks, and without the comma before a bracket: however it is laid out."""
    return re.sub(r"\s|,(?=\s*$)", "", text)


@pytest.mark.parametrize("heading", SHOWN)
def test_what_is_shown_is_in_the_files(heading: str) -> None:
    files = squeezed("".join((ROOT / file).read_text("utf-8") for file in SHOWN[heading]))
    assert [line for line in code(section(heading)) if squeezed(line) not in files] == []
