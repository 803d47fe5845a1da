"""The chance of winning: figures of positions, committees, fitting and measuring."""

from __future__ import annotations

import json
from importlib import resources

import numpy as np
import pytest

from analysis import fit
from analysis.chance import ANY, family_of, model_for, models, read
from analysis.features import NAMES, features
from analysis.samples import Sample, sample_of
from rules.core.table import Table
from rules.dice.practice import PracticeDice
from rules.model.board import BOARDS
from rules.play.game import Game


@pytest.mark.parametrize("board", BOARDS)
def test_every_board_has_the_figures(board: str) -> None:
    game = Game.new(board, dice=PracticeDice(1))
    found = features(game.view)
    assert len(found) == len(NAMES) and np.isfinite(found).all()
    chance = model_for(game.table).chance(game.view)
    assert 0 < chance.low <= chance.value <= chance.high < 1


def test_what_helps_a_side_is_seen() -> None:
    game = Game.new("classic", dice=PracticeDice(1))
    before, model = model_for(game.table).chance(game.view), model_for(game.table)
    for unit in [u for u in game.state.units.values() if u.owner == "Germany" and u.type == "infantry"]:
        del game.state.units[unit.id]
    game = Game.load(game.head(), game.snapshot())
    assert model.chance(game.view).value > before.value  # of the Allies
    game.state.winner = "Axis"
    assert model.chance(game.view).value == 0


def test_a_family_is_a_board_with_its_documents() -> None:
    assert family_of("classic", ("rw.elite", "rw.aid", "x2")) == "classic rw x2"
    assert model_for(Table("classic", ())).family == "classic"
    assert model_for(Table("classic", ("x2",))).family == "classic"  # for want of its own
    assert all(model_for(Table(board, ())).family == (board if board in models() else ANY) for board in BOARDS)
    assert models()[ANY].games == sum(one.games for name, one in models().items() if name)


def made(number: int, edge: float, won: float, family: str = "b") -> Sample:
    rows = tuple((edge * (0.5 + n / 20), *[0.0] * (len(NAMES) - 1)) for n in range(20))
    return Sample(f"{family}{number}", family, won, (1,) * 20, rows, ((100, 50) if edge > 0 else (50, 100),) * 20)


def test_a_fit_learns_who_wins_and_says_how_well() -> None:
    chance = np.random.default_rng(3)
    samples = [
        made(n, edge, float(chance.random() < 1 / (1 + np.exp(-2 * edge))))
        for n, edge in enumerate(chance.normal(0, 1.5, 120))
    ]
    found = fit.fit(samples, members=8)
    weight = found["b"].members.mean(axis=0)
    assert 1 < weight[0] < 4 and np.abs(weight[1:-1]).max() < 0.2
    told = fit.measure(samples)["b"]
    assert told.brier < told.rate and told.brier < told.ahead and told.games == 120
    assert sum(count for count, _, _ in told.bins) == told.positions == 2400
    once, again = (fit.as_json(fit.fit(samples[:30], members=4), fit.measure(samples[:30])) for _ in range(2))
    assert once == again


def test_a_family_of_few_games_leans_on_the_others() -> None:
    many = [made(n, 1.0 if n % 2 else -1.0, float(n % 2), "many") for n in range(40)]
    found = fit.fit([*many, made(1, 1.0, 1.0, "few")], members=4)
    assert found["few"].members.mean(axis=0)[0] > 0.5 * found["many"].members.mean(axis=0)[0]


def test_a_game_as_a_sample() -> None:
    game = Game.new("classic", dice=PracticeDice(1))
    game.submit("done", PracticeDice(1))
    found = sample_of("a", game)
    assert (
        found.family == "classic" and len(found.rows) == 1 and found.rounds == (1,) and found.result in (0.0, 0.5, 1.0)
    )


def test_the_data_has_its_calibration() -> None:
    data = json.loads((resources.files("analysis") / "data" / "chance.json").read_text("utf-8"))
    told = [*data["calibration"].values(), *data["earlier"].values()]
    assert {*data["calibration"], *data["earlier"]} == set(data["families"]) - {ANY}
    assert all(len(one["bins"]) == fit.BINS for one in told)


def test_games_are_added_to_what_is_known() -> None:
    strong = fit.fit([made(n, 1.0 if n % 2 else -1.0, float(n % 2)) for n in range(60)], members=4)
    against = [made(n, 1.0 if n % 2 else -1.0, float(not n % 2)) for n in range(4)]
    alone, added = fit.fit(against, members=4)["b"], fit.fit(against, members=4, prior=strong)["b"]
    assert alone.members.mean(axis=0)[0] < 0 < added.members.mean(axis=0)[0] < strong["b"].members.mean(axis=0)[0]
    assert added.games == 64 and fit.fit(against, members=4, prior=strong)[ANY].games == 64
    other = fit.fit([made(1, 1.0, 1.0, "new")], members=4, prior=strong)
    assert set(other) == {ANY, "b", "new"} and other["b"].games == 60 and other["new"].games == 1


def test_models_of_fewer_figures_can_be_added_to() -> None:
    data = fit.as_json(fit.fit([made(n, 1.0, float(n % 2)) for n in range(4)], members=3), {})
    known = NAMES[:3]
    rows = [[*row[:3], row[-1]] for row in data["families"]["b"]["members"]]
    found = read({"figures": list(known), "families": {"b": {"games": 4, "members": rows}}})
    assert found["b"].members.shape == (3, len(NAMES) + 1) and not found["b"].members[:, 3:-1].any()
    assert found["b"].members[0, 0] == rows[0][0] and found["b"].members[0, -1] == rows[0][-1]


def test_a_model_is_measured_on_games_it_has_not_seen() -> None:
    seen = [made(n, 1.0 if n % 2 else -1.0, float(n % 2)) for n in range(30)]
    found = fit.measure_as_is([made(99, 1.0, 1.0, "b"), made(98, -1.0, 1.0, "new")], fit.fit(seen, members=4))
    assert found["b"].brier < 0.1 < found["new"].brier and found["new"].games == 1


def test_calibrations_of_several_fits_are_told_as_one() -> None:
    blank = [[0, 0.0, 0.0]] * (fit.BINS - 1)
    one = {"games": 3, "positions": 30, "bins": [[30, 0.1, 0.2], *blank], "brier": 0.1, "ahead": 0.2, "rate": 0.3}
    two = {"games": 1, "positions": 10, "bins": [[10, 0.5, 0.6], *blank], "brier": 0.5, "ahead": 0.6, "rate": 0.7}
    assert fit.together([{"a": one}, {"a": two, "b": two}]) == {
        "a": {"games": 4, "positions": 40, "bins": [[40, 0.2, 0.3], *blank], "brier": 0.2, "ahead": 0.3, "rate": 0.4},
        "b": two,
    }
