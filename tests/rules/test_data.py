"""The data of the boards is sound."""

from __future__ import annotations

import pytest

from rules.boards.lint import CHECKS, main, production
from rules.model.board import BOARDS, DRAFTS, chosen_setup, load, setups


@pytest.mark.parametrize("board", (*BOARDS, *DRAFTS))
@pytest.mark.parametrize("title,check", [pytest.param(t, c, id=t) for t, c in CHECKS])
def test_board(board: str, title: str, check: object) -> None:
    """Each check of the data lint finds nothing, with every set-up."""
    assert callable(check)
    for setup in setups(board):
        assert list(check(load(setup))) == [], title


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


WITH_ONE_KIND_OF_COMPLEX = {
    ("anniversary", 1941): "Germany 31, Soviet Union 30, Japan 17, United Kingdom 43, Italy 10, United States 40",
    ("anniversary", 1942): "Germany 37, Soviet Union 24, Japan 31, United Kingdom 31, Italy 10, United States 38",
    ("edition1942", 0): "Germany 41, Soviet Union 24, Japan 30, United Kingdom 31, United States 42",
    ("revised", 0): "Germany 40, Soviet Union 24, Japan 30, United Kingdom 30, United States 42",
}


@pytest.mark.parametrize(("board", "year"), WITH_ONE_KIND_OF_COMPLEX)
def test_money_of_the_boards_with_one_kind_of_complex(board: str, year: int) -> None:
    """What each power's territories bring is what it begins with; China has no money."""
    rows = (text.rpartition(" ") for text in WITH_ONE_KIND_OF_COMPLEX[board, year].split(", "))
    sums = {name: int(money) for name, _, money in rows}
    found = load(chosen_setup(board, {"scenario": year}))
    made = production(found)
    assert {name: made[name] for name in sums} == sums
    assert {p.name: m.money for p in found.powers.values() for m in p.purses if m.money} == sums


def test_the_order_of_play_is_the_scenario_s() -> None:
    """1941 begins with Germany, 1942 with Japan; China follows America in both."""
    first, second = (load(setup).order for setup in setups("anniversary"))
    assert first == ("Germany", "Soviet Union", "Japan", "United Kingdom", "Italy", "United States", "China")
    assert second == ("Japan", "Soviet Union", "Germany", "United Kingdom", "Italy", "United States", "China")


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
