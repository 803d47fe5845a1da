"""Boards to choose from: by map, each with what it is."""

from __future__ import annotations

from bot.discord.components.boards import CHOICES, TOLD_CHOICES, told
from bot.discord.features.lobby.buttons import text
from bot.store import Game
from rules.model.board import BOARDS, about, by_map, load


def test_boards_on_one_map_stand_together() -> None:
    assert sorted(by_map()) == sorted(BOARDS)
    maps = [load(board).map for board in by_map()]
    assert len(list(dict.fromkeys(maps))) == sum(a != b for a, b in zip([*maps, ""], ["", *maps])) - 1
    assert all(by_map().index(load(board).map) <= by_map().index(board) for board in BOARDS)


def test_each_says_what_it_is_for_how_many_and_how_long() -> None:
    for board in BOARDS:
        assert set(about(board)) == {"what", "players", "hours"}, board
        assert told(board).endswith(" hours")
    assert all(told(c.value) in c.name and len(c.name) <= 100 for c in TOLD_CHOICES)
    assert [c.value for c in CHOICES] == by_map()


def test_the_lobby_has_the_order_of_the_set_up_that_is_chosen() -> None:
    row = Game("a", 1, 2, "Table", "anniversary", 3, options={"scenario": 1942})
    said = text(row, [], "commitment")
    assert said.index("**Japan**") < said.index("**Soviet Union**") < said.index("**Germany**")
