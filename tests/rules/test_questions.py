"""Questions in players' words, in a game of Global 1940 and outside of any: the answer is among the first three."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.library import Library, everything, for_board

FIRST = 3
FILE = Path(__file__).parents[1] / "data" / "questions.txt"


def questions() -> list[tuple[str, frozenset[str]]]:
    """The questions with the entries that answer them; those in even places were looked at while words were added."""
    found = []
    for line in FILE.read_text().splitlines():
        if line and not line.startswith("#"):
            asked, _, slugs = line.partition(" | ")
            found.append((asked, frozenset(slug.strip() for slug in slugs.split(","))))
    return found


def share(library: Library, part: int) -> tuple[float, list[str]]:
    """How many of every second question are answered, and the others."""
    some = questions()[part::2]
    missed = [
        asked for asked, slugs in some
        if not any(hit.entry.id.rpartition(".")[2] in slugs for hit in library.search(asked, FIRST))
    ]  # fmt: skip
    return 1 - len(missed) / len(some), missed


def test_there_are_enough() -> None:
    assert len(questions()) >= 150 and len({asked for asked, _ in questions()}) == len(questions())


@pytest.mark.parametrize(("part", "least"), [(0, 0.96), (1, 0.93)])
def test_in_a_game(part: int, least: float) -> None:
    found, missed = share(for_board("global1940"), part)
    assert found >= least, missed


@pytest.mark.parametrize(("part", "least"), [(0, 0.92), (1, 0.92)])
def test_outside_of_any_game(part: int, least: float) -> None:
    found, missed = share(everything(), part)
    assert found >= least, missed
