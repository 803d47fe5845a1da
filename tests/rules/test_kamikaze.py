"""Kamikaze strikes: asked about while other battles go on, announced one after another."""

from __future__ import annotations

from rules.boards.global1940.kamikaze import kamikaze_zones
from rules.model.refusals import Refusal
from rules.model.state import Battle
from rules.play.game import Game, Outcome
from tests.positions import Faces, stand


def test_defenders_who_are_gone_by_now_are_not_asked_whose_they_were() -> None:
    view = Game.new("global1940").view
    view.state.battles["sea"] = Battle("sea", "sea", "SZ 6", "United States", defenders=(10**6,))
    assert kamikaze_zones(view) == []


def test_a_second_strike_needs_no_name_either() -> None:
    game = stand(
        "United States", "move 1 battleship, 1 destroyer: SZ 25 > SZ 16 > SZ 6", "done",
        units={"SZ 25": {"United States": "1 battleship, 1 destroyer"}, "SZ 6": {"Japan": "1 battleship"}},
        owner={"Japan": "Japan"},
    )  # fmt: skip
    for order in ("launch 1 kamikaze: SZ 6 at 1 destroyer", "launch 2 kamikaze: SZ 6 at 1 battleship"):
        answer = game.submit(order, Faces())
        assert isinstance(answer, Outcome), answer
    assert len(game.view.flag("turn.kamikaze aims")) == 3
    refused = game.submit("launch 4 kamikaze: SZ 6 at 1 destroyer", Faces())
    assert isinstance(refused, Refusal) and refused.code == "limit-on-board"
