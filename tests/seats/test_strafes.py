"""Attacks for a round, and battles that are broken off for what the enemy's answer would cost."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from test_sanity import position

from rules.model.orders import PRESS_ON
from seats import OFFICER, Player
from seats.position.estimate import Fighter, one_round
from seats.turn.answer import answer
from seats.turn.attack import Attacks

STRAFES = replace(OFFICER, strafes=True)
EAST, KARELIA = "Eastern Europe", "Karelia S.S.R."


class Misses:
    """Dice that never hit."""

    def roll(self, count: int, why: str, deck: str = "") -> list[int]:
        """So many sixes."""
        return [6] * count


def test_a_round_kills_what_hits_and_leaves_the_rest() -> None:
    armor, infantry = Fighter(0.5, 1, 5, True), Fighter(2 / 6, 1, 3)
    found = one_round([armor] * 6, [infantry] * 12)
    assert (found.killed, found.lost) == (pytest.approx(9), pytest.approx(20))
    assert found.margin > one_round([armor] * 12, [infantry] * 12).margin


def test_a_strafe_is_worth_what_a_round_kills_beyond_its_losses() -> None:
    units = {KARELIA: {"USSR": "20 infantry, 9 armor, 6 fighter"}, EAST: {"Germany": "18 infantry"}}
    units |= {"Germany": {"Germany": "30 infantry, 20 armor"}, "Russia": {"USSR": "9 infantry"}}
    s = Player(STRAFES, 1).situation(position("USSR", "combat move", units), "USSR")
    attacks = Attacks(s)
    strafe = attacks.strafe(EAST, attacks.free(EAST)[0], s.fighters(s.foes(EAST), False))
    assert strafe and strafe.strafe and strafe.takes == 0
    assert 2 < strafe.score < strafe.killed - strafe.lost
    assert {u.place for u in strafe.units} == {KARELIA}
    assert attacks.weigh.checked(strafe) == strafe


def test_nobody_strafes_what_a_round_might_clear() -> None:
    units = {KARELIA: {"USSR": "20 infantry, 9 armor, 6 fighter"}, EAST: {"Germany": "6 infantry"}}
    s = Player(STRAFES, 1).situation(position("USSR", "combat move", units), "USSR")
    attacks = Attacks(s)
    assert attacks.strafe(EAST, attacks.free(EAST)[0], s.fighters(s.foes(EAST), False)) is None


@pytest.mark.parametrize(
    ("level", "army", "on"),
    [
        (OFFICER, "60 infantry, 20 armor", True),
        (STRAFES, "60 infantry, 20 armor", False),
        (STRAFES, "1 infantry", True),
    ],
    ids=["does not look", "looks", "nobody to fear"],
)
def test_a_battle_is_broken_off_where_what_comes_back_outweighs_the_place(level: Any, army: str, on: bool) -> None:
    units = {KARELIA: {"USSR": "20 infantry"}, EAST: {"Germany": "2 infantry"}, "Germany": {"Germany": army}}
    game = position("USSR", "combat move", units)
    for text in (f"move 20 infantry: {KARELIA} > {EAST}", "done", f"fight {EAST}"):
        game.submit(text, Misses())
    assert game.state.pending[0].kind == "retreat"
    assert (answer(game, level).text == str(PRESS_ON)) is on
