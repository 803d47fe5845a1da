"""Kamikaze strikes are asked about while other battles go on."""

from __future__ import annotations

from rules.boards.global1940.kamikaze import kamikaze_zones
from rules.model.state import Battle
from rules.play.game import Game


def test_defenders_who_are_gone_by_now_are_not_asked_whose_they_were() -> None:
    view = Game.new("global1940").view
    view.state.battles["sea"] = Battle("sea", "sea", "SZ 6", "United States", defenders=(10**6,))
    assert kamikaze_zones(view) == []
