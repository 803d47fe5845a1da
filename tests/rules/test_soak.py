"""Random games in small: the invariants hold, and the soak itself notices what it should."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from rules.dice.prng import Prng
from rules.model.events import MoneyChanged
from rules.play.game import Game
from rules.soak import Report, invariants, play, soak
from rules.soak.cli import main


@pytest.mark.parametrize(
    ("board", "seed", "options"),
    [
        ("classic", 1, {}),
        ("classic", 2, {"battleship_hits": 2, "antiaircraft_always_active": True, "kamikaze_airplanes": True}),
        ("classic", 3, {"no_neutrals": True, "defending_submarine_may_submerge": True}),
        ("global1940", 4, {}),
        ("global1940", 5, {"research_and_development": True}),
    ],
)
def test_random_games(board: str, seed: int, options: dict[str, Any]) -> None:
    """A short random game breaks nothing."""
    report = Report()
    play(board, seed, report, options=options, rounds=1)
    assert [str(v) for v in report.violations] == []
    assert report.verbs["done"] > 20
    assert report.refusals, "bad orders are part of the game"


def test_the_same_seed_plays_the_same_game() -> None:
    """A violation can be found again by its seed."""
    first, second = (soak("classic", 1, 7, rounds=1) for _ in range(2))
    assert first.last and second.last
    assert first.last.hash == second.last.hash
    assert first.verbs == second.verbs


def test_the_numbers_of_a_seed_are_those_of_splitmix64() -> None:
    """As published for the seed 1234567: runs are found again by their seeds on every version."""
    chance = Prng(1234567)
    assert [chance.bits() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_a_change_without_an_event_is_noticed() -> None:
    """The soak would see money that comes from nowhere."""
    game = Game.new("classic")
    before = game.state.copy()
    outcome = game.submit("done", Prng(1))
    game.state.money["Germany"] += 5
    problems = list(invariants.after_order(game, before, outcome.entry))  # type: ignore[union-attr]
    assert any("money" in p for p in problems)


def test_money_events_are_summed() -> None:
    """And an event that lies about the amount."""
    game = Game.new("classic")
    before = game.state.copy()
    MoneyChanged("Germany", 30, 40).apply(game.state)
    assert any("Germany has 40 IPC" in p for p in invariants._money(game, before, game.log[0]))


def test_misplaced_units_are_noticed() -> None:
    """Armies on the sea, fleets on land."""
    game = Game.new("classic")
    unit = next(u for u in game.state.units.values() if u.type == "infantry")
    object.__setattr__(unit, "place", "North Sea Zone")
    assert any("stands in the sea" in p for p in invariants.position(game.view))


def test_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    """It says what was played."""
    assert main(["--board", "classic", "--games", "1", "--rounds", "1", "--seed", "11"]) == 0
    assert "1 games, 1 rounds" in capsys.readouterr().out


def test_a_stale_profile_is_noticed() -> None:
    """A kept profile that a rule would make differently now is found."""
    game = Game.new("classic")
    kept = game.view.profile("USSR", "infantry")
    assert list(invariants.kept_profiles(game.view)) == []
    game.table.profiles[game.view.profile_key("USSR", "infantry", False)] = dataclasses.replace(kept, cost=1)
    assert list(invariants.kept_profiles(game.view)) == ["the kept profile of USSR's infantry is stale"]
