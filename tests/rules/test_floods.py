"""What is remembered about a position is what would be found anew."""

from __future__ import annotations

import pytest

from rules.cases.file import read_case
from rules.cases.setup import build
from rules.legal import legal
from rules.model.state import Unit
from rules.movement.ground import Ground
from rules.movement.paths import Flood
from rules.play.game import Game, NoDice, Outcome


def japan() -> Game:
    """Japan's first combat move on Global 1940."""
    return build(read_case({"id": "X", "game": "global1940", "phase": "combat move", "power": "Japan"}))


def movers(game: Game) -> list[Unit]:
    """A unit of each kind that moves, from different places."""
    units = {(u.type, game.view.points(u)): u for u in game.view.forces("Japan") if game.view.points(u)}
    return list(units.values())


def flood(game: Game, unit: Unit) -> Flood:
    """A fresh one."""
    return Flood(Ground(game.view, "Japan", "combat move"), unit, unit.place)


@pytest.mark.parametrize("backwards", [False, True])
def test_answers_do_not_depend_on_what_was_asked_before(backwards: bool) -> None:
    """One flood asked for all places gives what a fresh one gives for each."""
    game = japan()
    for unit in movers(game):
        left = game.view.points(unit)
        places = sorted(flood(game, unit).all(left), reverse=backwards)[:12]
        shared = flood(game, unit)
        for place in places:
            for last in (False, True):
                assert shared.to(place, last, left) == flood(game, unit).to(place, last, left), (unit.type, place)


def test_reach_and_ways_agree() -> None:
    """Every place that is in reach has a way of its cost."""
    game = japan()
    for unit in movers(game):
        left, found = game.view.points(unit), flood(game, unit)
        for place, cost in flood(game, unit).all(left).items():
            if place != unit.place:
                assert {route.cost for route in found.to(place, True, left)} == {cost}, (unit.type, place)


def test_what_is_remembered_ends_with_an_order() -> None:
    """After each order, and after it is taken back, a game knows what the same position knows from scratch."""
    game = japan()
    for order in ("move 1 infantry: Jehol > Chahar", "undo", "move 2 infantry: Jehol > Chahar"):
        legal(game, "Japan")
        assert isinstance(game.submit(order, NoDice()), Outcome)
        anew = Game.load(game.head(), game.snapshot())
        seen = [{(m.place, m.unit, m.count): m.goals for m in legal(g, "Japan").movers} for g in (game, anew)]
        assert seen[0] == seen[1], order
