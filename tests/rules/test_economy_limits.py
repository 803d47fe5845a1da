"""Limits that stand in a profile hold for any unit: a made-up house unit bought and placed by data alone."""

from __future__ import annotations

import copy
import dataclasses
from typing import Any

import pytest

from rules.core.local_units import local
from rules.economy.prices import explain, price
from rules.model.board import load
from rules.model.parse import Lexicon
from rules.model.profiles import LAND, UnitType
from rules.model.refusals import Refusal
from rules.model.state import MOST_UNITS, Turn
from rules.play.game import Game, Outcome

GUARD = UnitType("guard", "land", attack=2, defense=3, move=1, cost=4, rule="test.guards")


class NoDice:
    """These orders roll nothing."""

    def roll(self, count: int, why: str) -> list[int]:
        """Never called."""
        raise AssertionError(why)


def game(numbers: dict[str, int], round_: int = 1, **fields: Any) -> Game:
    """Germany's purchase phase with 100 IPC and the unit on the table."""
    new = Game.new("global1940")
    unit = dataclasses.replace(GUARD, numbers=numbers, **fields)
    new.table.units["guard"] = unit
    names = copy.deepcopy(new.table.unit_names)
    names.add("guard", ("guards",))
    new.table.unit_names, new.table.lexicon = names, Lexicon(new.table.board, names)
    new.state.money["Germany"] = 100
    new.state.turn = Turn(round_, "Germany", "purchase")
    return new


def order(new: Game, text: str) -> str:
    """The refusal's code, or "" when the order was accepted."""
    result = new.submit(text, NoDice())
    assert isinstance(result, Refusal | Outcome)
    return result.code if isinstance(result, Refusal) else ""


def mobilize(new: Game) -> None:
    """On to placing units."""
    new.state.turn = dataclasses.replace(new.state.turn, phase="mobilize")


def test_batches_are_bought_and_placed_whole() -> None:
    new = game({"batch": 3, "batch_cost": 10})
    assert order(new, "buy 2 guard") == "batch-size"
    assert order(new, "buy 6 guard") == ""
    assert new.state.money["Germany"] == 80
    assert order(new, "unbuy 1 guard") == "batch-size"
    assert order(new, "unbuy 3 guard") == ""
    assert new.state.money["Germany"] == 90
    mobilize(new)
    assert order(new, "place 2 guard: Germany") == "batch-size"
    assert order(new, "place 3 guard: Germany") == ""


def test_a_batch_that_does_not_fit_is_refunded_whole() -> None:
    new = game({"batch": 3, "batch_cost": 10}, built_at=("Germany",))
    assert order(new, "buy 3 guard, 8 infantry") == ""
    mobilize(new)
    assert order(new, "place 3 guard: Western Germany") == "wrong-site"
    assert order(new, "place 8 infantry: Germany") == ""
    assert order(new, "place 3 guard: Germany") == "factory-capacity"
    assert order(new, "done") == ""
    assert new.state.money["Germany"] == 66 + 10 + 40


@pytest.mark.parametrize(
    ("numbers", "round_", "code"),
    [
        ({"from_round": 3}, 2, "too-early"),
        ({"from_round": 3}, 3, ""),
        ({"to_round": 3}, 4, "too-late"),
        ({"to_round": 3}, 3, ""),
        ({"max_turn": 1}, 1, "limit-per-turn"),
        ({"max_board": 1}, 1, "limit-on-board"),
        ({"max_board": 2}, 1, ""),
    ],
)
def test_limits_of_a_profile(numbers: dict[str, int], round_: int, code: str) -> None:
    assert order(game(numbers, round_), "buy 2 guard") == code


def test_limits_count_what_is_bought_and_what_stands() -> None:
    new = game({"max_board": 3, "max_turn": 2})
    assert order(new, "buy 2 guard") == ""
    assert order(new, "buy 1 guard") == "limit-per-turn"
    assert order(new, "unbuy 1 guard") == ""
    assert order(new, "buy 1 guard") == ""
    mobilize(new)
    assert order(new, "place 2 guard: Germany") == ""
    new.state.turn = Turn(2, "Germany", "purchase")
    new.state.flags.pop("turn.bought")
    assert order(new, "buy 2 guard") == "limit-on-board"
    assert order(new, "buy 1 guard") == ""


def test_per_place_limits_and_nations() -> None:
    new = game({"per_place": 1})
    assert order(new, "buy 2 guard") == ""
    mobilize(new)
    assert order(new, "place 2 guard: Germany") == "limit-here"
    assert order(new, "place 1 guard: Germany") == ""
    assert order(new, "place 1 guard: Germany") == "limit-here"
    assert order(new, "place 1 guard: Western Germany") == ""
    assert order(game({}, powers=("Soviet Union",)), "buy 1 guard") == "not-for-sale"
    assert order(game({}, not_for_sale=True), "buy 1 guard") == "not-for-sale"


def test_prices_say_which_rule_made_them() -> None:
    new = game({})
    assert explain(new.view, "Germany", "guard") == [(4, "test.guards")]
    assert explain(new.view, "Germany", "submarine") == [(6, "")]
    new.state.flags["tech.Germany"] = ("improved shipyards",)
    assert explain(new.view, "Germany", "submarine") == [(6, ""), (-1, "global1940.technologies")]
    assert price(new.view, "Germany", "submarine", 3) == 15


def test_the_first_of_a_turn_are_cheaper_and_the_dearest_go_back_first() -> None:
    new = game({}, by_power={"Germany": {"first_count": 3, "first_cost": 2}})
    assert order(new, "buy 5 guard") == ""
    assert new.state.money["Germany"] == 100 - 3 * 2 - 2 * 4
    assert order(new, "unbuy 1 guard") == ""
    assert new.state.money["Germany"] == 90
    assert order(new, "unbuy 2 guard") == ""
    assert new.state.money["Germany"] == 96
    assert order(new, "buy 2 guard") == ""
    assert new.state.money["Germany"] == 90
    assert price(new.view, "Italy", "guard", 2) == 8


def test_limits_and_sites_may_differ_by_power() -> None:
    new = game({"max_board": 1}, by_power={"Germany": {"max_board": 2, "built_at": ("Western Germany",), "cost": 3}})
    assert order(new, "buy 3 guard") == "limit-on-board"
    assert order(new, "buy 2 guard") == ""
    assert new.state.money["Germany"] == 94
    assert new.view.profile("Italy", "guard").number("max_board") == 1
    mobilize(new)
    assert order(new, "place 1 guard: Germany") == "wrong-site"
    assert order(new, "place 2 guard: Western Germany") == ""


def test_no_game_has_more_units_than_can_be_reckoned_with() -> None:
    """Whatever a game master gives a treasury: other games wait while a board is reckoned."""
    new = game({})
    new.state.money["Germany"] = 10**6
    left = MOST_UNITS - len(new.state.units)
    assert order(new, "buy 5000 guards") == "" and order(new, f"buy {left - 4999} guards") == "limit-on-board"
    assert order(new, f"buy {left - 5000} guards") == "" and order(new, "buy 1 guard") == "limit-on-board"


def test_room_that_is_short_is_told_with_what_the_order_has_placed_before() -> None:
    new = Game.new("global1940")
    new.state.turn = Turn(1, "Soviet Union", "purchase")
    assert order(new, "buy 4 infantry, 3 artillery") == ""
    while new.state.turn.phase != "mobilize":
        assert order(new, "done") == ""
    both = new.trial("place 2 infantry, 2 artillery: Novgorod")
    assert both is not None and "1 unit more this turn, not 2, once 2 infantry of the same order" in both.message
    alone = new.trial("place 4 infantry: Novgorod")
    assert alone is not None and alone.message.endswith("3 units more this turn, not 4.")


@pytest.mark.parametrize(
    ("ahead", "first", "last"), [(0, 3, 5), (2, 1, 3), (3, 0, 2), (4, 0, 1), (5, 0, -1), (7, 0, -2)]
)
def test_what_is_past_when_a_board_begins_is_on_sale_in_no_round(ahead: int, first: int, last: int) -> None:
    unit = UnitType("x", LAND, numbers={"from_round": 3, "to_round": 5})
    assert dict(local(unit, load("global1942"), ahead).numbers) == {"from_round": first, "to_round": last}


def test_what_is_bought_in_two_orders_is_one_entry_at_one_price() -> None:
    new = game({})
    assert order(new, "buy 2 guard") == "" and order(new, "buy 1 guard") == ""
    assert [(b.type, b.count, b.price) for b in new.state.pool["Germany"]] == [("guard", 3, 12)]


def test_a_facility_is_built_only_where_its_profile_says() -> None:
    new = game({}, domain="facility", built_at=("Western Germany",))
    assert order(new, "buy 1 guard: Germany") == "wrong-site"
    assert order(new, "buy 1 guard: Western Germany") == ""
