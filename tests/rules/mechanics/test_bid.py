"""Bids: units that a side places before round 1."""

from __future__ import annotations

import pytest

from rules.boards.bid import sites
from rules.core.documents import TableError
from rules.dice import ScriptedDice
from rules.economy import limits
from rules.legal import decision_choices, in_steps
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
    assert "Egypt" in in_steps(table.facing(british))["place 1 infantry"]


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
        assert isinstance(give(table, "pass", power), Outcome)
    purse = table.view.purses("United Kingdom")[0]
    assert table.state.money[purse] == Game.new("global1940").state.money[purse] + 3
    assert not table.state.pending and table.to_act == "Germany"
    assert any(u.type == "submarine" for u in table.view.units("SZ 98", "United Kingdom"))


def test_where_nobody_places_any_all_of_it_is_the_cash_of_who_passed_first() -> None:
    """Several pass at once in the order of play: the last of them is not the one who would have it."""
    for first in ("Soviet Union", "United Kingdom"):
        table = game()
        for power in sorted(lines.asked(table.state), key=lambda p: p != first):
            assert isinstance(give(table, "pass", power), Outcome)
        purse = table.view.purses(first)[0]
        assert table.state.money[purse] == Game.new("global1940").state.money[purse] + 9
        assert not {name for name in table.state.flags if name.startswith("bid")}


def test_it_is_over_when_all_is_spent() -> None:
    table = game("Axis 3")
    assert isinstance(give(table, "place 1 infantry: Libya", "Italy"), Outcome)
    assert not table.state.pending and "bid" not in {k for k, v in table.state.flags.items() if v}


def test_a_bid_is_a_side_and_money() -> None:
    with pytest.raises(TableError):
        game("Everybody 9")
    assert not game("").state.pending


@pytest.mark.parametrize(
    "board, rules, side, power, order, code",
    [
        ("global1940", ["x2"], "Allies", "United Kingdom", "place 1 king tiger: Egypt", "not-for-sale"),
        ("europe1943", ["y43"], "Allies", "Soviet Union", "place 1 stug iii: Kalinin", "not-for-sale"),
        ("global1940", [], "Allies", "China", "place 1 tank: Yunnan", "not-for-sale"),
        ("global1940", ["bx"], "Axis", "Germany", "place 1 waffen-ss infantry: Germany", "not-for-sale"),
        ("global1940", ["bx"], "Axis", "Japan", "place 1 elite infantry: Manchuria", "wrong-site"),
        ("global1940", ["bx"], "Allies", "Soviet Union", "place 3 guards infantry: Russia", "too-early"),
    ],
)
def test_a_bid_places_only_what_its_power_could_buy(
    board: str, rules: list[str], side: str, power: str, order: str, code: str
) -> None:
    """Owners, rounds, what is never for sale, and what a board's rule refuses."""
    table = Game.new(board, rules, {"bid": f"{side} 90", "bid_units_a_place": 0})
    refusal = give(table, order, power)
    assert isinstance(refusal, Refusal) and refusal.code == code, refusal
    sought = order.removeprefix("place 1")
    sought = sought if code == "wrong-site" else sought.partition(": ")[0] + ": "
    for decision in lines.shown(table.state):
        assert not any(sought in text for text in decision_choices(table.facing(decision)) if power == decision.power)


def test_limits_a_turn_count_what_the_bid_has_placed_power_by_power() -> None:
    """One elite infantry a turn; what a bid placed counts in no turn."""
    table = Game.new("global1940", ["bx"], {"bid": "Axis 60", "bid_units_a_place": 0})
    assert isinstance(give(table, "place 1 elite infantry: Germany", "Germany"), Outcome)
    refusal = give(table, "place 1 elite infantry: Germany", "Germany")
    assert isinstance(refusal, Refusal) and refusal.code == "limit-per-turn"
    assert isinstance(give(table, "place 1 elite infantry: Japan", "Japan"), Outcome)
    for power in lines.asked(table.state):
        assert isinstance(give(table, "pass", power), Outcome)
    assert isinstance(give(table, "buy 1 elite infantry", "Germany"), Outcome)


def test_a_step_is_a_unit_with_all_its_places_those_next_to_the_enemy_first() -> None:
    table = game("Allies 30")
    british = next(d for d in lines.shown(table.state) if d.power == "United Kingdom")
    steps, view = in_steps(table.facing(british)), table.view
    assert next(iter(steps)) == "place 1 infantry" and "place 1 strategic bomber" in steps
    next_to = [
        sum(len(view.enemy_units(n, "United Kingdom")) for n in view.board.near(p)) for p in steps["place 1 infantry"]
    ]
    assert next_to == sorted(next_to, reverse=True) and next_to[0] > 0 == next_to[-1]
    for unit, places in steps.items():
        for place in places:
            assert table.trial(f"{unit}: {place}", by="United Kingdom") is None, (unit, place)


def test_whatever_is_offered_is_taken_and_infantry_is_among_it() -> None:
    table = game("Allies 12")
    for decision in lines.shown(table.state):
        offers = decision_choices(table.facing(decision))
        assert any(text.startswith("place 1 infantry: ") for text in offers), decision.power
    british = next(d for d in lines.shown(table.state) if d.power == "United Kingdom")
    kinds = [text.split(": ")[0] for text in decision_choices(table.facing(british))]
    assert kinds[:4] == ["pass", "place 1 infantry", "place 1 artillery", "place 1 mechanized infantry"]


def test_what_is_left_and_buys_nothing_is_cash_at_once() -> None:
    table, before = game("Axis 5"), Game.new("global1940").state.money["Italy"]
    assert isinstance(give(table, "place 1 infantry: Libya", "Italy"), Outcome)
    assert not table.state.pending and table.state.money["Italy"] == before + 2


def test_a_bid_of_balance_mod_is_its_units_at_its_prices() -> None:
    table = Game.new("global1940", ["bm"], {"bid": "Allies 20"})
    for order, by, code in (
        ("place 1 marine: Yunnan", "China", "not-for-sale"),
        ("place 1 marine: Iraq", "United Kingdom", "wrong-site"),
    ):
        refusal = give(table, order, by)
        assert isinstance(refusal, Refusal) and refusal.code == code, order
    assert isinstance(give(table, "place 1 marine: Egypt", "United Kingdom"), Outcome)
    refusal = give(table, "place 1 infantry: Egypt", "United Kingdom")
    assert isinstance(refusal, Refusal) and refusal.code == "limit-here"
    assert isinstance(give(table, "place 1 strategic bomber: Russia", "Soviet Union"), Outcome)  # 5 and 14 of 20
    assert not table.state.pending and table.state.flags.get("bid", 0) == 0


def test_what_was_bid_is_none_of_the_units_of_the_first_turn() -> None:
    table = Game.new("europe1943", ["y43"], {"bid": "Axis 4", "bid_units_a_place": 0})
    assert isinstance(give(table, "place 2 fortification: Aquitaine", "Germany"), Outcome)
    fort = table.view.profile("Germany", "fortification")
    assert fort.number("max_turn") == 10 and limits.buy_refusal(table.view, "Germany", fort, 10, "") is None


def test_as_many_a_place_as_the_option_says_order_by_order() -> None:
    table = game(bid_units_a_place=2)
    for fits in (True, True, False):
        assert isinstance(give(table, "place 1 infantry: Egypt", "United Kingdom"), Outcome) == fits


@pytest.mark.parametrize(
    ("rules", "bid", "power"), [(["y43"], "Allies 12", "Soviet Union"), ([], "Allies 12", "Soviet Union")]
)
def test_every_place_that_is_offered_takes_a_batch(rules: list[str], bid: str, power: str) -> None:
    table = Game.new("europe1943", rules, options={"bid": bid})
    offered = list(sites(table.view, power))
    assert offered
    for place, name, count in offered:
        assert table.trial(f"place {count} {name}: {place}", power) is None, (place, name)
