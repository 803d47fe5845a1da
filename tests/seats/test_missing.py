"""What a club player does as a matter of course, each by a weight of a level: neutrals, allies' wars, scrambles by their
odds, one man on each border, bombing and repairs by use."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from test_sanity import plan, position

from rules.dice.prng import Prng
from rules.legal import decision_choices
from rules.play.game import Game
from seats import OFFICER, Player
from seats.turn.answer import answer

COURTS, JOINS = replace(OFFICER, courts=True), replace(OFFICER, joins=True)
RECKONS, TIDY = replace(OFFICER, reckons=True), replace(OFFICER, tidy=True)
WALKED = replace(OFFICER, walked=0.5)
REICH = {"Romania": {"Germany": "6 infantry"}, "Eastern Poland": {"Soviet Union": "2 infantry"}}


@pytest.mark.parametrize(("level", "joins"), [(COURTS, True), (OFFICER, False)], ids=["courts", "does not"])
def test_a_friendly_neutral_is_entered_by_one_unit(level: Any, joins: bool) -> None:
    game = position("Germany", "noncombat move", REICH, "global1940")
    entered = [o for o in plan(game, level) if o.startswith("move") and o.endswith("> Bulgaria")]
    assert entered[:1] == (["move 1 infantry: Romania > Bulgaria"] if joins else [])
    assert (game.view.owner("Bulgaria") == "Germany") is joins


def test_nobody_leaves_what_he_guards_to_enter_a_neutral() -> None:
    """The one man in Romania keeps a stack from walking in."""
    units = {"Romania": {"Germany": "1 infantry"}, "Bessarabia": {"Soviet Union": "1 infantry"}}
    units |= {"Germany": {"Germany": "30 infantry"}}
    game = position("Germany", "noncombat move", units, "global1940", war="all", money={"Germany": 0})
    level = replace(COURTS, walked=9.0)
    assert "move 1 infantry: Romania > Bulgaria" not in plan(game, level)


@pytest.mark.parametrize(
    ("army", "attacked"),
    [("12 infantry, 4 tank", {"Yugoslavia"}), ("1 infantry", set())],
    ids=["strong enough", "too weak"],
)
def test_a_neutral_is_attacked_where_it_is_worth_its_price(army: str, attacked: set[str]) -> None:
    """Yugoslavia leans to the other side and costs its army; an attack on a strict one would turn all others."""
    units = {"Greater Southern Germany": {"Germany": army}, "Germany": {"Germany": "20 infantry"}}
    units |= {"Russia": {"Soviet Union": "9 infantry"}}
    orders = plan(position("Germany", "combat move", units, "global1940"), COURTS)
    assert {o.rpartition("> ")[2] for o in orders if o.startswith("move")} & {"Yugoslavia", "Switzerland"} == attacked


def test_war_on_an_allys_enemy_is_declared_where_nothing_is_lost() -> None:
    far = {"Eastern United States": {"United States": "9 infantry"}, "Germany": {"Germany": "9 infantry"}}
    near = {"Amur": {"Soviet Union": "2 infantry"}, "Manchuria": {"Japan": "12 infantry"}}
    wars = [["Germany", "United Kingdom"], ["Japan", "United Kingdom"], ["United States", "Japan"]]
    america = position("United States", "combat move", far, "global1940", war=wars, round=4)
    russia = position("Soviet Union", "combat move", near, "global1940", war=wars, round=4)
    assert "declare war on Germany" in plan(america, JOINS)
    assert "declare war on Japan" not in plan(russia, JOINS)


def test_america_declares_war_in_the_phase_in_which_it_may() -> None:
    """In collect income of its third turn: what war changes in income is worth more than what comes into Japan's reach."""
    game = Game.new("global1940")
    game.state.turn = replace(game.state.turn, power="United States", phase="collect income", round=3)
    game.memo.forget()
    assert plan(game, JOINS)[:3] == [f"declare war on {power}" for power in ("Germany", "Japan", "Italy")]


def asked(units: dict[str, Any], orders: list[str], **more: Any) -> Game:
    game = position("United Kingdom", "combat move", units, "global1940", war="all", round=3, **more)
    for order in orders:
        game.submit(order, Prng(1))
    assert game.state.pending and game.state.pending[0].kind == "scramble"
    return game


@pytest.mark.parametrize(("attackers", "scrambles"), [("1 destroyer", True), ("3 battleship, 1 destroyer", False)])
def test_aircraft_scramble_where_that_pays(attackers: str, scrambles: bool) -> None:
    units = {
        "SZ 111": {"United Kingdom": attackers},
        "SZ 112": {"Germany": "1 cruiser"},
        "Western Germany": {"Germany": "3 fighter, 9 infantry"},
    }
    game = asked(
        units, [f"move {attackers}: SZ 111 > SZ 112", "done"], facilities={"Western Germany": {"has": "air base"}}
    )
    assert answer(game).text == decision_choices(game)[0] == "pass"
    assert answer(game, RECKONS).text.startswith("scramble" if scrambles else "pass")


def test_ground_that_anybody_may_walk_into_counts_for_more_than_ground_with_one_man() -> None:
    """A stack threatens many places and comes to one; a single unit walks into each that is empty."""
    units = {"Karelia S.S.R.": {"USSR": "1 infantry"}, "Eastern Europe": {"Germany": "6 infantry"}}
    game, place = position("USSR", "noncombat move", units), "Karelia S.S.R."
    for level in (WALKED, OFFICER):
        s = Player(level, 1).situation(game, "USSR")
        alone, nobody = s.risk(place, s.friends(place)), s.risk(place, [])
        assert alone > 0
        assert (nobody > 2 * alone) is (level is WALKED)


@pytest.mark.parametrize(("level", "bombed"), [(TIDY, False), (OFFICER, True)], ids=["tidy", "not"])
def test_what_is_taken_is_not_bombed(level: Any, bombed: bool) -> None:
    units = {
        "United Kingdom": {"United Kingdom": "2 strategic bomber, 4 fighter"},
        "France": {"United Kingdom": "20 infantry, 6 tank"},
        "Western Germany": {"Germany": "2 infantry"},
        "Germany": {"Germany": "2 infantry"},
    }
    game = position(
        "United Kingdom",
        "combat move",
        units,
        "global1940",
        war="all",
        owner={"France": "United Kingdom"},
        facilities={"Western Germany": {"has": "major industrial complex"}},
    )
    orders = plan(game, level)
    assert any(o.endswith("> Western Germany") and o.startswith("move") for o in orders)
    assert any(o.startswith("bomb") and o.endswith("> Western Germany") for o in orders) is bombed


@pytest.mark.parametrize(
    ("has", "damage", "money", "points"),
    [
        ("naval base", 3, 30, 0),
        ("naval base", 6, 30, 0),
        ("major industrial complex", 4, 12, 0),
        ("major industrial complex", 8, 45, 3),
    ],
    ids=["it works", "nobody uses it", "room enough", "room is short"],
)
def test_what_is_needed_is_repaired(has: str, damage: int, money: int, points: int) -> None:
    units = {"Germany": {"Germany": "9 infantry"}, "Russia": {"Soviet Union": "9 infantry"}}
    works = {"Germany": {"has": "major industrial complex"}} if "base" in has else {}
    facilities = {**works, "Western Germany": {"has": f"{has} (damaged {damage})"}}
    game = position("Germany", "purchase", units, "global1940", facilities=facilities, money={"Germany": money})
    done = [o for o in plan(game, TIDY) if o.startswith("repair")]
    assert [int(o.split()[1]) for o in done] == ([points] if points else [])
