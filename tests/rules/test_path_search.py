"""What is remembered about a position is what would be found anew."""

from __future__ import annotations

import pytest

from rules.cases.file import read_case
from rules.cases.setup import build
from rules.core.hooks import Rule
from rules.core.view import View
from rules.legal import legal
from rules.model.refusals import Refusal
from rules.model.state import Unit
from rules.movement.ground import Ground
from rules.movement.paths import PathSearch, search
from rules.movement.step_graph import StepGraph
from rules.play.game import Game, NoDice, Outcome
from rules.soak import invariants


def japan() -> Game:
    """Japan's first combat move on Global 1940."""
    return build(read_case({"id": "X", "game": "global1940", "phase": "combat move", "power": "Japan"}))


def movers(game: Game) -> list[Unit]:
    """A unit of each kind that moves, from different places."""
    units = {(u.type, game.view.points(u)): u for u in game.view.forces("Japan") if game.view.points(u)}
    return list(units.values())


def path_search(game: Game, unit: Unit) -> PathSearch:
    """A fresh one."""
    return search(StepGraph(Ground(game.view, "Japan", "combat move"), unit), unit.place)


@pytest.mark.parametrize("backwards", [False, True])
def test_answers_do_not_depend_on_what_was_asked_before(backwards: bool) -> None:
    """One search asked for all places gives what a fresh one gives for each."""
    game = japan()
    for unit in movers(game):
        left = game.view.points(unit)
        places = sorted(path_search(game, unit).all(left), reverse=backwards)[:12]
        shared = path_search(game, unit)
        for place in places:
            for last in (False, True):
                assert shared.to(place, last, left) == path_search(game, unit).to(place, last, left), (unit.type, place)


def test_reach_and_ways_agree() -> None:
    """Every place that is in reach has a way of its cost."""
    game = japan()
    for unit in movers(game):
        left, found = game.view.points(unit), path_search(game, unit)
        for place, cost in path_search(game, unit).all(left).items():
            if place != unit.place:
                assert {route.cost for route in found.to(place, True, left)} == {cost}, (unit.type, place)


@pytest.mark.parametrize(
    ("board", "rules", "power"),
    [
        ("classic", ("rw",), "Japan"),
        ("global1940", ("bx",), "Japan"),
        ("global1940", ("x2",), "United States"),
        ("global1940", ("x4",), "Germany"),
        ("europe1943", ("y43",), "Germany"),
    ],
)
def test_units_that_are_alike_go_alike(board: str, rules: tuple[str, ...], power: str) -> None:
    """What one of them is told holds for all of its kind, wherever they stand."""
    game = Game.new(board, rules)
    assert list(invariants.alike_go_alike(game.view, power, most=1000)) == []


class Roots(Rule):
    """A rule as it must not be."""

    id = "test.roots"

    def may_enter(self, view: View, unit: Unit, place: str, phase: str) -> Refusal | None:
        """Units of one place stay."""
        return Refusal("blocked", "They stay.") if unit.place == "Japan" else None


def test_a_rule_that_tells_units_apart_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps that depend on where a unit began are found."""
    game = Game.new("classic")
    monkeypatch.setitem(game.table._hooks, Rule.may_enter, (Roots().may_enter,))
    found = list(invariants.alike_go_alike(game.view, "Japan", most=1000))
    assert any("in Japan does not go as" in problem for problem in found)


def test_what_is_remembered_ends_with_an_order() -> None:
    """After each order, and after it is taken back, a game knows what the same position knows from scratch."""
    game = japan()
    for order in ("move 1 infantry: Jehol > Chahar", "undo", "move 2 infantry: Jehol > Chahar"):
        legal(game, "Japan")
        assert isinstance(game.submit(order, NoDice()), Outcome)
        anew = Game.load(game.head(), game.snapshot())
        seen = [{(m.place, m.unit, m.count): m.goals for m in legal(g, "Japan").movers} for g in (game, anew)]
        assert seen[0] == seen[1], order


def test_stranded_aircraft_go_aboard_beside_where_they_stand() -> None:
    """Those of two territories are no more alike than the zones beside them."""
    made = read_case(
        {
            "id": "X",
            "game": "global1940",
            "rules": ["bx"],
            "phase": "noncombat move",
            "power": "United States",
            "setup": "empty",
            "units": {
                place: {"United States": units}
                for place, units in (
                    ("Hawaiian Islands", "1 carrier fighter"),
                    ("SZ 26", "1 aircraft carrier"),
                    ("Philippines", "1 carrier fighter"),
                    ("SZ 35", "1 aircraft carrier"),
                )
            },
        }
    )
    goals = {m.place: set(m.goals) for m in legal(build(made), "United States").movers if m.unit == "carrier fighter"}
    assert goals == {"Hawaiian Islands": {"SZ 26"}, "Philippines": {"SZ 35"}}
