"""The luck of battles in play on a copy: what they brought beyond their odds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from test_sanity import position

from rules.economy.income import production
from rules.odds import battle_odds
from rules.play.game import Game, Outcome
from rules.soak.player import Plays
from seats import OFFICER, Player
from seats.plans.luck import Luck, promised, riches
from seats.plans.playout import EvenDice, played_on
from seats.position.standing import INCOME_COUNTS, worths

BORDER = {"Eastern Europe": {"Germany": "3 infantry"}, "Karelia S.S.R.": {"USSR": "1 infantry"}}
GROUND = 3 * INCOME_COUNTS  # Karelia
RAID = {"Germany": {"Germany": "1 bomber"}, "United Kingdom": {"United Kingdom": "1 infantry, 1 antiaircraft gun"}}


class Loaded:
    """Dice that always show the same."""

    def __init__(self, attack: int, defense: int) -> None:
        self.faces = {True: attack, False: defense}

    def roll(self, count: int, why: str, deck: str = "") -> list[int]:
        return [self.faces["attack" in why]] * count


def fought(orders: Sequence[str], units: dict[str, Any], dice: Any) -> tuple[Game, Luck, Game]:
    """A combat move and its battles: the game, the luck of it, and the position before the battles."""
    game, luck, player = position("Germany", "combat move", units), Luck(), Player(OFFICER, 1, tries=False)
    for order in (*orders, "done"):
        assert isinstance(game.submit(order, dice), Outcome), order
    before = game.copy()

    def who(_: Game) -> Plays:
        return player

    played_on(game, who, dice, lambda g: g.state.turn.phase == "noncombat move", luck)
    return game, luck, before


def test_luck_is_what_came_of_a_battle_less_what_its_odds_promised() -> None:
    game, luck, before = fought(["move 3 infantry: Eastern Europe > Karelia S.S.R."], BORDER, Loaded(1, 1))
    odds = battle_odds(before.view, "Karelia S.S.R.")
    assert game.view.owner("Karelia S.S.R.") == "Germany"
    assert luck.found["Axis"] == pytest.approx(-3 + odds.attacker_loss + GROUND * (1 - odds.takes), abs=0.01)
    assert luck.found["Allies"] == pytest.approx(-3 + odds.defender_loss - GROUND * (1 - odds.takes), abs=0.01)


def test_what_is_taken_off_leaves_what_the_odds_promise() -> None:
    """Whatever the dice show, the position behind the battle is worth the same without its luck."""
    fair = []
    for dice in (Loaded(1, 6), Loaded(6, 1), Loaded(1, 1), EvenDice(3)):
        game, luck, before = fought(["move 3 infantry: Eastern Europe > Karelia S.S.R."], BORDER, dice)
        fair.append(luck.taken_off(worths(game.view)))
        should = {side: ipc + promised(before.view)[side] for side, ipc in worths(before.view).items()}
        assert fair[-1] == pytest.approx(should)
    assert Luck().taken_off({"Axis": 100, "Allies": 90}) == {"Axis": 100, "Allies": 90}


def test_a_walk_into_empty_ground_is_no_luck() -> None:
    _, luck, before = fought(
        ["move 1 infantry: Eastern Europe > Karelia S.S.R."], {"Eastern Europe": BORDER["Eastern Europe"]}, Loaded(6, 6)
    )
    assert promised(before.view) == {"Axis": GROUND, "Allies": -GROUND}
    assert luck.found == pytest.approx({"Axis": 0.0, "Allies": 0.0})


def test_a_capital_takes_the_whole_income_with_it() -> None:
    units = {"Ukraine S.S.R.": {"Germany": "12 armor"}, "Russia": {"USSR": "1 infantry"}}
    game, luck, before = fought(["move 12 armor: Ukraine S.S.R. > Caucasus > Russia"], units, Loaded(1, 6))
    income = production(before.view, "USSR")
    assert game.view.owner("Russia") == "Germany" and not production(game.view, "USSR")
    ground = INCOME_COUNTS * income
    assert riches(before.view)["Allies"] - riches(game.view)["Allies"] == ground + 3
    assert luck.found["Allies"] == pytest.approx(0.0, abs=1.0) and promised(before.view)["Allies"] < -ground


def test_a_bomber_that_is_shot_down_is_bad_luck_and_one_that_comes_home_good_luck() -> None:
    ends = []
    for dice in (Loaded(6, 1), Loaded(6, 6)):
        _, luck, before = fought(
            ["bomb industrial complex: 1 bomber: Germany > Baltic Sea Zone > North Sea Zone > United Kingdom"],
            RAID,
            dice,
        )
        assert promised(before.view)["Axis"] == pytest.approx(-15 / 6)
        ends.append(luck.found["Axis"])
    assert ends == pytest.approx([-15 + 15 / 6, 15 / 6])
