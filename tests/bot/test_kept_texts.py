"""Texts that a server keeps by name, and the sheet that shows how to begin."""

from __future__ import annotations

import pytest
from desk import Desk

from bot.discord.features.lobby.own_rules import example
from bot.game import PlayError
from bot.game.lobby.kept import Shelf
from rules.core.table import OWN_RULES, Table
from rules.model.board import BOARDS


async def test_names_in_whatever_capitals(desk: Desk) -> None:
    shelf = Shelf(desk.store, "own rules", "sheet", 2, {"war bonds": "the bonds"})
    assert await shelf.find(1, "War Bonds ") == "the bonds"
    with pytest.raises(PlayError, match="not that of an example"):
        await shelf.keep(1, "WAR BONDS", "others")
    await shelf.keep(1, "Friday", "one")
    again = await shelf.keep(1, "friday", "two")
    assert (again.name, again.version) == ("Friday", 2) and await shelf.find(1, "FRIDAY") == "two"
    with pytest.raises(PlayError, match="There are: Friday, war bonds"):
        await shelf.find(1, "Monday")


@pytest.mark.parametrize("board", BOARDS)
def test_the_example_of_a_sheet_is_one_of_its_board(board: str) -> None:
    assert Table(board, [], {OWN_RULES.name: example(board)}).own
