"""Bids: units that a side places before round 1."""

from __future__ import annotations

import pytest

from rules.core.table import TableError
from rules.dice import ScriptedDice
from rules.legal import decision_choices
from rules.model.refusals import Refusal
from rules.play import lines
from rules.play.game import Game, Outcome


def game(bid: str = "Allies 9", **options: object) -> Game:
    """Global with a bid."""
    return Game.new("global1940", options={"bid": bid, **options})


def give(table: Game, order: str, by: str) -> Outcome | Refusal:
    """One order."""
    return table.submit(order, ScriptedDice([]), by)


def test_the_powers_of_the_side_are_asked_at_once_and_the_turn_waits() -> None:
    table = game()
    asked = lines.asked(table.state)
    assert set(asked) >= {"United Kingdom", "ANZAC"} and "Germany" not in asked
    refusal = give(table, "done", "Germany")
    assert isinstance(refusal, Refusal) and refusal.code == "not-your-decision"
    british = next(d for d in lines.shown(table.state) if d.power == "United Kingdom")
    assert "place 1 infantry: Egypt" in decision_choices(table.facing(british))


def test_units_come_where_there_are_some_one_a_place_and_what_is_left_is_cash() -> None:
    table = game()
    for order, code in (
        ("place 1 infantry: Germany", "wrong-site"),
        ("place 2 infantry: Egypt", "limit-here"),
        ("place 1 fighter: Egypt", "not-enough-money"),
        ("place 1 destroyer: Egypt", "wrong-site"),
    ):
        refusal = give(table, order, "United Kingdom")
        assert isinstance(refusal, Refusal) and refusal.code == code, order
    assert isinstance(give(table, "place 1 submarine: SZ 98", "United Kingdom"), Outcome)
    for power in lines.asked(table.state):
        last = power
        assert isinstance(give(table, "pass", power), Outcome)
    purse = table.view.purses(last)[0]
    assert table.state.money[purse] == Game.new("global1940").state.money[purse] + 3
    assert not table.state.pending and table.to_act == "Germany"
    assert any(u.type == "submarine" for u in table.view.units("SZ 98", "United Kingdom"))


def test_it_is_over_when_all_is_spent() -> None:
    table = game("Axis 3")
    assert isinstance(give(table, "place 1 infantry: Libya", "Italy"), Outcome)
    assert not table.state.pending and "bid" not in {k for k, v in table.state.flags.items() if v}


def test_a_bid_is_a_side_and_money() -> None:
    with pytest.raises(TableError):
        game("Everybody 9")
    assert not game("").state.pending
