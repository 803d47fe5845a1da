"""Whole games go out as text and come back as the same orders, dice and position."""

from __future__ import annotations

import pytest

from rules.model.board import BOARDS
from rules.play.game import Game, standing
from tests.triplea.tellers import opening, orders_of, played, taken, told
from triplea import game_summary

DOCUMENTS = (("classic", "rw"), ("global1940", "bx"), ("europe1943", "y43"))


@pytest.mark.parametrize("board", sorted({*BOARDS} - {"europe1943"}))
def test_a_game_goes_out_and_comes_back(board: str) -> None:
    """Europe 1943 is played with its document, below."""
    _back(played(board))


@pytest.mark.parametrize(("board", "document"), DOCUMENTS)
def test_a_game_with_house_rules_too(board: str, document: str) -> None:
    _back(played(board, document))


def _back(game: Game) -> None:
    text = game_summary(game.table, list(game.log)[1:])
    found = taken(text, opening(game))
    assert not found.problems
    assert told(found) == orders_of(game)
    assert found.game.state.money == game.state.money and found.game.state.turn == game.state.turn
    if len(standing(game.log[1:])) == len(game.log) - 1:  # what was undone has used numbers of units
        assert found.game.hash == game.hash
    assert not found.notes


def test_most_of_it_is_in_words_that_others_know() -> None:
    game = played("classic")
    text = game_summary(game.table, list(game.log)[1:])
    moves = text.count("moved from")
    assert moves > 20 and text.count("[move") == 0
