"""Fitting the committees, and measuring them on games they have not seen.

A family's weights are those of all boards together plus what its own games say against them: few games move them little (a
penalty on what differs), so that a board with ten games still has a model, and one with two hundred its own. Each game
weighs the same, however long it was."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

import numpy as np

from analysis.chance import ANY, Model
from analysis.features import NAMES
from analysis.samples import Sample

MEMBERS, FOLDS = 24, 5
COMMON, OWN, CONSTANT = 0.1, 2.0, 8.0  # penalties: on what all share, on what is a family's own, on its constant
SEEN = 0.04  # penalty that each game adds which an earlier model has seen
STEPS = 40
BINS = 10


def fit(
    samples: Sequence[Sample], seed: int = 1, members: int = MEMBERS, prior: Mapping[str, Model] | None = None
) -> dict[str, Model]:
    """The committees of the families that there are games of, and of all (ANY). Each member has seen games drawn with
    repetition from each family. prior: models that games are added to; without games of a family its model moves with that of
    all boards."""
    prior, chance = prior or {}, np.random.default_rng(seed)
    families = sorted({one.family for one in samples} | (prior.keys() - {ANY}))
    groups = {name: [one for one in samples if one.family == name] for name in families}
    found: dict[str, list[np.ndarray]] = {name: [] for name in (ANY, *families)}
    for member in range(members):
        drawn = [group[i] for group in groups.values() for i in chance.integers(len(group), size=len(group))]
        common, own = _weights(drawn, families, _before(prior, families, member))
        found[ANY].append(common)
        for name, more in zip(families, own):
            found[name].append(common + more)
    seen = {name: len(groups.get(name, samples)) + (prior[name].games if name in prior else 0) for name in found}
    return {name: Model(name, np.array(rows), seen[name]) for name, rows in found.items()}


@dataclass(frozen=True)
class _Before:
    """What is known before the games are looked at: weights that all share, then what each family has beside them, and how
    hard it is to move them."""

    mean: np.ndarray
    penalty: np.ndarray


def _before(prior: Mapping[str, Model], families: Sequence[str], member: int) -> _Before:
    """The weights of earlier models, the harder to move the more games they have seen; nothing where there are none."""
    width = len(NAMES) + 1
    nothing = np.zeros(width)
    shared = prior[ANY].members[member] if ANY in prior else nothing
    means, stiff = [shared], [_stiff(shared, prior[ANY].games if ANY in prior else 0, COMMON, COMMON)]
    for name in families:
        known = prior.get(name)
        own = known.members[member] - shared if known else nothing
        means.append(own)
        stiff.append(_stiff(own, known.games if known else 0, OWN, CONSTANT))
    return _Before(np.concatenate(means), np.concatenate(stiff))


def _stiff(weights: np.ndarray, games: int, penalty: float, constant: float) -> np.ndarray:
    """The penalties of some weights; what no game has moved yet is as easy to move as ever."""
    found = np.full(len(weights), penalty)
    found[-1] = constant
    return np.asarray(found + SEEN * games * (weights != 0))


def _weights(samples: Sequence[Sample], families: Sequence[str], known: _Before) -> tuple[np.ndarray, np.ndarray]:
    """Weights that all share, and what each family has beside them: logistic regression with a penalty on what differs from
    what was known, by Newton's method."""
    width = len(NAMES) + 1
    rows = np.vstack([_block(one, families.index(one.family), len(families)) for one in samples])
    wanted = np.concatenate([np.full(len(one.rows), one.result) for one in samples])
    weight = np.concatenate([np.full(len(one.rows), 1 / max(1, len(one.rows))) for one in samples])
    penalty, found = known.penalty, known.mean.copy()
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(rows @ found, -30, 30)))
        slope = rows.T @ (weight * (chance - wanted)) + penalty * (found - known.mean)
        bend = (rows * (weight * chance * (1 - chance))[:, None]).T @ rows + np.diag(penalty)
        step = np.linalg.solve(bend, slope)
        found = found - step
        if np.abs(step).max() < 1e-6:
            break
    return found[:width], found[width:].reshape(len(families), width)


def _block(one: Sample, at: int, families: int) -> np.ndarray:
    """A game's rows: what all share, then its figures in its family's place and nothing in the others'."""
    x = np.hstack([np.asarray(one.rows, float), np.ones((len(one.rows), 1))])
    own = np.zeros((len(x), families * x.shape[1]))
    own[:, at * x.shape[1] : (at + 1) * x.shape[1]] = x
    return np.hstack([x, own])


@dataclass(frozen=True, slots=True)
class Measured:
    """Forecasts against outcomes on games that the forecaster had not seen. bins: forecast up to ten, twenty ... per cent:
    (positions, mean forecast, mean outcome). brier: mean square of the difference; ahead: of always saying that who has more
    worth wins; rate: of always saying how often the first side wins."""

    games: int
    positions: int
    bins: tuple[tuple[int, float, float], ...]
    brier: float
    ahead: float
    rate: float


def measure(samples: Sequence[Sample], seed: int = 1, prior: Mapping[str, Model] | None = None) -> dict[str, Measured]:
    """Each family's calibration: every game is forecast by models that were fitted without it. prior: as in `fit`, of other
    games."""
    chance = np.random.default_rng(seed)
    order = chance.permutation(len(samples))
    told: dict[str, list[tuple[Sample, np.ndarray]]] = {}
    for fold in range(FOLDS):
        unseen = [samples[i] for i in order[fold::FOLDS]]
        names = {one.name for one in unseen}
        known = fit([one for one in samples if one.name not in names], seed, 6, prior)
        for one in unseen:
            model = known.get(one.family, known[ANY])
            told.setdefault(one.family, []).append((one, model.each(one.rows).mean(axis=1)))
    return {family: _measured(pairs) for family, pairs in sorted(told.items())}


def measure_as_is(samples: Sequence[Sample], models: Mapping[str, Model]) -> dict[str, Measured]:
    """The calibration of models on games that they have not seen."""
    told: dict[str, list[tuple[Sample, np.ndarray]]] = {}
    for one in samples:
        board = one.family.partition(" ")[0]
        model = next(models[name] for name in (one.family, board, ANY) if name in models)
        told.setdefault(one.family, []).append((one, model.each(one.rows).mean(axis=1)))
    return {family: _measured(pairs) for family, pairs in sorted(told.items())}


def _measured(pairs: Sequence[tuple[Sample, np.ndarray]]) -> Measured:
    forecast = np.concatenate([said for _, said in pairs])
    outcome = np.concatenate([np.full(len(said), one.result) for one, said in pairs])
    weight = np.concatenate([np.full(len(said), 1 / len(said)) for _, said in pairs])
    ahead = np.concatenate([[float(a > b) for a, b in one.worths] for one, _ in pairs])
    base = float(np.mean([one.result for one, _ in pairs]))

    def brier(said: Any) -> float:
        return float(np.average((said - outcome) ** 2, weights=weight))

    found = []
    for n in range(BINS):
        here = (np.minimum((forecast * BINS).astype(int), BINS - 1)) == n
        found.append((int(here.sum()), _mean(forecast[here]), _mean(outcome[here])))
    return Measured(len(pairs), len(forecast), tuple(found), brier(forecast), brier(ahead), brier(base))


def _mean(values: np.ndarray) -> float:
    return round(float(values.mean()), 3) if len(values) else 0.0


def as_json(
    models: Mapping[str, Model], measured: Mapping[str, Measured], earlier: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The committees with their calibration, for data/chance.json. earlier: the calibration of the models that these games
    were added to."""
    families = {
        name: {"games": model.games, "members": [[round(float(w), 4) for w in row] for row in model.members]}
        for name, model in models.items()
    }
    tables = {
        name: {
            "games": one.games, "positions": one.positions, "bins": [list(b) for b in one.bins],
            "brier": round(one.brier, 4), "ahead": round(one.ahead, 4), "rate": round(one.rate, 4),
        }
        for name, one in measured.items()
    }  # fmt: skip
    return {"figures": list(NAMES), "families": families, "calibration": tables, "earlier": dict(earlier or {})}


def together(calibrations: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The calibration of several fits as one, each forecast made without its own game: games and positions weigh alike."""
    pooled: dict[str, Any] = {}
    for calibration in calibrations:
        for name, one in calibration.items():
            pooled[name] = _pooled(pooled[name], one) if name in pooled else one
    return pooled


def _pooled(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    def mean(a: float, b: float, weights: tuple[int, int], digits: int) -> float:
        return round(float(np.average((a, b), weights=weights)), digits) if any(weights) else 0.0

    bins = []
    for (n, said, out), (more, also_said, also_out) in zip(one["bins"], other["bins"], strict=True):
        bins.append([n + more, mean(said, also_said, (n, more), 3), mean(out, also_out, (n, more), 3)])
    games = one["games"], other["games"]
    scores = {name: mean(one[name], other[name], games, 4) for name in ("brier", "ahead", "rate")}
    return {"games": sum(games), "positions": one["positions"] + other["positions"], "bins": bins, **scores}


def tables() -> list[str]:
    """The calibration that stands in data/chance.json, as tables: of the games last added, then of those before."""
    data = json.loads((resources.files("analysis") / "data" / "chance.json").read_text("utf-8"))
    found = [
        "| family | games | positions | Brier | who has more worth | always the same |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    measured = [*data["calibration"].items(), *((f"{name}, earlier", one) for name, one in data["earlier"].items())]
    for name, one in measured:
        found.append(
            f"| {name} | {one['games']} | {one['positions']} | {one['brier']:.3f} | {one['ahead']:.3f} | {one['rate']:.3f} |"
        )
    ends = [f"{100 * n // BINS} to {100 * (n + 1) // BINS} %" for n in range(BINS)]
    found += ["", f"| family | {' | '.join(ends)} |", "| --- " * (BINS + 1) + "|"]
    for name, one in measured:
        cells = [f"{100 * out:.0f} of {100 * said:.0f} ({n})" if n else "" for n, said, out in one["bins"]]
        found.append(f"| {name} | {' | '.join(cells)} |")
    return found
