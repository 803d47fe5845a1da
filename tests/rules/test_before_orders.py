"""What screens tell before an order is given: warnings, charges, fire on the way, formations, kinds of losses, questions."""

from __future__ import annotations

from typing import Any

from rules.core.table import Table
from rules.legal import charge, fire_at_once, groups, hover, legal, loss_kinds, warnings
from rules.legal.questions import questions
from rules.play.game import Game
from tests.positions import stand


def test_first_words_of_what_rules_offer() -> None:
    units = {"Germany": {"Germany": "1 landmine"}}
    assert "lay" in legal(stand("Germany", phase="mobilize", rules=["x4"], units=units), "Germany").verbs


def test_the_order_that_repairs_what_can_be_paid() -> None:
    game = stand(
        "Germany", phase="purchase", rules=["x2.king-tiger"], round=8,
        units={"Poland": {"Germany": "1 king tiger (damaged)"}},
        facilities={"Germany": {"has": "major industrial complex (damaged 3)"}, "Western Germany": {"has": ""}},
    )  # fmt: skip
    assert {r.order for r in legal(game, "Germany").repairs} == {
        "repair 3 on major industrial complex: Germany",
        "repair 1 king tiger: Poland",
    }


def test_questions_that_units_bring() -> None:
    assert "submerge" in questions(Table("global1940")) and "withdraw" not in questions(Table("global1940"))
    assert "withdraw" in questions(Table("classic")) and "submerge" not in questions(Table("classic"))


def test_formations_that_stand_unmoved() -> None:
    army = "1 panzer general (panzer army), 5 tank (panzer army)"
    units, owner = {"Poland": {"Germany": army}}, {"Eastern Poland": "Soviet Union"}
    here = stand("Germany", rules=["x4"], round=8, units=units, owner=owner)
    assert groups(here.view, "Poland", "Germany") == [army]
    gone = stand(
        "Germany",
        "move 1 panzer general, 5 tank: Poland > Eastern Poland",
        rules=["x4"],
        round=8,
        units=units,
        owner=owner,
    )
    assert groups(gone.view, "Eastern Poland", "Germany") == []


def test_losses_kind_by_kind() -> None:
    units = {
        "SZ 112": {"Germany": "3 destroyer"},
        "SZ 110": {"United Kingdom": "1 battleship, 2 destroyer", "United States": "1 destroyer"},
    }
    game = stand("Germany", "move 3 destroyer: SZ 112 > SZ 110", "done", "fight SZ 110", units=units, dice=(1, 1, 6))
    kinds = {(kind.name, kind.owner): kind for kind in loss_kinds(game)}
    assert kinds["destroyer", "United Kingdom"].items == (
        "1 destroyer (United Kingdom)",
        "2 destroyer (United Kingdom)",
    )
    assert kinds["destroyer", "United States"].count == 1
    assert kinds["battleship", "United Kingdom"].items[0] == "1 battleship (damaged)"
    units = {"SZ 112": {"Germany": "3 destroyer"}, "SZ 110": {"United Kingdom": "1 cruiser, 1 destroyer"}}
    alone = stand("Germany", "move 3 destroyer: SZ 112 > SZ 110", "done", "fight SZ 110", units=units, dice=(1, 6, 6))
    assert {(kind.name, kind.owner) for kind in loss_kinds(alone)} == {("cruiser", ""), ("destroyer", "")}


def test_what_an_order_of_purchase_costs() -> None:
    game = stand("Germany", phase="purchase", money={"Germany": 20})
    assert (charge(game, "buy 2 infantry", "Germany"), charge(game, "buy 9 infantry", "Germany")) == (6, 0)
    fee = stand("Germany", game="classic", units={"Western Europe": {"Germany": "1 infantry"}}, money={"Germany": 20})
    order = "move 1 infantry: Western Europe > Spain"
    assert fee.trial(order) is None and charge(fee, order, "Germany") == 0


def test_mines_that_roll_at_once_are_told() -> None:
    game = stand(
        "United Kingdom", phase="noncombat move", rules=["x4"], owner={"Normandy/Bordeaux": "United Kingdom"},
        units={"Southern France": {"United Kingdom": "1 infantry"}},
        borders={"Normandy/Bordeaux | Southern France": {"United States": "1 landmine"}},
    )  # fmt: skip
    order = game.parse("move 1 infantry: Southern France > Normandy/Bordeaux")
    said = "On the way: 1 landmine of United States, hitting on 1 (Normandy/Bordeaux | Southern France)."
    assert fire_at_once(game, order, "United Kingdom") == (said,)


def test_cargo_that_could_go_ashore_is_a_warning() -> None:
    game = stand("Germany", phase="noncombat move", units={"SZ 113": {"Germany": "1 transport (cargo: 1 infantry)"}})
    assert [danger.kind for danger in warnings(game)] == ["cargo"]
    assert not hover(game)


def test_aircraft_that_nothing_saves_do_not_hover() -> None:
    game = stand("Germany", phase="noncombat move", units={"SZ 65": {"Germany": "1 fighter"}})
    assert [danger.text for danger in warnings(game)] == ["1 fighter in SZ 65 cannot land and is lost"]
    assert not hover(game)
    home = stand("Germany", phase="noncombat move", units={"SZ 113": {"Germany": "1 fighter"}})
    assert hover(home)


def test_flights_among_friends_are_offered_to_the_front() -> None:
    units = {"Germany": {"Germany": "1 paratrooper"}}
    game = stand("Germany", phase="noncombat move", rules=["bx"], round=4, units=units)
    goals = [t.rpartition(" > ")[2] for t in legal(game, "Germany").offers if "(by air)" in t]
    view = game.view
    assert goals
    assert all(any(view.hostile_land(near, "Germany") for near in view.board.near(goal)) for goal in goals)


def y43(power: str, *orders: str, **case: Any) -> Game:
    """A position of Axis and Allies 1943."""
    return stand(power, *orders, game="europe1943", rules=["y43"], **case)


def test_trains_leave_from_behind_the_front() -> None:
    units = {"Warsaw": {"Germany": "3 infantry"}, "Smolensk": {"Germany": "4 infantry"}}
    game = y43("Germany", phase="noncombat move", units=units)
    rides = [text for text in legal(game, "Germany").offers if "(by rail)" in text]
    assert rides and all(": Warsaw > " in text for text in rides)


def test_loads_are_flown_to_the_front_or_not_at_all() -> None:
    for power, start, flown in (("Germany", "Saxony", True), ("United States", "Texas", False)):
        game = y43(power, phase="noncombat move", units={start: {power: "1 air transport, 1 tank"}})
        flights = [text for text in legal(game, power).offers if "air transport" in text]
        assert bool(flights) == flown
        assert all(game.view.at_front(text.rpartition(" > ")[2], power) for text in flights)


def test_whose_ground_works_are_built_on() -> None:
    buying = ("buy 1 heavy bunker, 1 fortification", "done", "done", "done", "done")
    owner = {"Normandy": "United Kingdom", "Tuscany": "Italy"}
    game = y43("Germany", *buying, phase="purchase", money={"Germany": 40}, owner=owner)
    for order, whose in (("heavy bunker: Normandy", "friendly"), ("fortification: Tuscany", "Germany's")):
        refusal = game.trial(f"place 1 {order}")
        assert refusal is not None and refusal.code == "wrong-site"
        assert f"territories that are {whose} since" in refusal.message
