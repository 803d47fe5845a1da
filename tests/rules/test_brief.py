"""Orders in few letters mean what the whole text means."""

from __future__ import annotations

import pytest

from rules.dice import PracticeDice
from rules.dice.prng import Prng
from rules.model.brief import brief
from rules.model.parse import parse
from rules.play.game import Game, Outcome
from rules.soak.player import Player


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("move 2 mechanized infantry, 3 tank, 6 infantry, 2 artillery: Greater Southern Germany > Slovakia/Hungary",
         "move 2 mi,3 tk,6 inf,2 art:gsg>sh"),
        ("move 1 transport (cargo: 2 infantry): SZ 113 > SZ 112", "move 1 tt (cargo: 2 infantry):113>112"),
        ("declare war on Soviet Union", "declare war on Soviet Union"),
        ("done", "done"),
        ("no order at all, Greater Southern Germany", "no order at all,Greater Southern Germany"),
    ],
)  # fmt: skip
def test_names_are_shortened_and_spaces_left_out(text: str, short: str) -> None:
    assert brief(text, Game.new("global1940").table.lexicon) == short


@pytest.mark.parametrize(("board", "rules"), [("classic", ["rw"]), ("global1940", ["x2"]), ("europe1943", ["y43"])])
def test_whatever_is_ordered_means_the_same_in_few_letters(board: str, rules: list[str]) -> None:
    game, player, dice = Game.new(board, rules), Player(Prng(5)), PracticeDice(5)
    lex, saved = game.table.lexicon, 0
    for _ in range(60):
        wish = player.next(game)
        outcome = game.submit(wish.text, dice, wish.by)
        if isinstance(outcome, Outcome):
            text = outcome.entry.text
            short = brief(text, lex)
            assert parse(short, lex) == parse(text, lex), text
            saved += len(text) - len(short)
    assert saved > 200
