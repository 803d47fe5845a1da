"""Positions in which a person would shake his head at anything else."""

from __future__ import annotations

from typing import Any

from rules.cases.file import read_case
from rules.cases.setup import build
from rules.dice.prng import Prng
from rules.play.game import Game
from seats import OFFICER, Player
from seats.estimate import Oracle
from seats.sanity import Sanity, open_capitals, watch
from seats.situation import Situation
from seats.world import Scout


def position(power: str, phase: str, units: dict[str, Any], board: str = "classic", **more: Any) -> Game:
    case = {"id": "X", "game": board, "power": power, "phase": phase, "setup": "empty", "units": units, **more}
    return build(read_case(case))


def plan(game: Game) -> list[str]:
    """The orders of the phase."""
    player, power, phase, found = Player(OFFICER, 1), game.to_act, game.state.turn.phase, []
    while game.to_act == power and game.state.turn.phase == phase and len(found) < 40:
        found.append(player.next(game).text)
        game.submit(found[-1], Prng(3))
    return found


def test_an_undefended_territory_next_door_is_taken() -> None:
    orders = plan(position("Germany", "combat move", {"Eastern Europe": {"Germany": "3 infantry, 1 armor"}}))
    assert any(order.endswith(("> Ukraine S.S.R.", "> Karelia S.S.R.")) for order in orders)


def test_nobody_walks_into_a_stack() -> None:
    units = {"Eastern Europe": {"Germany": "2 infantry"}, "Ukraine S.S.R.": {"USSR": "8 infantry, 3 armor"}}
    units["Karelia S.S.R."] = {"USSR": "8 infantry"}
    assert not any(
        "Ukraine" in order or "Karelia" in order for order in plan(position("Germany", "combat move", units))
    )


def test_the_capital_is_not_left_to_the_enemy() -> None:
    units = {
        "Germany": {"Germany": "5 infantry, 1 armor"},
        "Eastern Europe": {"USSR": "6 infantry, 2 armor"},
        "Western Europe": {"United Kingdom": "1 infantry"},
    }
    owners = {"Eastern Europe": "USSR", "Western Europe": "United Kingdom"}
    game = position("Germany", "combat move", units, owner=owners)
    assert not any(order.startswith("move") and "Western Europe" in order for order in plan(game))


def test_bought_defenders_come_to_the_threatened_capital() -> None:
    units = {"Germany": {"Germany": "2 infantry"}, "Eastern Europe": {"USSR": "6 infantry, 2 armor"}}
    game = position("Germany", "purchase", units, owner={"Eastern Europe": "USSR"}, money={"Germany": 36})
    bought = next(order for order in plan(game) if order.startswith("buy"))
    assert int(bought.split(" infantry")[0].split()[-1]) >= 8


def test_a_bomber_leaves_a_poor_factory_alone() -> None:
    units = {"United Kingdom": {"United Kingdom": "1 bomber"}, "Germany": {"Germany": "1 antiaircraft gun, 5 infantry"}}
    game = position("United Kingdom", "combat move", units, money={"Germany": 0})
    assert not any(order.startswith("bomb") for order in plan(game))


def test_what_decides_the_game_is_worth_more() -> None:
    game = Game.new("classic")
    s = Situation(game, "USSR", OFFICER, Scout(), Oracle(), {})
    assert s.values.of("Germany") > 40 > s.values.of("Finland-Norway")


def test_a_round_of_officers_is_sane() -> None:
    found = Sanity()
    watch("classic", 301, 1, "officer", (), found)
    assert not found.counts["stuck"]
    assert found.counts["aircraft stranded"] == 0
    assert found.counts["capital open"] <= 1
    assert list(open_capitals(Game.new("classic").view, "United States")) == []
