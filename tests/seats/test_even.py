"""Games with even dice and the luck of battles taken off."""

from __future__ import annotations

import pytest

from rules.play.game import Game
from seats.measure import even
from seats.measure.cli import main
from seats.measure.even import TakesOff, gains
from seats.position.standing import share, worths
from seats.wish import Wish


def test_each_side_is_played_so_many_times(capsys: pytest.CaptureFixture[str]) -> None:
    asked = "even --board classic --a officer --b greedy --rounds 1 --games 2 --seed 3"
    assert main(asked.split()) == 0
    rows = capsys.readouterr().out.splitlines()
    assert [row.split("|")[1:3] for row in rows[2:]] == [[" Axis ", " 2 "], [" Allies ", " 2 "]]


def test_what_one_side_gains_the_other_loses() -> None:
    axis, allies = gains("classic", "officer", "officer", 1, 1, 5, ())
    assert axis.luckless[0] == pytest.approx(-allies.luckless[0]) and axis.raw[0] == pytest.approx(-allies.raw[0])
    assert axis.luckless[0] != pytest.approx(axis.raw[0]), "what battles brought beyond their odds is taken off"


def test_without_battles_nothing_is_taken_off() -> None:
    game, taken = Game.new("classic"), TakesOff()
    taken.begins(game)
    before = share(worths(game.view), "Axis")
    taken.before(game, Wish("done"))
    game.state.money["Japan"] += 100
    assert taken.gained(game, "Axis") == pytest.approx(share(worths(game.view), "Axis") - before)


def test_a_single_game_has_no_error() -> None:
    assert even.Gains("Axis", [0.0123], [-0.02], [1]).row() == "| Axis | 1 | +12 | -20 | 1 : 0 |"
