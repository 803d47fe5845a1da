"""Buying: what refusals of purchases say."""

from __future__ import annotations

from rules.play.game import Game
from tests.positions import stand


def told(game: Game, text: str) -> str:
    refusal = game.trial(text)
    assert refusal is not None and refusal.code == "not-enough-money"
    return refusal.message


def test_too_dear_a_list_tells_its_whole_cost_and_the_money_at_hand() -> None:
    game = stand("Germany", phase="purchase", money={"Germany": 30}, setup="printed")
    whole = "Together that costs 39 IPC (2 fighters 20, 2 tanks 12, 1 artillery 4 and 1 infantry 3); Germany has 30."
    assert told(game, "buy 2 fighter, 2 tank, 1 artillery, 1 infantry") == whole
    assert told(game, "buy 6 tank, 1 infantry") == "6 tanks cost 36 IPC; Germany has 30."
    assert told(game, "buy 1 battleship, 1 infantry, 9 tank").startswith("Together that costs 77 IPC")
    assert game.trial("buy 3 fighter") is None


def test_each_purse_is_told_of_its_own_items() -> None:
    game = stand("United Kingdom", phase="purchase", money={"United Kingdom": 10, "UK Pacific": 20}, setup="printed")
    text = told(game, "buy 1 infantry (UK Pacific), 2 infantry, 1 tank")
    assert text.startswith("Together that costs 12 IPC (2 infantry 6 and 1 tank 6); UK Europe has 10.")
    assert "UK Pacific could pay" in text
