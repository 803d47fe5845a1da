"""Dice for the table: `roll 2 for war bonds`, on the record, by anybody at any time; nothing follows from them."""

from __future__ import annotations

import pytest

from rules.cases import run_text
from rules.dice.protocol import ScriptedDice as Scripted
from rules.model.refusals import Refusal
from rules.play.game import Game, Outcome
from rules.play.narrate import narrate


def _game(**options: object) -> Game:
    return Game.new("classic", options=options)


def test_anybody_rolls_at_any_time() -> None:
    game = _game()
    done = game.submit("Roll 2 dice for war bonds", Scripted([3, 5]), by="Japan")
    assert isinstance(done, Outcome)
    assert done.entry.text == "roll 2 for war bonds"
    assert narrate(game.table, done.entry) == ["Japan, war bonds: 3 5"]
    assert game.to_act == "USSR"


@pytest.mark.parametrize("text", ["roll", "roll 0 for x", "roll 21 for x", "roll 2", "roll 2 for", "roll 2 for @all"])
def test_what_is_no_roll_is_refused_with_the_form(text: str) -> None:
    refused = _game().submit(text, Scripted([]), by="USSR")
    assert isinstance(refused, Refusal)
    assert "roll 2 for war bonds" in refused.message


def test_it_keeps_nobody_from_taking_back() -> None:
    game = _game()
    game.submit("done", Scripted([]))
    game.submit("buy 1 infantry", Scripted([]))
    game.submit("roll 1 for the weather", Scripted([6]), by="Germany")
    money = game.state.money["USSR"]
    assert isinstance(game.submit("undo", Scripted([])), Outcome)
    assert game.state.money["USSR"] == money + 3
    assert isinstance(game.submit("undo", Scripted([])), Refusal)


def test_it_draws_no_cards_of_a_deck() -> None:
    game = _game(deck_of_dice=True)
    before = dict(game.state.flags)
    assert isinstance(game.submit("roll 3 for luck", Scripted([1, 1, 1]), by="Germany"), Outcome)
    assert game.state.flags == before


def test_a_question_goes_on_waiting() -> None:
    case = """
id = "T-1.a"
title = "a roll while losses are chosen"
game = "classic"
power = "USSR"
phase = "combat move"
setup = "empty"
units."Caucasus".USSR = "2 infantry, 1 tank"
units."Ukraine S.S.R.".Germany = "1 infantry"
step = [
  { order = "move 1 infantry, 1 tank: Caucasus > Ukraine S.S.R." },
  { order = "done" },
  { order = "fight Ukraine S.S.R.", dice = [4, 4, 1], expect = { pending = "casualties" } },
  { order = "roll 1 for the weather", by = "Germany", dice = [6], expect = { pending = "casualties" } },
  { order = "casualties 1 infantry" },
]
"""
    (result,) = run_text(case, "file.toml")
    assert result.ok, result
