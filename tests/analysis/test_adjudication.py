"""Positions played out: the same games from the same position, shares with their intervals, what may not be played out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analysis import adjudication, gamefile
from analysis.adjudication import Played, wilson
from analysis.cli import main
from analysis.playout import Ended, play_out
from rules.dice.practice import PracticeDice
from rules.play.game import Game
from seats.position.standing import of_side, sides


def ended(winner: str, axis: int = 50, allies: int = 50) -> Ended:
    return Ended("s", winner, 9, {"Axis": axis, "Allies": allies})


def test_an_interval_of_wilson() -> None:
    low, high = wilson(0.7, 30)  # as printed in tables
    assert (round(low, 3), round(high, 3)) == (0.521, 0.833)
    assert wilson(0.5, 0) == (0.0, 1.0)
    assert wilson(1.0, 30)[1] == 1.0 and 0.85 < wilson(1.0, 30)[0] < 0.9


def test_what_a_game_counts() -> None:
    games = (ended("Axis"), ended("Allies"), ended("", 61, 39), ended("", 55, 45))
    played = Played("s", ("Axis", "Allies"), 4, 12, games=games)
    assert played.wins("Axis") == 2.5 and played.share("Allies") == pytest.approx(1.5 / 4)
    assert played.favours == "Axis" and adjudication.ways(games, "Axis") == (1, 1, 1)
    assert adjudication.ways(games, "Allies") == (1, 0, 1)
    assert adjudication.told(played, "Axis").startswith("62 % (")


def test_the_same_position_gives_the_same_games_to_anybody() -> None:
    game = Game.new("classic", dice=PracticeDice(1))
    elsewhere = Game.load(game.head(), game.snapshot())
    plays = [replace(adjudication.begin(g, 3, "recruit"), rounds=1) for g in (game, elsewhere)]
    assert plays[0] == plays[1] and len(plays[0].seed) == 12
    first, again = (adjudication.one(g, p, 1) for g, p in zip((game, elsewhere), plays))
    assert first == again and game.hash == elsewhere.hash
    assert adjudication.one(game, plays[0], 2) != first


def test_a_game_that_is_decided_is_not_played_on() -> None:
    game = Game.new("classic", dice=PracticeDice(1))
    for unit in [u for u in game.state.units.values() if game.view.side(u.owner) == "Axis"]:
        del game.state.units[unit.id]
    game = Game.load(game.head(), game.snapshot())
    played = adjudication.begin(game, 1, "recruit")
    found = adjudication.one(game, played, 1)
    assert found.round < played.rounds and adjudication.counts(found, "Allies") == 1


def test_what_cannot_be_played_out_is_refused() -> None:
    game = Game.new("classic", dice=PracticeDice(1))
    with pytest.raises(ValueError, match="From 1 to 100"):
        adjudication.begin(game, 101)
    game.state.winner = "Axis"
    with pytest.raises(ValueError, match="Axis have won"):
        adjudication.begin(game)


def test_what_sides_have_is_told_in_ipc() -> None:
    game = Game.new("classic", dice=PracticeDice(1))
    assert sides(game.view) == ("Allies", "Axis")
    axis = of_side(game.view, "Axis")
    assert (axis.income, axis.cash) == (57, 57) and axis.worth == axis.army + 57 + 3 * 57


def test_games_are_kept_as_export_writes_them(tmp_path, capsys) -> None:  # type: ignore[no-untyped-def]
    game, _ = play_out(Game.new("classic", dice=PracticeDice(1)), "a seed", "recruit", 1)
    data = gamefile.pack(game, "A game")
    again = gamefile.unpack(data)
    assert again.hash == game.hash and len(again.log) == len(game.log) and gamefile.pack(again, "A game") == data
    middle = gamefile.position_after(again, 30)
    assert len(middle.log) == 31 and middle.hash != game.hash
    with pytest.raises(ValueError, match="orders 1 to"):
        gamefile.position_after(again, 10_000)
    with pytest.raises(ValueError, match="no game file"):
        gamefile.unpack(b"{}")
    path = tmp_path / "nothing.json"
    path.write_bytes(b"{}")
    assert main(["adjudicate", str(path)]) == 2 and "no game file" in capsys.readouterr().out
