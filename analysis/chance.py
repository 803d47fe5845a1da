"""The chance of winning of a position: a small model, stored as data with its calibration (data/chance.json).

A model is a committee: each member was fitted on other games of those there are. Their mean is the chance, how far they are
apart its interval. It speaks of computer players of equal strength, as well as its table in docs/analysis.md says."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

import numpy as np

from analysis.features import NAMES, features
from rules.core.table import Table
from rules.core.view import View
from seats.position.standing import sides

LOW, HIGH = 5, 95  # of a hundred members between which the interval lies
ANY = ""


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance that the first side wins, with the interval of the committee."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Model:
    """The committee of one board and document family. members: a row each, weights in the order of NAMES, then the constant.
    family: what it was fitted for (ANY: all boards together). games: how many it has seen of that family."""

    family: str
    members: np.ndarray
    games: int = 0

    def each(self, rows: Sequence[Sequence[float]]) -> np.ndarray:
        """Every member's chance for each row of figures: positions by members."""
        x = np.hstack([np.asarray(rows, float), np.ones((len(rows), 1))])
        return np.asarray(1 / (1 + np.exp(-np.clip(x @ self.members.T, -30, 30))))

    def opinions(self, view: View) -> np.ndarray:
        """Every member's chance that the first side wins, as if nobody had yet."""
        return np.asarray(self.each([features(view)])[0])

    def chance(self, view: View) -> Chance:
        """The chance that the first side wins; 0 or 1 where somebody has."""
        if view.state.winner:
            sure = float(view.state.winner == sides(view)[0])
            return Chance(sure, sure, sure)
        return summed(self.opinions(view))


def summed(opinions: np.ndarray) -> Chance:
    """A committee's opinions as one."""
    low, high = np.percentile(opinions, [LOW, HIGH])
    return Chance(float(opinions.mean()), float(low), float(high))


def family_of(board: str, rules: Iterable[str]) -> str:
    """The family of a game: its board with its documents: `classic`, `classic rw`."""
    return " ".join([board, *sorted({rule.split(".")[0] for rule in rules})])


@lru_cache(maxsize=1)
def models() -> Mapping[str, Model]:
    """The models that there are, by family; ANY is that of all boards. Raises ValueError where they are of other figures."""
    text = (resources.files("analysis") / "data" / "chance.json").read_text("utf-8")
    data = json.loads(text)
    if tuple(data["figures"]) != NAMES:
        raise ValueError("analysis/data/chance.json is of other figures: run python -m analysis fit")
    return read(data)


def read(data: Mapping[str, Any]) -> dict[str, Model]:
    """Models as they are stored, by family. What they know nothing of weighs nothing, so models of fewer figures are read
    too."""
    at = [data["figures"].index(name) if name in data["figures"] else None for name in NAMES]
    found = {}
    for name, one in data["families"].items():
        rows = np.asarray(one["members"], float)
        nothing = np.zeros(len(rows))
        columns = [nothing if column is None else rows[:, column] for column in at]
        found[name] = Model(name, np.column_stack([*columns, rows[:, -1]]), one["games"])
    return found


def model_for(table: Table, own: Mapping[str, Model] | None = None) -> Model:
    """The model of a table: of its family, else of its board by itself, else of all boards. own: models in place of those
    that are there for everybody."""
    known = own or models()
    names = (family_of(table.board.id, table.chosen), table.board.id, ANY)
    return next(known[name] for name in names if name in known)
