"""Frozen games: any thread may read them, since nobody can change them."""

from __future__ import annotations

import dataclasses

import pytest

from rules.legal import warnings
from rules.model.frozen import Frozen
from rules.model.orders import DONE
from rules.play import game as engine
from rules.play.game import Game, NoDice, Outcome, Tried


@pytest.fixture
def game() -> Game:
    return Game.new("classic").frozen()


def test_nothing_changes_a_frozen_game(game: Game) -> None:
    before = game.hash
    for change in (
        lambda: game.submit(DONE, NoDice()),
        lambda: game.submit("buy 99 infantry", NoDice()),
        lambda: game.state.units.clear(),
        lambda: game.state.money.update({}),
        lambda: game.state.owners.__setitem__("Germany", None),
        lambda: setattr(game.state, "winner", "Axis"),
    ):
        with pytest.raises(Frozen):
            change()
    assert game.hash == before


def test_its_copy_takes_orders_and_it_is_as_it_was(game: Game) -> None:
    twin, before = game.copy(), game.hash
    assert twin.state == game.state and game.frozen() is game
    assert isinstance(twin.submit(DONE, NoDice()), Outcome)
    assert game.hash == before != twin.hash and game.state != twin.state
    assert len(game.log) < len(twin.log)
    assert set(dataclasses.asdict(twin.frozen().state)) == set(dataclasses.asdict(twin.state))


def test_orders_are_tried_on_a_copy_or_not_at_all(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "strict", False)
    assert game.trial("done") is None and game.rehearse("done") and not warnings(game)
    monkeypatch.setattr(engine, "strict", True)
    game.memo.facts.clear()
    for look in (lambda: game.trial("done"), lambda: game.rehearse("done"), lambda: warnings(game)):
        with pytest.raises(Tried):
            look()
