"""Odds of those who are not there yet: troops on their way ashore, a neutral's army."""

from __future__ import annotations

import pytest

from rules.cases.file import read_case
from rules.cases.setup import build
from rules.dice import PracticeDice
from rules.odds import assumed, battle_odds, battles_due, left_out, typed_battle
from rules.play.game import Game, Outcome
from tests import positions
from tests.positions import stand
from tests.rules import random_battles


@pytest.mark.parametrize(
    ("board", "power", "order", "place", "army"),
    [
        ("global1940", "Germany", "move 3 infantry: Greater Southern Germany > Yugoslavia", "Yugoslavia", 5),
        ("europe1943", "Germany", "move 1 infantry: Nordland > Sweden", "Sweden", 10),
    ],
)
def test_a_neutrals_army_is_in_the_odds_before_it_stands_up(
    board: str, power: str, order: str, place: str, army: int
) -> None:
    """As in a plan, while combat movement goes on; whoever is asked passes."""
    game = build(read_case({"id": "X", "game": board, "phase": "combat move", "power": power}))
    assert isinstance(game.submit(order, PracticeDice(1)), Outcome)
    view, due = battles_due(game.view)
    assert due == (place,) and len(view.state.battles[place].defenders) == army
    assert battle_odds(view, place).win < 0.1 and not game.view.units(place, "Neutral")


def _landing(load: str, borders: dict[str, str], craft: bool = False) -> Game:
    """1943: British troops on their way ashore in Normandy, held by two German infantry."""
    units = {"Normandy": {"Germany": "2 infantry"}}
    if craft:
        units["Southwest England"] = {"United Kingdom": f"1 landing craft, {load}"}
        order = f"ship {load}: Southwest England > SZ 7 > Normandy using 1 landing craft: Southwest England"
    else:
        units["SZ 7"] = {"United Kingdom": f"2 transport (cargo: {load})"}
        order = f"unload 2 {load[2:]}: SZ 7 > Normandy"
    lines = {name: {"Germany": text} for name, text in borders.items()}
    case = {"game": "europe1943", "rules": ["y43"], "phase": "combat move", "power": "United Kingdom", "setup": "empty"}
    game = build(read_case({"id": "X", **case, "units": units, "borders": lines}))
    for text in (order, "done"):
        assert isinstance(game.submit(text, PracticeDice(1)), Outcome)
    return game


@pytest.mark.parametrize(
    ("load", "borders", "craft"),
    [
        ("1 tank", {"Normandy | SZ 7": "2 hedgehog"}, False),
        ("1 tank", {"Normandy | SZ 7": "1 hedgehog, 1 landmine"}, False),
        ("1 tank, 1 infantry", {"Normandy | SZ 7": "1 landmine"}, True),
        ("1 tank", {}, True),
    ],
)
def test_what_keeps_troops_aboard_or_takes_a_craft_with_its_load(
    load: str, borders: dict[str, str], craft: bool
) -> None:
    """What becomes of troops on their way ashore is in the odds, one number of hits after the other."""
    view = _landing(load, borders, craft).view
    assert left_out(view, "Normandy") == assumed(view, "Normandy") == ()
    fight = random_battles.Fight(view, "Normandy", load)
    assert fight.odds.exact and sum(p for _, p in fight.odds.attackers) == pytest.approx(1)
    assert fight.odds.swing == pytest.approx(sum(swing * p for swing, p in fight.odds.swings))
    off = random_battles.worst([random_battles.tally(fight, 60, PracticeDice(5))])
    assert max(off.values()) < random_battles.ERRORS, off


def test_hedgehogs_hold_back_as_often_as_they_hit() -> None:
    """Two tanks, one hedgehog that hits on 3: half the time one of them stays aboard, and is no loss."""
    view, bare = _landing("1 tank", {"Normandy | SZ 7": "1 hedgehog"}).view, _landing("1 tank", {}).view
    one, _ = typed_battle("1 tank", "2 infantry", "europe1943", ["y43"], powers=("United Kingdom", "Germany"))
    alone = next(id_ for id_ in one.state.battles)
    both, single = battle_odds(bare, "Normandy"), battle_odds(one, alone)
    assert battle_odds(view, "Normandy").win == pytest.approx((both.win + single.win) / 2)
    assert battle_odds(view, "Normandy").attacker_loss == pytest.approx((both.attacker_loss + single.attacker_loss) / 2)


def test_a_battle_that_need_not_be_fought_is_due_where_somebody_came_for_it() -> None:
    units = {
        "SZ 16": {"Japan": "1 destroyer, 1 fighter, 1 aircraft carrier, 1 cruiser"},
        "SZ 15": {"United States": "1 submarine"},
        "SZ 6": {"Japan": "1 destroyer", "United States": "1 submarine"},
        "SZ 25": {"United States": "1 destroyer"},
    }
    moves = ("move 1 destroyer, 1 fighter: SZ 16 > SZ 15", "move 1 cruiser: SZ 16 > SZ 25")
    view, due = battles_due(positions.stand("Japan", *moves, units=units).view)
    assert due == ("SZ 25", "SZ 15") and view.state.battles["SZ 15"].optional
    assert 0 < battle_odds(view, "SZ 15").win < 1
    submarines = {"SZ 16": {"Japan": "2 submarine"}, "SZ 15": {"United States": "1 transport, 1 submarine"}}
    alone = positions.stand("Japan", "move 2 submarine: SZ 16 > SZ 15", "done", units=submarines)
    assert battles_due(alone.view)[1] == ("SZ 15",)


@pytest.mark.parametrize("load", ["1 infantry, 1 tank", "1 infantry, 1 churchill"])
def test_who_is_kept_aboard_is_chosen_as_recommended(load: str) -> None:
    game = stand(
        "United Kingdom", f"unload {load}: SZ 7 > Normandy", "done", game="europe1943", rules=["y43"],
        units={"SZ 7": {"United Kingdom": f"1 transport (cargo: {load})"}, "Normandy": {"Germany": "2 infantry"}},
        borders={"Normandy | SZ 7": {"Germany": "2 hedgehog, 1 landmine"}},
    )  # fmt: skip
    fight = random_battles.Fight(game.view, "Normandy", load)
    assert fight.odds.exact
    off = random_battles.worst([random_battles.tally(fight, 30, PracticeDice(5))])
    assert max(off.values()) < random_battles.ERRORS, off
