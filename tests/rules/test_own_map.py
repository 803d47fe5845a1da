"""A board that follows another and has a map of its own: nothing of the other's map is left in its facts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rules.model.board import EVERY_BOARD, Board, load
from rules.model.board_files import HEADS, drawn, homes, read, said_in

OWN = [board for board in EVERY_BOARD if HEADS[board].get("own_map")]


def test_there_is_one() -> None:
    assert "path_to_victory" in OWN


@pytest.mark.parametrize("board", OWN)
def test_its_map_is_its_own(board: str) -> None:
    """Places, and the picture that it is drawn on."""
    assert drawn(board) == (board,)
    assert load(board).map == board
    assert {row["name"] for row in read(board, "places")["place"]} == set(load(board).places)


@pytest.mark.parametrize("board", OWN)
def test_zones_are_named_by_the_board_alone(board: str) -> None:
    """The numbers of zones mean others on another map: what the board follows may name them only where the board says
    the same fact itself."""
    own = said_in(board).get("edition", {})
    for home in homes(board)[:-1]:
        for path in _with_zones(said_in(home).get("edition", {})):
            assert _said(own, path), f"{'.'.join(path)} of {home} names zones"


@pytest.mark.parametrize("board", OWN)
def test_facts_name_places_of_the_board(board: str) -> None:
    """Everything that looks like a zone is one."""
    found = load(board)
    strange = [zone for zone in _zones(found.edition) if zone not in found.places]
    assert strange == []


def test_others_have_the_map_of_what_they_follow() -> None:
    """As before."""
    assert load("global1942").map == "global1940"
    assert _area(load("oztea1941")) == _area(load("global1940"))


def _area(board: Board) -> set[str]:
    return set(board.places)


def _with_zones(facts: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Where in some facts zones are named: the names of the tables down to it."""
    if path[:1] in (("cite",), ("examples",)):
        return
    if isinstance(facts, dict):
        for name, value in facts.items():
            yield from _with_zones(value, (*path, name))
    elif any(True for _ in _zones(facts)):
        yield path


def _said(facts: Any, path: tuple[str, ...]) -> bool:
    for name in path:
        if not isinstance(facts, dict) or name not in facts:
            return False
        facts = facts[name]
    return True


def _zones(facts: Any) -> Iterator[str]:
    if isinstance(facts, str):
        if facts.startswith("SZ ") and facts[3:].isdigit():
            yield facts
    elif isinstance(facts, dict):
        for value in facts.values():
            yield from _zones(value)
    elif isinstance(facts, (list, tuple)):
        for value in facts:
            yield from _zones(value)
