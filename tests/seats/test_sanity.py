"""Positions in which a person would shake his head at anything else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.cases.file import read_case
from rules.cases.setup import build
from rules.dice.prng import Prng
from rules.economy.income import production
from rules.model.board import load
from rules.play.game import Game
from seats import OFFICER, RECRUIT, Level, Player
from seats.levels import GENERAL
from seats.measure.sanity import Sanity, exposed, idle, open_capitals, rash, watch
from seats.position.estimate import OddsCache
from seats.position.situation import Situation
from seats.position.world import ThreatMap
from seats.turn.attack import Attacks
from seats.turn.weighing import Attack


def position(power: str, phase: str, units: dict[str, Any], board: str = "classic", **more: Any) -> Game:
    case = {"id": "X", "game": board, "power": power, "phase": phase, "setup": "empty", "units": units, **more}
    return build(read_case(case))


def plan(game: Game, level: Level = OFFICER) -> list[str]:
    """The orders of the phase."""
    player, power, phase, found = Player(level, 1), game.to_act, game.state.turn.phase, []
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
    s = Situation(game, "USSR", OFFICER, ThreatMap(), OddsCache(), {})
    assert s.values.of("Germany") > 40 > s.values.of("Finland-Norway")


def test_two_ipc_are_not_defended_with_forty() -> None:
    units = {
        "Russia": {"USSR": "13 infantry"},
        "Kazakh S.S.R.": {"USSR": "1 infantry"},
        "Sinkiang": {"Japan": "2 infantry"},
        "Ukraine S.S.R.": {"Germany": "6 infantry, 2 armor"},
        "Karelia S.S.R.": {"Germany": "4 infantry"},
    }
    owners = {"Sinkiang": "Japan", "Karelia S.S.R.": "Germany"}
    game = position("USSR", "noncombat move", units, owner=owners)
    plan(game)
    assert len(game.view.units("Kazakh S.S.R.", "USSR")) <= 3
    assert len(game.view.units("Russia", "USSR")) >= 9


def test_nobody_lands_where_he_has_no_chance() -> None:
    units = {
        "United Kingdom": {"United Kingdom": "2 infantry"},
        "North Sea Zone": {"United Kingdom": "1 transport"},
        "Germany": {"Germany": "6 infantry, 1 armor"},
        "Western Europe": {"Germany": "4 infantry"},
        "Finland-Norway": {"Germany": "4 infantry"},
        "Karelia S.S.R.": {"USSR": "2 infantry"},
    }
    orders = plan(position("United Kingdom", "combat move", units))
    assert not any(f"> {goal} using" in o for o in orders for goal in ("Germany", "Western Europe", "Finland-Norway"))


def test_a_transport_carries_what_waits_to_an_open_coast() -> None:
    units = {
        "United Kingdom": {"United Kingdom": "4 infantry"},
        "North Sea Zone": {"United Kingdom": "1 transport"},
        "Germany": {"Germany": "6 infantry, 1 armor"},
    }
    orders = plan(position("United Kingdom", "combat move", units))
    assert any((o.startswith("ship") and "Finland-Norway" in o) or "Western Europe" in o for o in orders)


def test_many_land_together_where_few_would_be_thrown_back() -> None:
    units = {
        "United Kingdom": {"United Kingdom": "14 infantry"},
        "North Sea Zone": {"United Kingdom": "6 transport, 2 battleship"},
        "Germany": {"Germany": "18 infantry"},
        "Karelia S.S.R.": {"Germany": "6 infantry"},
    }
    owners = {"Karelia S.S.R.": "Germany"}
    orders = plan(position("United Kingdom", "combat move", units, owner=owners))
    landed = [o for o in orders if o.startswith("ship") and "> Germany" not in o]
    assert sum(int(o.split()[1]) for o in landed) >= 6


@pytest.mark.parametrize(("base", "lands"), [({}, True), ({"Norway": {"has": "air base"}}, False)])
def test_no_lone_transport_sails_under_aircraft_that_can_scramble(base: dict[str, Any], lands: bool) -> None:
    """Denmark could be taken; from Norway's air base two fighters would sink whoever comes alone."""
    units = {
        "United Kingdom": {"United Kingdom": "4 infantry"},
        "SZ 111": {"United Kingdom": "1 transport"},
        "Norway": {"Germany": "2 fighter, 8 infantry"},
        "Germany": {"Germany": "12 infantry"},
        "Western Germany": {"Germany": "12 infantry"},
        "Holland/Belgium": {"Germany": "6 infantry"},
        "Normandy/Bordeaux": {"France": "6 infantry"},
        "France": {"France": "6 infantry"},
    }
    orders = plan(position("United Kingdom", "combat move", units, "global1940", facilities=base))
    assert any(o.startswith("ship") and "> Denmark" in o for o in orders) is lands


def test_a_unit_far_behind_comes_nearer() -> None:
    units = {"Novosibirsk": {"USSR": "3 infantry"}, "Ukraine S.S.R.": {"Germany": "2 infantry"}}
    assert any(o.startswith("move 3 infantry: Novosibirsk") for o in plan(position("USSR", "noncombat move", units)))


def test_a_hopeless_place_gets_no_reinforcements() -> None:
    """Eight infantry do not hold Karelia against this; in Russia they do some good, and one in Karelia keeps tanks out."""
    units = {
        "Karelia S.S.R.": {"USSR": "1 infantry"},
        "Russia": {"USSR": "4 infantry"},
        "Eastern Europe": {"Germany": "9 infantry, 6 armor, 3 fighter"},
        "Finland-Norway": {"Germany": "6 infantry"},
    }
    game = position("USSR", "purchase", units, money={"USSR": 12})
    player = Player(replace(GENERAL, foresees=0), 1)
    while game.to_act == "USSR" and game.state.turn.phase != "collect income":
        game.submit(player.next(game).text, Prng(3))
    assert len(game.view.units("Karelia S.S.R.", "USSR")) == 1
    assert len(game.view.units("Russia", "USSR")) == 7


@pytest.mark.parametrize(("damage", "bombed"), [(20, False), (0, True)])
def test_only_what_still_stands_is_bombed(damage: int, bombed: bool) -> None:
    units = {
        "United Kingdom": {"United Kingdom": "2 strategic bomber"},
        "Germany": {"Germany": "5 infantry"},
        "Western Germany": {"Germany": "5 infantry"},
    }
    works = f"major industrial complex (damaged {damage})" if damage else "major industrial complex"
    flat = {place: {"has": works} for place in ("Germany", "Western Germany")}
    game = position("United Kingdom", "combat move", units, "global1940", facilities=flat)
    assert any(o.startswith("bomb") and o.endswith("Germany") for o in plan(game)) is bombed


def test_a_carrier_stays_where_an_aircraft_counts_on_it() -> None:
    units = {
        "South Pacific Sea Zone": {"United States": "1 aircraft carrier, 1 fighter"},
        "Japan": {"Japan": "1 infantry"},
    }
    game = position("United States", "noncombat move", units)
    assert not any("carrier" in order for order in plan(game))


def test_whoever_buys_transports_buys_their_cargo() -> None:
    units = {"United Kingdom": {"United Kingdom": "8 infantry"}, "Western Europe": {"Germany": "3 infantry"}}
    game = position("United Kingdom", "purchase", units, money={"United Kingdom": 75})
    bought = dict(part.split(" ", 1)[::-1] for part in plan(game)[0].removeprefix("buy ").split(", "))
    ashore = sum(int(n) for unit, n in bought.items() if unit in ("infantry", "armor"))
    assert ashore >= 2 * int(bought["transport"])


def test_industry_goes_to_the_mainland_where_it_is_safe() -> None:
    units = {"Manchuria": {"Japan": "8 infantry"}, "Soviet Far East": {"USSR": "1 infantry"}}
    units |= {"Japan": {"Japan": "6 infantry"}, "China": {"United States": "1 infantry"}}
    game = position("Japan", "purchase", units, money={"Japan": 27})
    player, dice = Player(OFFICER, 1), Prng(3)
    while game.to_act == "Japan" and game.state.turn.phase != "collect income":
        game.submit(player.next(game).text, dice)
    assert [p for p in ("Manchuria", "Kwangtung", "French Indo-China Burma") if game.view.complexes(p)]


@pytest.mark.parametrize("power", ["USSR", "Germany"])
def test_all_money_is_spent(power: str) -> None:
    game, dice, player = Game.new("classic"), Prng(5), Player(OFFICER, 1)
    game.state.turn = replace(game.state.turn, power=power, phase="research")
    game.memo.forget()
    while game.state.turn.phase in ("research", "purchase"):
        game.submit(player.next(game).text, dice)
    assert game.state.turn.power == power
    assert game.view.money(power) < 3


def test_a_victory_one_turn_away_is_seen_by_both() -> None:
    """The Axis produce 81: three more and they have won. Karelia is weak; the USSR has to hold it, Germany to take it."""
    owned = [p for p in load("classic").places.values() if p.is_land and not p.impassable and p.value]
    free = {"Karelia S.S.R.", "Russia", "Eastern United States", "Western United States", "United Kingdom"}
    owners, held = {}, 0
    for place in sorted(owned, key=lambda p: -p.value):
        if place.name not in free and held + place.value <= 77:
            owners[place.name], held = "Germany" if place.name != "Japan" else "Japan", held + place.value
    units = {"Eastern Europe": {"Germany": "6 infantry, 3 armor"}, "Karelia S.S.R.": {"USSR": "1 infantry"}}
    units["Russia"] = {"USSR": "12 infantry"}
    units["United Kingdom"] = {"United Kingdom": "12 infantry"}
    for power in ("Germany", "USSR"):
        game = position(power, "combat move", units, owner=owners)
        assert sum(production(game.view, p) for p in ("Germany", "Japan")) == 81
        s = Situation(game, power, OFFICER, ThreatMap(), OddsCache(), {})
        assert s.values.bonus.get("Karelia S.S.R.", 0) > 0, power


def test_paris_is_attacked_as_printed() -> None:
    game, dice, player = Game.new("global1940"), Prng(1), Player(RECRUIT, 1)
    while game.state.turn.phase != "combat move":
        game.submit(player.next(game).text, dice)
    attacks = Attacks(Player(OFFICER, 1).situation(game, "Germany"))
    france = attacks.weigh.checked(attacks.gather("France") or Attack("France", ()))
    assert france.takes > 0.8 and france.score > OFFICER.bold


def test_a_round_of_officers_is_sane() -> None:
    found = Sanity()
    watch("classic", 301, 1, "officer", (), found)
    assert not found.counts["stuck"]
    assert found.counts["aircraft stranded"] == 0
    assert found.counts["capital open"] <= 1
    view = Game.new("classic").view
    assert list(open_capitals(view, "United States", ThreatMap().threats(view, "United States"))) == []


def test_figures_of_positions_that_make_one_shake_ones_head() -> None:
    units = {
        "North Sea Zone": {"United Kingdom": "2 transport"},
        "Western Europe": {"Germany": "1 fighter"},
        "Union of South Africa": {"United Kingdom": "5 infantry"},
    }
    view = position("United Kingdom", "mobilize", units).view
    threats = ThreatMap().threats(view, "United Kingdom")
    assert list(exposed(view, "United Kingdom", threats)) == ["United Kingdom: 2 in North Sea Zone"]
    assert list(idle(view, "United Kingdom", threats)) == ["United Kingdom: 5 in Union of South Africa"]


def test_a_battle_against_the_odds_is_counted() -> None:
    units = {"Eastern Europe": {"Germany": "1 infantry, 9 armor"}, "Karelia S.S.R.": {"USSR": "8 infantry"}}
    for force, cases in (("1 infantry", 1), ("1 infantry, 9 armor", 0)):
        game = position("Germany", "combat move", units)
        for order in (f"move {force}: Eastern Europe > Karelia S.S.R.", "done"):
            game.submit(order, Prng(1))
        assert len(list(rash(game, "fight Karelia S.S.R."))) == cases


def test_an_aircraft_without_a_deck_goes_where_it_can_land() -> None:
    """Also one that has not flown: its carrier has left."""
    far = {"Eastern United States": {"United States": "1 infantry"}}
    for units in (
        {"Hawaii Sea Zone": {"Japan": "2 fighter"}, "North Pacific Sea Zone": {"Japan": "1 aircraft carrier"}},
        {"Japan Sea Zone": {"Japan": "1 fighter"}, "Japan": {"Japan": "3 infantry"}},
    ):
        orders = plan(position("Japan", "noncombat move", units | far))
        assert any("fighter: " in order for order in orders), units


def test_what_can_be_taken_back_at_once_is_worth_less_to_the_enemy() -> None:
    """Japan's landing in Western Canada is thrown out again by a stack next door, and not by an empty neighbour."""
    units: dict[str, Any] = {
        "Western Canada Sea Zone": {"Japan": "2 transport"},
        "Alaska": {"Japan": "4 infantry"},
        "Western United States": {"United States": "1 infantry"},
    }
    risks = []
    for army in ("12 infantry, 2 armor", ""):
        units["Eastern United States"] = {"United States": army} if army else {}
        game = position("United States", "noncombat move", units, owner={"Alaska": "Japan"}, round=3)
        s = Player(OFFICER, 1).situation(game, "United States")
        risks.append(s.threatened("Western United States", s.friends("Western United States")))
    assert 0 <= risks[0] < risks[1] / 2


def test_carriers_meet_aircraft_that_reach_no_field() -> None:
    """Six aircraft fight far out at sea; each of three carriers takes two of them, wherever it lies."""
    units: dict[str, Any] = {
        "SZ 6": {"Japan": "1 aircraft carrier"},
        "SZ 16": {"Japan": "2 aircraft carrier"},
        "Manchuria": {"Japan": "3 fighter, 3 tactical bomber"},
        "Japan": {"Japan": "12 infantry"},
        "SZ 7": {"United States": "1 transport"},
    }
    game = position("Japan", "combat move", units, "global1940", war="all", round=3)
    dice = Prng(3)
    game.submit("move 3 fighter, 3 tactical bomber: Manchuria > SZ 7", dice)
    for order in ("done", "fight SZ 7", "done"):
        game.submit(order, dice)
    assert game.state.turn.phase == "noncombat move"
    plan(game)
    assert sum(u.type in ("fighter", "tactical bomber") for u in game.state.units.values()) == 6
