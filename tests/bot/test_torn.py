"""Threads that change places all the time: none ever sees a position that another one is changing."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator

import pytest

from rules.model.refusals import Refusal
from rules.play import game as engine
from rules.play.game import Game, NoDice
from tests.soak import races

TRIES = 500


@pytest.fixture
def hasty() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(races.SWITCH)
    yield
    sys.setswitchinterval(before)


def test_a_thread_that_copies_a_game_gets_it_whole(hasty: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """While another one tries orders on the same game."""
    monkeypatch.setattr(engine, "strict", False)
    game = Game.new("global1940")
    while game.state.turn.phase != "noncombat move":
        game.submit("done", NoDice())
    game, torn, over = game.frozen(), list[Game](), threading.Event()
    whole = game.copy()

    def copies() -> None:
        while not over.is_set():
            if (found := game.copy()).state != whole.state:
                torn.append(found)

    other = threading.Thread(target=copies)
    other.start()
    tried = [game.rehearse("move 5 infantry: Germany > Western Germany") for _ in range(TRIES)]
    over.set()
    other.join()
    assert torn == [] and not any(isinstance(one, Refusal) for one in tried)


@pytest.mark.parametrize("number", [0, 10])
def test_orders_beside_all_that_is_pressed_meanwhile(number: int) -> None:
    """`make soak` does a hundred thousand, on both databases."""
    given, wrong = races.run(number, 30)
    assert wrong == [] and given == 30
