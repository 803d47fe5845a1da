"""What is decided from figures beside attacks and purchases: research, wars, offers of rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from test_sanity import position

from rules.core import documents
from rules.core.hooks import Rule
from rules.legal import legal
from rules.model.profiles import LAND, UnitType
from rules.play.game import NoDice
from seats import OFFICER, Player
from seats.position.world import ferries
from seats.turn import war, worth
from seats.turn.buy import Shop


def test_research_is_bought_where_a_technology_is_worth_its_dice() -> None:
    few = position("United States", "research", {"Western United States": {"United States": "3 bomber"}})
    many = position("United States", "research", {"Western United States": {"United States": "120 bomber"}})
    assert not worth.research(Player(OFFICER, 1).situation(few, "United States"))
    (wish,) = worth.research(Player(OFFICER, 1).situation(many, "United States"))
    assert wish.text.startswith("research ") and many.trial(wish.text) is None


def test_war_is_declared_where_it_pays() -> None:
    army = "8 infantry, 6 tank"
    near = {"Poland": {"Germany": army}, "Baltic States": {"Soviet Union": "1 infantry"}}
    far = {"Western Germany": {"Germany": army}, "Russia": {"Soviet Union": "20 infantry"}}
    for units, declared in ((near, ["declare war on Soviet Union"]), (far, [])):
        game = position("Germany", "combat move", units, "global1940")
        game.state.turn = replace(game.state.turn, round=4)
        game.memo.forget()
        wishes = war.declarations(Player(OFFICER, 1).situation(game, "Germany"))
        assert [w.text for w in wishes] == declared


def test_first_drafts_need_each_unit_once() -> None:
    """One tank beside two empty territories promises one of them, two tanks both."""
    promised = []
    for army in ("1 armor", "2 armor"):
        units = {"Eastern Europe": {"Germany": army}, "Germany": {"Germany": "9 infantry"}}
        game = position("Germany", "combat move", units, owner={"Ukraine S.S.R.": "USSR"})
        s = Player(replace(OFFICER, looks=False), 1).situation(game, "Germany")
        promised.append(war._promise(s, game, s.level))
    assert 0 < promised[0] < promised[1]


def test_what_rules_offer_is_not_bought_for_its_own_sake() -> None:
    game = position("United Kingdom", "purchase", {}, rules=["rw.monetary-aid"], money={"United Kingdom": 20})
    assert any(text.startswith("give") for text in legal(game, "United Kingdom").offers)
    assert worth.offers(Player(OFFICER, 1).situation(game, "United Kingdom"), game) == []


NEAR_MOSCOW = {"Smolensk": {"Germany": "6 infantry"}}
IN_POLAND = {"Poland": {"Soviet Union": "6 infantry"}}
OFF_OKINAWA = {"Okinawa": {"Japan": "2 infantry"}, "SZ 19": {"United States": "3 transport"}}


@pytest.mark.parametrize(
    ("rule", "board", "power", "home", "units", "owner", "bought"),
    [
        ("x4.landmines", "global1940", "Germany", "Germany", IN_POLAND, {"Poland": "Soviet Union"}, "buy 6 landmine"),
        ("y43.landmines", "europe1943", "Soviet Union", "Moscow", NEAR_MOSCOW, {}, "buy 6 landmine"),
        ("x2.fortifications", "global1940", "Japan", "Japan", OFF_OKINAWA, {}, "buy 2 fortification"),
        (
            "rw.resistance-cells",
            "classic",
            "USSR",
            "Russia",
            {},
            {"Karelia S.S.R.": "Germany"},
            "buy 1 resistance cell",
        ),
    ],
)
def test_works_are_bought_and_laid_where_they_pay(
    rule: str, board: str, power: str, home: str, units: dict[str, Any], owner: dict[str, str], bought: str
) -> None:
    game = position(
        power, "purchase", {home: {power: "40 infantry"}, **units}, board,
        rules=[rule], money={power: 40}, owner=owner, war="all",
    )  # fmt: skip
    (wish,) = worth.works(Player(OFFICER, 1).situation(game, power))
    assert wish.text == bought
    game.submit(bought, NoDice())
    game.state.turn = replace(game.state.turn, phase="mobilize")
    game.memo.forget()
    laid = worth.laying(Player(OFFICER, 1).situation(game, power))
    assert laid and laid[0].text.startswith(("lay", "place")) and game.trial(laid[0].text) is None


def test_works_nobody_would_meet_are_not_bought() -> None:
    units = {"Moscow": {"Soviet Union": "40 infantry"}, "Paris": {"Germany": "6 infantry"}}
    game = position("Soviet Union", "purchase", units, "europe1943", rules=["y43.landmines"], war="all")
    assert not worth.works(Player(OFFICER, 1).situation(game, "Soviet Union"))


def test_aircraft_that_live_on_decks_are_bought_for_free_decks_only() -> None:
    """On Global with carrier fighters Japan has one carrier before its complex, or none."""
    for ships, most in (("1 aircraft carrier", 2), ("1 destroyer", 0)):
        units = {"Japan": {"Japan": "20 infantry"}, "SZ 6": {"Japan": ships}, "Manchuria": {"Japan": "20 infantry"}}
        game = position(
            "Japan", "purchase", units, "global1940", rules=["bx.carrier-fighters"], money={"Japan": 60}, round=4
        )
        shop = Shop(Player(OFFICER, 1).situation(game, "Japan"), legal(game, "Japan"), "Japan", 60)
        assert shop.most["carrier fighter"] == most


def test_room_for_a_few_special_units_is_no_room_for_the_army(monkeypatch: pytest.MonkeyPatch) -> None:
    """With special troops aboard its warships a power still buys transports for all others, and escorts with them."""

    class Marines(Rule):
        id = "made.up"
        title = "Marines on warships"
        units = (UnitType("sea soldier", LAND, attack=1, defense=2, move=1, cost=4, cargo=2, rule="made.up"),)

        def change_unit(self, unit: UnitType) -> UnitType:
            if unit.name not in ("cruiser", "battleship"):
                return unit
            return replace(unit, capacity=2, carries=("sea soldier",))

    rules = {**documents.house_rules(), "made.up": Marines()}
    monkeypatch.setattr(documents, "house_rules", lambda: rules)
    units = {"Japan": {"Japan": "8 infantry, 2 tank"}, "SZ 6": {"Japan": "4 cruiser, 2 battleship"}}
    game = position("Japan", "purchase", units, "global1940", rules=["made.up"], money={"Japan": 60})
    cruiser, transport = (game.view.profile("Japan", name) for name in ("cruiser", "transport"))
    assert (ferries(game.view, cruiser), ferries(game.view, transport)) == (0, transport.capacity)
    situation = Player(OFFICER, 1).situation(game, "Japan")
    shop = Shop(situation, legal(game, "Japan"), "Japan", 60)
    shop._overseas()
    assert shop.bought["transport"] > 0 and not shop.bought["cruiser"] and shop._carried("Japan") == 0
