"""What players ask of the odds: orders of loss, aims, the least force, battles that would be due."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.cases.file import read_case
from rules.cases.setup import build
from rules.core.act import Act
from rules.core.position import put
from rules.dice import PracticeDice, ScriptedDice
from rules.odds import (
    Aim,
    LossOrder,
    TypedError,
    Wishes,
    all_may_leave,
    assumed,
    battle_odds,
    battles_due,
    best_order,
    break_off,
    needed,
    raid_odds,
    typed_battle,
    typed_odds,
)
from rules.play.game import Game, Outcome


def test_keeping_a_unit_that_takes() -> None:
    """Aircraft win as well; only the kept infantry takes the territory."""
    view, battle = typed_battle("2 infantry, 3 fighter", "3 infantry")
    usual = battle_odds(view, battle)
    kept = battle_odds(view, battle, wishes=Wishes(attacker=LossOrder(keep="infantry")))
    assert kept.takes > usual.takes + 0.1 and kept.attacker_loss > usual.attacker_loss


def test_an_order_of_loss_that_a_player_names() -> None:
    view, battle = typed_battle("3 infantry, 3 armor", "4 infantry")
    armour = battle_odds(view, battle, wishes=Wishes(attacker=LossOrder(("armor",))))
    assert armour.win < battle_odds(view, battle).win
    assert (("infantry", 3),) in dict(armour.attackers)


ORDERS = [
    (("destroyer",), True),
    (("battleship", "destroyer"), True),
    (("destroyer", "battleship"), True),
    (("destroyer", "battleship (damaged)"), False),
]


@pytest.mark.parametrize(("order", "whole"), ORDERS)
def test_damage_that_costs_nothing_comes_first_unless_it_is_named(order: tuple[str, ...], whole: bool) -> None:
    """One hit: the battleship takes it, or the destroyer where its damage is named behind it."""
    view, battle = typed_battle("1 battleship, 1 destroyer", "1 destroyer", "global1940")
    found = battle_odds(view, battle, wishes=Wishes(1, LossOrder(order)))
    assert (found.attacker_loss < 1) == whole


@pytest.mark.parametrize(("aim", "side"), [("take", "attacker"), ("save aircraft", "attacker"), ("hold", "defender")])
def test_aims_are_served_no_worse_than_by_the_usual_losses(aim: Aim, side: str) -> None:
    view, battle = typed_battle("3 infantry, 1 armor, 2 fighter", "3 infantry, 1 fighter")
    found = best_order(view, battle, aim, side)
    assert found.gain >= -1e-9
    if aim == "take":
        assert found.gain > 0.05 and found.order.keep
    if aim == "save aircraft":
        assert found.odds.retreat > 0 and found.odds.saved > 0.9


def test_an_aim_of_the_other_side() -> None:
    view, battle = typed_battle("3 infantry", "3 infantry")
    with pytest.raises(ValueError, match="no aim"):
        best_order(view, battle, "hold")


def test_the_least_force() -> None:
    found = needed("20 infantry, 6 armor, 3 fighter", "5 infantry, 1 armor")
    assert found.enough and found.takes and found.chance >= 0.8
    fewer = [
        ", ".join(f"{n - (unit == less)} {unit}" for unit, n in found.force if n - (unit == less))
        for less, _ in found.force
    ]
    assert all(typed_odds(text, "5 infantry, 1 armor").takes < 0.8 for text in fewer)


def test_not_enough() -> None:
    found = needed("2 infantry", "5 infantry")
    assert not found.enough and found.force == (("infantry", 2),) and found.chance < 0.1
    with pytest.raises(TypedError, match="chance"):
        needed("2 infantry", "5 infantry", chance=1.5)


def test_battles_of_a_plan_that_has_not_ended() -> None:
    game = Game.new("classic")
    while game.state.turn.phase != "combat move":
        game.submit("done", PracticeDice(1))
    assert battles_due(game.view)[1] == ()
    assert game.trial("move 3 infantry: Karelia S.S.R. > Ukraine S.S.R.") is None
    game.submit("move 3 infantry: Karelia S.S.R. > Ukraine S.S.R.", PracticeDice(1))
    view, found = battles_due(game.view)
    assert found == ("Ukraine S.S.R.",) and not game.state.battles
    assert 0 < battle_odds(view, found[0]).win < 1


def test_troops_that_land_behind_a_sea_battle_are_in_the_odds() -> None:
    """As if the zone had been cleared; the ships that do so do not bombard (CL-7.1, 7.2)."""
    game = Game.new("classic", setup=False)
    game.state.turn = replace(game.state.turn, power="United Kingdom", phase="combat move")
    act = Act(game.table, game.state, PracticeDice(0))
    put(act, "Eastern Canada Sea Zone", "United Kingdom", "1 battleship, 1 transport (cargo: 2 infantry)")
    put(act, "North Sea Zone", "Germany", "1 submarine")
    put(act, "Western Europe", "Germany", "1 infantry")
    for order in (
        "move 1 battleship, 1 transport: Eastern Canada Sea Zone > North Sea Zone",
        "unload 2 infantry: North Sea Zone > Western Europe",
    ):
        assert isinstance(game.submit(order, PracticeDice(0)), Outcome)
    view, found = battles_due(game.view)
    assert set(found) == {"North Sea Zone", "Western Europe"}
    assert battle_odds(view, "Western Europe").win == pytest.approx(typed_odds("2 infantry", "1 infantry").win)


def test_sizes_are_bounded() -> None:
    with pytest.raises(TypedError, match="500 a side"):
        typed_odds("501 infantry", "1 infantry")
    with pytest.raises(TypedError, match="takes 1 hit"):
        typed_odds("1 infantry (damaged)", "1 infantry")


def test_a_raid() -> None:
    """Two bombers, a complex that fires at each on 1: a third of a bomber lost, a die and 2 for each that is left."""
    game = Game.new("global1940", setup=False)
    game.state.turn = replace(game.state.turn, power="Germany", phase="combat move")
    act = Act(game.table, game.state, PracticeDice(0))
    put(act, "Western Germany", "Germany", "2 strategic bomber")
    order = "bomb major industrial complex: 2 strategic bomber: Western Germany > SZ 112 > SZ 110 > United Kingdom"
    for text in (order, "done"):
        assert isinstance(game.submit(text, PracticeDice(0)), Outcome), text
    found = raid_odds(game.view, "raid United Kingdom")
    assert found.exact and found.attacker_loss == pytest.approx(2 * 12 / 6) and found.defender_loss == 0
    assert found.bombs == pytest.approx(35 / 36) and found.damage == pytest.approx(2 * 5 / 6 * 5.5)
    played = raid_odds(game.view, "raid United Kingdom", games=100, most=0)
    assert not played.exact and abs(found.attacker_loss - played.attacker_loss) < 4 * played.loss_error
    assert abs(found.damage - played.damage) < 4 * played.damage_error
    with pytest.raises(ValueError, match="no raid"):
        raid_odds(*typed_battle("1 infantry", "1 infantry"))


def test_what_is_taken_for_granted_is_told() -> None:
    view, battle = typed_battle("2 submarine", "1 cruiser", "global1940")
    assert assumed(view, battle) == ("no submarine of the attacker submerges",)
    assert assumed(*typed_battle("1 infantry", "1 infantry")) == ()
    decks = typed_battle("1 infantry", "1 infantry", options={"deck_of_dice": True})
    assert assumed(*decks) == ("dice are thrown, whatever the decks still hold",)


def test_breaking_off_with_so_many_left() -> None:
    view, battle = typed_battle("5 infantry", "3 infantry")
    bold, wary = battle_odds(view, battle), battle_odds(view, battle, wishes=Wishes(leave=2))
    assert bold.retreat == 0 < wary.retreat and wary.attacker_loss < bold.attacker_loss


@pytest.mark.parametrize(
    ("more", "possible", "stays"),
    [("", False, False), ("1 fighter: United Kingdom", True, True), ("3 infantry: France", True, True)],
)
def test_breaking_off_an_assault(more: str, possible: bool, stays: bool) -> None:
    """Who has landed may not leave: nobody can, or aircraft and who came overland do, and the others fight on."""
    units = {
        "SZ 110": {"United Kingdom": "2 transport (cargo: 2 infantry)"},
        "Normandy/Bordeaux": {"Germany": "4 infantry"},
        "United Kingdom": {"United Kingdom": "1 fighter"},
        "France": {"United Kingdom": "3 infantry"},
    }
    owners = {"Normandy/Bordeaux": "Germany", "France": "United Kingdom"}
    case = {"game": "global1940", "phase": "combat move", "power": "United Kingdom", "setup": "empty", "war": "all"}
    game = build(read_case({"id": "X", **case, "units": units, "owner": owners}))
    orders = ["unload 4 infantry: SZ 110 > Normandy/Bordeaux", "done", "fight Normandy/Bordeaux"]
    for order in (orders[0], *([f"move {more} > Normandy/Bordeaux"] if more else []), *orders[1:]):
        assert isinstance(game.submit(order, ScriptedDice([6] * 20)), Outcome), order
    found = break_off(game.view, "Normandy/Bordeaux")
    assert (found.possible, found.stay is not None) == (possible, stays)
    assert not all_may_leave(game.view, "Normandy/Bordeaux")
    if found.stay:
        alone = typed_odds("4 infantry", "4 infantry", "global1940")
        assert (found.stay.win, found.stay.swing) == pytest.approx((alone.win, alone.swing))


def test_who_came_overland_may_leave() -> None:
    view, battle = typed_battle("3 infantry", "2 infantry")
    assert all_may_leave(view, battle)
