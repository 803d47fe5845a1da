"""The data of the boards is sound."""

from __future__ import annotations

import pytest

from rules.boards.lint import CHECKS, main, production
from rules.model.board import BOARDS, load


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("title,check", [pytest.param(t, c, id=t) for t, c in CHECKS])
def test_board(board: str, title: str, check: object) -> None:
    """Each check of the data lint finds nothing."""
    assert callable(check)
    assert list(check(load(board))) == [], title


def test_lint_prints_and_succeeds(capsys: pytest.CaptureFixture[str]) -> None:
    """The command line says what it checked."""
    assert main(["classic"]) == 0
    out = capsys.readouterr().out
    assert "70 territories, 58 sea zones, 309 connections" in out
    assert "FAIL" not in out


def test_starting_production() -> None:
    """The printed sums of both boards."""
    assert sum(production(load("classic")).values()) == 147
    assert production(load("global1940"))["UK Pacific"] == 17


@pytest.mark.parametrize(
    ("board", "number", "name"),
    [
        ("classic", 1, "Early 1942"),
        ("classic", 2, "Late 1942"),
        ("global1940", 1, "Early 1940"),
        ("global1940", 4, "Late 1941"),
    ],
)
def test_rounds_have_names(board: str, number: int, name: str) -> None:
    """A round is a half-year."""
    assert load(board).round_name(number) == name
    assert load(board).round_number(name) == number


@pytest.mark.parametrize(
    ("board", "text", "place"),
    [
        ("classic", "karelia", "Karelia S.S.R."),
        ("classic", "north sea", "North Sea Zone"),
        ("classic", "EGYPT", "Anglo-Egypt Sudan"),
        ("global1940", "112", "SZ 112"),
        ("global1940", "sz112", "SZ 112"),
        ("global1940", "Normandy Bordeaux", "Normandy/Bordeaux"),
    ],
)
def test_places_by_alias(board: str, text: str, place: str) -> None:
    """Case, punctuation and aliases do not matter."""
    assert load(board).place_names.find(text) == place
