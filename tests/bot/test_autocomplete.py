"""What is offered while an order is typed: what the parser knows, what can go, with its price."""

from __future__ import annotations

import pytest

from bot.discord.features.battle.questions import mark_of
from bot.discord.features.orders.autocomplete import offered
from bot.discord.features.orders.controls import offered as offered_order
from bot.discord.features.orders.specs import VERBS
from bot.game.moderator.trial import Rehearsal
from rules.cases.file import read_case
from rules.cases.setup import build
from rules.legal import ahead, complete, legal
from rules.play.game import Game
from tests import positions

VERB = {verb.command: verb for verb in VERBS}


def stand(phase: str, game: str = "classic", power: str = "USSR", **more: object) -> Game:
    """A position."""
    return build(read_case({"id": "X", "game": game, "phase": phase, "power": power, **more}))


def lines(game: Game, command: str, slot: str, typed: str, **values: str) -> list[str]:
    """Values offered for one option."""
    verb = VERB[command]
    option = next(s for s in verb.slots if s.name == slot)
    return [value for _, value in offered(game, game.to_act, verb, option, values, typed)]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("2 tanks", "2 armor"),
        ("2 tank", "2 armor"),
        ("tank", "1 armor"),
        ("2 aa", "2 antiaircraft gun"),
        ("1 bb", "1 battleship"),
        ("factory", "1 industrial complex"),
        ("2 infantry 1 armor", "2 infantry, 1 armor"),
        ("2 inf, 1 ta", "2 infantry, 1 armor"),
        ("3 infntry", "3 infantry"),
    ],
)
def test_a_new_user_gets_what_he_typed(typed: str, first: str) -> None:
    game = stand("purchase", money={"USSR": 24})
    found = lines(game, "buy", "units", typed)
    assert found and all(line.split(" ", 1)[1] == first.split(" ", 1)[1] for line in found), found
    assert first in found


def test_nothing_stands_in_for_what_cannot_be_bought() -> None:
    game = stand("purchase", money={"USSR": 8})
    assert lines(game, "buy", "units", "1 bb") == [] and lines(game, "buy", "units", "ca") == []
    assert lines(game, "buy", "units", "9 tanks") == ["1 armor"]


def test_whole_orders_name_no_other_unit_either() -> None:
    """Finland has no strategic bombers, and is not offered tactical ones for them."""
    game = stand("purchase", "europe1943", "Finland")
    assert complete(game, "Finland", "buy", "2 bomber") == [] == complete(game, "Finland", "buy", "1 major")
    assert complete(game, "Finland", "buy", "2 tanks")[0] == "2 tank"


def test_prices_are_shown() -> None:
    game = stand("purchase", money={"USSR": 24})
    verb = VERB["buy"]
    assert ("8 infantry: 24 IPC", "8 infantry") in offered(game, "USSR", verb, verb.slots[0], {}, "inf")
    research, dice = stand("research"), VERB["research"]
    assert ("2 dice: 10 IPC", "2") in offered(research, "USSR", dice, dice.slots[0], {}, "")


def test_only_what_can_go_is_offered() -> None:
    game = stand("combat move")
    here = {"from": "Karelia"}
    assert not [t for t in lines(game, "move", "units", "", **here) if "antiaircraft" in t]
    goals = lines(game, "move", "to", "", units="1 tanks", **{"from": "Karelia"})
    assert goals and all(game.trial(f"move 1 armor: Karelia S.S.R. > {goal}") is None for goal in goals)
    assert lines(game, "move", "to", "W Eur", units="1 ftr", **{"from": "Karelia"}) in ([], ["Western Europe"])


def test_places_by_what_they_are_called() -> None:
    game = stand("combat move", "global1940", "Germany")
    assert lines(game, "move", "from", "W Ger") == ["Western Germany"]
    assert lines(game, "move", "from", "GSG") == ["Greater Southern Germany"]
    assert lines(game, "bomb", "what", "ic: 1 bmr: Germany > UK") != []


MINES = {"Eastern Poland | Poland": {"Soviet Union": "4 landmine"}}
FORCE = {
    "Poland": {"Germany": "3 infantry, 1 waffen-ss obersturmbannfuehrer, 1 waffen-ss panzer, 2 waffen-ss infantry"},
    "Eastern Poland": {"Soviet Union": "1 infantry"},
}


def mined(phase: str, **more: object) -> Game:
    """Germany before a line with mines."""
    here = {"setup": "empty", "round": 8, "war": "all", "borders": MINES, "units": FORCE, **more}
    return stand(phase, "global1940", "Germany", rules=["x4", "bx.waffen-ss"], **here)


def test_mines_are_announced_before_the_order_is_given() -> None:
    game, verb = mined("combat move"), VERB["move"]
    values = {"from": "Poland", "units": "3 infantry"}
    shown = dict(reversed(pair) for pair in offered(game, "Germany", verb, verb.slots[2], values, ""))
    warning = "on the way: 4 landmines of Soviet Union, each hitting on 1 or 2"
    assert warning in shown["Eastern Poland"] and shown["Baltic States"] == "Baltic States"
    assert ahead(game, "move 3 infantry: Poland > Eastern Poland", "Germany") == (
        f"O{warning[1:]} (Eastern Poland | Poland).",
    )
    assert ahead(game, "move 3 infantry: Poland > Baltic States", "Germany") == ()


def test_a_plan_says_what_dice_would_fall_for_on_the_way() -> None:
    taken = {"units": {"Poland": FORCE["Poland"]}, "owner": {"Eastern Poland": "Germany"}}
    copy = Rehearsal(mined("noncombat move", **taken))
    refused = copy.submit(copy.game.parse("move 1 infantry: Poland > Eastern Poland"), "Germany", "1")
    assert refused and "On the way: 4 landmines" in refused.message and "dice would fall" in refused.message


def test_an_order_too_long_for_a_menu_is_offered_all_the_same() -> None:
    game = mined("combat move")
    long = next(text for text in legal(game, "Germany").offers if text.startswith("form waffen-ss army"))
    assert len(long) > 100 and offered_order(game, mark_of(long)) == long and offered_order(game, "done") == "done"


def test_rides_are_offered_with_the_units_and_lead_as_far_as_the_line() -> None:
    game = stand("noncombat move", "europe1943", "United States", rules=["y43"])
    start = {"from": "Texas"}
    assert lines(game, "move", "units", "2 inf", **start) == ["2 infantry", "2 infantry (by rail)"]
    ride = {**start, "units": "2 infantry (by rail)"}
    assert "New York" in lines(game, "move", "to", "", **ride)
    assert lines(game, "move", "to", "new y", **ride)[0] == "New York"
    assert "New York" not in lines(game, "move", "to", "", **start, units="2 infantry")


def test_a_formation_is_offered_whole() -> None:
    army = "1 panzer general (panzer army), 5 tank (panzer army)"
    units = {"Poland": {"Germany": f"{army}, 1 tank"}, "Eastern Poland": {"Soviet Union": "1 infantry"}}
    game = stand("combat move", "global1940", "Germany", rules=["x4"], setup="empty", war="all", units=units)
    where = {"from": "Poland"}
    assert (
        lines(game, "move", "units", "", **where)[0] == army == lines(game, "move", "units", "panzer army", **where)[0]
    )
    assert "Eastern Poland" in lines(game, "move", "to", "", units=army, **where)


def test_a_voyage_is_completed_to_coasts_farther_away() -> None:
    units = {"Japan": {"Japan": "2 infantry, 1 tank"}, "SZ 6": {"Japan": "2 transport"}}
    game = stand("combat move", "global1940", "Japan", setup="empty", war="all", units=units)
    where = {"from": "Japan"}
    assert lines(game, "ship", "to", "gua", units="1 infantry", **where) == ["SZ 6 > SZ 21 > Guam"]
    assert lines(game, "ship", "to", "gua", units="1 infantry, 1 tank", **where) == ["SZ 6 > SZ 21 > Guam"]
    assert lines(game, "ship", "to", "gua", units="2 infantry, 2 tank", **where) == []


def test_atomic_attacks_are_offered() -> None:
    units = {
        "Southeast England": {"United States": "1 heavy bomber, 1 atomic bomb"},
        "Normandy": {"Germany": "3 infantry"},
        "Low-Countries": {"Germany": "1 infantry"},
    }
    here = {"setup": "empty", "round": 4, "war": "all", "rules": ["y43"], "units": units}
    game = stand("combat move", "europe1943", "United States", **here)
    drops = lines(game, "drop", "what", "1 atomic")
    assert drops[0] == "1 atomic bomb at Normandy: 1 heavy bomber: Southeast England > Normandy"
    assert any("1 atomic bomb" in line for line in lines(game, "bomb", "what", "1 atomic bomb"))


def test_what_stays_behind_is_no_part_of_a_whole_attack() -> None:
    """A Katyusha shells: it is named apart, and moved up to where the enemy is next door."""
    game = stand("combat move", "europe1943", "Soviet Union", rules=["y43"])
    assert lines(game, "move", "units", "", **{"from": "Tula"})[0] == "1 artillery, 5 infantry, 2 tank"
    assert lines(game, "move", "to", "", **{"from": "Tula", "units": "1 katyusha"})[:2] == ["Moscow", "Voronezh"]


def test_rides_and_mines_go_first_to_where_the_enemy_is() -> None:
    game = stand("noncombat move", "europe1943", "Soviet Union", rules=["y43"])
    ride = {"from": "Komi", "units": "3 infantry (by rail)"}
    assert lines(game, "move", "to", "", **ride)[:2] == ["Voronezh", "Novgorod"]
    mines = {"Moscow": {"Soviet Union": "3 landmine"}, "Komi": {"Soviet Union": "3 landmine"}}
    game = stand("mobilize", "europe1943", "Soviet Union", rules=["y43"], units=mines)
    assert lines(game, "lay", "what", "")[0] == "3 landmine: Moscow | Smolensk"


def test_infantry_at_two_prices_is_placed_as_one() -> None:
    orders = ("buy 10 infantry", "buy 4 infantry", "done", "done", "done", "done")
    game = positions.stand("Germany", *orders, game="europe1943", phase="purchase", rules=["y43"])
    assert lines(game, "place", "units", "")[0] == "14 infantry"


def test_what_an_upgrade_costs_is_shown() -> None:
    game, verb = stand("purchase", "europe1943", "Finland", rules=["y43"]), VERB["upgrade"]
    shown = offered(game, "Finland", verb, verb.slots[0], {}, "underground hels")
    assert shown == [
        (
            "minor industrial complex to underground: Helsinki: 7 IPC",
            "minor industrial complex to underground: Helsinki",
        )
    ]
