"""What the odds are asked in words, and what they say that they do not know."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from rules.core.table import Table
from rules.odds import LossOrder, answer_odds, assumed, break_off, left_out
from rules.odds.ask.aims import _near, _score
from rules.odds.ask.words import loss_order
from rules.odds.solve.result import Odds
from tests.positions import stand


def test_an_order_of_loss_in_words() -> None:
    table = Table("global1940")
    found = loss_order(table, "infantry, battleship (damaged), tank, battleship, keep one infantry")
    assert found == LossOrder(("infantry", "battleship (damaged)", "tank", "battleship"), "infantry")


def test_orders_near_an_order_put_one_unit_elsewhere() -> None:
    near = {order.names for order in _near(LossOrder(("a", "b", "c")), cast(Any, None), "hold")}
    assert near == {("b", "a", "c"), ("b", "c", "a"), ("a", "c", "b"), ("c", "a", "b")}


@pytest.mark.parametrize(("takes", "win", "score"), [(0.25, 0.5, 0.75), (0.0, 0.5, 0.5)])
def test_where_nothing_is_taken_to_hold_is_not_to_lose(takes: float, win: float, score: float) -> None:
    assert _score("hold", "defender", cast(Odds, SimpleNamespace(takes=takes, win=win))) == score


def test_who_may_all_break_off() -> None:
    units = {"Western Germany": {"Germany": "4 infantry"}, "France": {"France": "2 infantry"}}
    game = stand("Germany", "move 4 infantry: Western Germany > France", "done", "fight France", units=units)
    found = break_off(game.view, "France")
    assert found.possible and found.stay is None


def test_aircraft_below_decks_are_left_out() -> None:
    units = {"SZ 6": {"Japan": "2 cruiser"}, "SZ 16": {"United States": "1 aircraft carrier (damaged), 1 fighter"}}
    game = stand("Japan", "move 2 cruiser: SZ 6 > SZ 16", "done", units=units)
    assert any("without having fought" in text for text in left_out(game.view, "SZ 16"))
    units = {"SZ 6": {"Japan": "2 cruiser"}, "SZ 16": {"United States": "1 aircraft carrier, 1 fighter"}}
    game = stand("Japan", "move 2 cruiser: SZ 6 > SZ 16", "done", units=units)
    assert not any("without having fought" in text for text in left_out(game.view, "SZ 16"))


def test_a_landing_zone_that_is_cleared_is_not_assumed_to_be() -> None:
    units = {
        "SZ 113": {"Germany": "1 transport (cargo: 2 infantry), 2 destroyer"},
        "SZ 112": {"United Kingdom": "1 destroyer"},
        "Norway": {"United Kingdom": "1 infantry"},
    }
    orders = ("move 1 transport, 2 destroyer: SZ 113 > SZ 112", "unload 2 infantry: SZ 112 > Norway", "done")
    due = stand("Germany", *orders, units=units, owner={"Norway": "United Kingdom"})
    assert "the landing zone is cleared" in assumed(due.view, "Norway")
    over = stand("Germany", *orders, "fight SZ 112", units=units, owner={"Norway": "United Kingdom"}, dice=(1, 1, 6))
    assert "the landing zone is cleared" not in assumed(over.view, "Norway")


def test_without_an_answer_is_told_only_where_one_may_pass() -> None:
    units = {"Western Germany": {"Germany": "4 infantry"}, "France": {"France": "1 infantry, 1 fighter"}}
    game = stand("Germany", "move 4 infantry: Western Germany > France", "done", "fight France", units=units, dice=(1,))
    assert [one.without for one in answer_odds(game, ("casualties 1 infantry", "casualties 1 fighter"))] == [None, None]
