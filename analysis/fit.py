"""Fitting the committees, and measuring them on games they have not seen.

A family's weights are those of all boards together plus what its own games say against them: few games move them little (a
penalty on what differs), so that a board with ten games still has a model, and one with two hundred its own. Each game
weighs the same, however long it was."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

import numpy as np

from analysis.chance import ANY, Model
from analysis.features import NAMES
from analysis.samples import Sample

MEMBERS, FOLDS = 24, 5
COMMON, OWN, CONSTANT = 0.3, 2.0, 0.3  # penalties: on what all share, on what is a family's own, on its constant
STEPS = 40
BINS = 10


def fit(samples: Sequence[Sample], seed: int = 1, members: int = MEMBERS) -> dict[str, Model]:
    """The committees of the families that there are games of, and of all (ANY). Each member has seen games drawn with
    repetition from each family."""
    chance, families = np.random.default_rng(seed), sorted({one.family for one in samples})
    groups = {name: [one for one in samples if one.family == name] for name in families}
    found: dict[str, list[np.ndarray]] = {name: [] for name in (ANY, *families)}
    for _ in range(members):
        drawn = [group[i] for group in groups.values() for i in chance.integers(len(group), size=len(group))]
        common, own = _weights(drawn, families)
        found[ANY].append(common)
        for name, more in zip(families, own):
            found[name].append(common + more)
    return {name: Model(name, np.array(rows), len(groups.get(name, samples))) for name, rows in found.items()}


def _weights(samples: Sequence[Sample], families: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """Weights that all share, and what each family has beside them: logistic regression with a penalty, by Newton's
    method."""
    width = len(NAMES) + 1
    rows = np.vstack([_block(one, families.index(one.family), len(families)) for one in samples])
    wanted = np.concatenate([np.full(len(one.rows), one.result) for one in samples])
    weight = np.concatenate([np.full(len(one.rows), 1 / max(1, len(one.rows))) for one in samples])
    own = np.full(width, OWN)
    own[-1] = CONSTANT
    penalty = np.concatenate([np.full(width, COMMON), *([own] * len(families))])
    found = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(rows @ found, -30, 30)))
        slope = rows.T @ (weight * (chance - wanted)) + penalty * found
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


def measure(samples: Sequence[Sample], seed: int = 1) -> dict[str, Measured]:
    """Each family's calibration: every game is forecast by models that were fitted without it."""
    chance = np.random.default_rng(seed)
    order = chance.permutation(len(samples))
    told: dict[str, list[tuple[Sample, np.ndarray]]] = {}
    for fold in range(FOLDS):
        unseen = [samples[i] for i in order[fold::FOLDS]]
        names = {one.name for one in unseen}
        known = fit([one for one in samples if one.name not in names], seed, 6)
        for one in unseen:
            model = known.get(one.family, known[ANY])
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


def as_json(models: Mapping[str, Model], measured: Mapping[str, Measured]) -> dict[str, Any]:
    """The committees with their calibration, for data/chance.json."""
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
    return {"figures": list(NAMES), "families": families, "calibration": tables}


def tables() -> list[str]:
    """The calibration that stands in data/chance.json, as tables."""
    data = json.loads((resources.files("analysis") / "data" / "chance.json").read_text("utf-8"))
    found = [
        "| family | games | positions | Brier | who has more worth | always the same |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    measured = data["calibration"].items()
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
