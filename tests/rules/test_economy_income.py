"""Income, its lines, and capture as other modules call them."""

from __future__ import annotations

from rules.core.act import Act
from rules.core.capture import capture, new_owner
from rules.core.purses import purse_of, purse_with_capital
from rules.economy.income import collect, income_of, lines, production
from rules.play.game import Game, NoDice


def act_on(board: str, **options: object) -> Act:
    """A transaction on a new game."""
    game = Game.new(board, options=options)
    return Act(game.table, game.state, NoDice())


def test_income_of_powers_and_purses() -> None:
    view = act_on("global1940")
    assert income_of(view, "United Kingdom") == income_of(view, "UK Europe") + income_of(view, "UK Pacific")
    assert [line.why for line in lines(view, "China")] == ["territories", "Burma Road"]
    assert production(view, "Germany") == 30


def test_collecting_pays_and_tells() -> None:
    act = act_on("classic")
    collect(act, "Japan")
    assert act.state.money["Japan"] == 50
    act.rollback()
    assert act.state.money["Japan"] == 25


def test_purses_of_gained_land() -> None:
    view = act_on("global1940")
    assert purse_of(view, "United Kingdom", "Korea") == "UK Pacific"
    assert purse_of(view, "United Kingdom", "Persia") == "UK Europe"
    assert purse_of(view, "Germany", "Korea") == "Germany"
    assert purse_with_capital(view, "India") == "UK Pacific"
    assert purse_with_capital(view, "Malta") is None


def test_a_captured_capital_is_looted_once() -> None:
    act = act_on("classic")
    capture(act, "Russia", "Germany")
    assert (act.state.money["Germany"], act.state.money["USSR"]) == (56, 0)
    act.pay("USSR", -5, "loot elsewhere")
    assert new_owner(act, "Russia", "United States") == "USSR"
    capture(act, "Russia", "United States")
    assert act.state.money["USSR"] == 5
    act.rollback()
    assert act.state.money == {"USSR": 24, "Germany": 32, "United Kingdom": 30, "Japan": 25, "United States": 36}


def test_guns_go_to_the_captor_and_stay_put() -> None:
    act = act_on("classic")
    capture(act, "Karelia S.S.R.", "Germany")
    guns = [u for u in act.units("Karelia S.S.R.") if act.has(u, "captured")]
    assert [(g.owner, bool(g.moved)) for g in guns] == [("Germany", True)]
