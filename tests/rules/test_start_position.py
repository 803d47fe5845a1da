"""A game that starts from a position."""

from __future__ import annotations

import pytest

from rules.cases import start
from rules.cases.file import CaseError
from rules.core.documents import usual
from rules.dice.prng import Prng
from rules.model.board import BOARDS
from rules.play.game import Game, Outcome
from rules.soak import Player

ORDERS = 60
EASTERN_FRONT = """
id = "start"
title = "Eastern front"
game = "classic"
round = 3
power = "Germany"
setup = "empty"
units."Germany".Germany = "3 infantry, 2 armor"
units."Eastern Europe".Germany = "1 infantry"
units."Russia".USSR = "4 infantry"
owner."Ukraine S.S.R." = "Germany"
money = { Germany = 10 }
"""


def _begin(text: str) -> Game:
    case = start.read(text)
    return start.begin(case, case.rules, case.options, Prng(1))


def test_it_begins_where_the_position_stands() -> None:
    game = _begin(EASTERN_FRONT)
    assert (game.state.turn.round, game.state.turn.power, game.state.turn.phase) == (3, "Germany", "research")
    assert game.state.money["Germany"] == 10 and game.state.owners["Ukraine S.S.R."] == "Germany"
    assert len(game.state.units) == 10 and len(game.log) == 1
    assert isinstance(game.submit("done", Prng(2)), Outcome)


def test_it_is_saved_and_loaded_as_any_game() -> None:
    game = _begin(EASTERN_FRONT)
    again = Game.load(game.head(), game.snapshot(), list(game.log))
    assert again.hash == game.hash


def test_a_later_phase_goes_on() -> None:
    game = _begin(EASTERN_FRONT + 'phase = "combat move"\n')
    assert game.state.turn.phase == "combat move"
    assert isinstance(game.submit("move 1 infantry: Eastern Europe > Karelia S.S.R.", Prng(1)), Outcome)


@pytest.mark.parametrize("board", BOARDS)
def test_a_game_under_way_is_a_start(board: str) -> None:
    """Written after a turn or two and begun again: the same units, owners, money, relations."""
    prng = Prng(7)
    game = Game.new(board, usual(board), dice=prng)
    player = Player(prng)
    for _ in range(ORDERS):
        wish = player.next(game)
        game.submit(wish.text, prng, wish.by)
    text = start.text_of(game, "under way")
    case = start.read(text)
    again = start.begin(case, case.rules, case.options, Prng(1))
    assert start.text_of(again, "under way").count("\n") >= text.count("units.")
    assert again.state.owners == game.state.owners and again.state.relations == game.state.relations


@pytest.mark.parametrize(
    "text, told",
    [
        ("game = ", "TOML"),
        ('id = "x"\ngame = "risk"', "no board"),
        (EASTERN_FRONT + 'units."Germany".Italy = "1 infantry"', "Italy"),
        (EASTERN_FRONT.replace("3 infantry", "9999 infantry"), "at most 6000"),
        (EASTERN_FRONT.replace("3 infantry", "900 transport (cargo: 900 infantry)"), "at most 6000"),
        (EASTERN_FRONT.replace("3 infantry", "3 wizard"), "wizard"),
        (EASTERN_FRONT.replace('"Germany".Germany', '"Baltic Sea Zone".Germany'), "cannot stand"),
        (EASTERN_FRONT + "#" * 50_000, "letters"),
    ],
)
def test_what_is_no_position_is_refused_with_a_reason(text: str, told: str) -> None:
    with pytest.raises(CaseError, match=told):
        _begin(text)


def test_a_position_that_is_won_is_no_start() -> None:
    with pytest.raises(CaseError, match="have won"):
        _begin(EASTERN_FRONT + 'owner."Russia" = "Germany"\nowner."United Kingdom" = "Germany"\n')
