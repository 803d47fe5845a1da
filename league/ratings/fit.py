"""The joint fit: the likeliest skills, sides, grounds and worth of a bid, by Newton's method.

The chance of the first side is logistic in (skill of its team - skill of the other + side + ground + worth x bid), a team's
skill being the mean of its people by the powers they held. Each term is drawn to 0 by its prior. Games are put in order,
sums run in that order, and results are rounded far above what is left of rounding, so they are the same to the last digit
whatever the order in which games are given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from league.ratings.fade import weights
from league.ratings.games import RatedGame
from league.ratings.ratings import BID_UNIT, MIDDLE, NINETEEN_IN_TWENTY, POINT, Array, Prior, Rating, Ratings

_NEAR, _THERE, _STEPS = 1e-2, 1e-12, 200
_STRIDE = 2.0  # logits: where somebody always wins, whole steps would go too far
_EXACT, _TERMS = 1e-28, 1000  # squares of what is left of a step; how often it is made better at most
_DIGITS = 9  # of logits; points are told to a thousandth


@dataclass(frozen=True, slots=True)
class _Games:
    """Games as arrays: a row a game, its terms with what each is taken by (places left over point behind the last term)."""

    at: npt.NDArray[np.int64]
    by: Array
    score: Array
    weight: Array
    terms: int

    def logits(self, terms: Array) -> Array:
        """Of every game."""
        found: Array = (self.by * np.append(terms, 0.0)[self.at]).sum(axis=1)
        return found

    def gather(self, values: Array) -> Array:
        """A value a game, summed up by terms."""
        summed = np.bincount(self.at.ravel(), (self.by * values[:, None]).ravel(), self.terms + 1)
        return summed[: self.terms].astype(float, copy=False)

    def gather_squares(self, values: Array) -> Array:
        """The diagonal of the curvature of a value a game."""
        summed = np.bincount(self.at.ravel(), (self.by * self.by * values[:, None]).ravel(), self.terms + 1)
        return summed[: self.terms].astype(float, copy=False)

    def bent(self, values: Array, terms: Array) -> Array:
        """The curvature of a value a game, taken by terms, without its matrix."""
        return self.gather(values * self.logits(terms))

    def curvature(self, values: Array) -> Array:
        """A value a game, summed up by pairs of terms."""
        size = self.terms + 1
        pairs = (self.at[:, :, None] * size + self.at[:, None, :]).ravel()
        products = (self.by[:, :, None] * self.by[:, None, :] * values[:, None, None]).ravel()
        summed = np.bincount(pairs, products, size * size).reshape(size, size)[:-1, :-1]
        return summed.astype(float)


def fit(games: Iterable[RatedGame], at: float, prior: Prior | None = None) -> Ratings:
    """Everybody's rating at a time (Unix seconds), from the games that had ended by then. Raises ValueError if two games
    have one id."""
    prior = prior or Prior()
    known = sorted((game for game in games if game.at <= at), key=lambda game: (game.at, game.id))
    if len({game.id for game in known}) < len(known):
        raise ValueError("Two games have the same id.")
    people = sorted({person for game in known for team in (game.first, game.second) for person in team})
    grounds = tuple(sorted({game.ground for game in known}))
    index = {person: number for number, person in enumerate(people)}
    rows = _rows(known, index, grounds, weights(known, at, prior))
    terms, covariance = _solve(rows, 1 / (_spreads(prior, len(people), len(grounds)) * POINT) ** 2)
    told = _told(known, index, terms, covariance)
    return Ratings(at, told, grounds, float(rows.weight.sum()), prior, index, terms, covariance)


def _spreads(prior: Prior, people: int, grounds: int) -> Array:
    return np.array([prior.skill] * people + [prior.side, prior.bid] + [prior.ground] * grounds)


def _rows(games: Sequence[RatedGame], index: dict[str, int], grounds: Sequence[str], weight: Array) -> _Games:
    count, terms = len(games), len(index) + 2 + len(grounds)
    held = [[*sorted(g.first.items()), *((p, -s) for p, s in sorted(g.second.items()))] for g in games]
    width = max(map(len, held), default=0)
    places = np.full((count, width + 3), terms, np.int64)
    by = np.zeros((count, width + 3))
    at_row = np.repeat(np.arange(count), list(map(len, held)))
    at_column = np.array([column for part in held for column in range(len(part))], np.int64)
    places[at_row, at_column] = [index[person] for part in held for person, _ in part]
    by[at_row, at_column] = [share for part in held for _, share in part]
    where = {ground: terms - len(grounds) + number for number, ground in enumerate(grounds)}
    places[:, width], by[:, width] = len(index), 1.0
    places[:, width + 1], by[:, width + 1] = len(index) + 1, [game.bid / BID_UNIT for game in games]
    places[:, width + 2], by[:, width + 2] = [where[game.ground] for game in games], 1.0
    return _Games(places, by, np.array([game.score for game in games], float), weight, terms)


def _solve(games: _Games, precision: Array) -> tuple[Array, Array]:
    """The terms and their covariance. Steps near the end go by the inverse that gives the covariance."""
    terms, inverse, moved = np.zeros(games.terms), None, np.inf
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-games.logits(terms)))
        slope = games.gather(games.weight * (games.score - chance)) - precision * terms
        if inverse is None and moved < _NEAR:
            bend = games.curvature(games.weight * chance * (1 - chance))
            bend[np.diag_indices_from(bend)] += precision
            inverse = np.linalg.inv(bend)
        step = (
            _far(games, games.weight * chance * (1 - chance), precision, slope) if inverse is None else inverse @ slope
        )
        moved = float(np.abs(step).max(initial=0))
        terms = terms + step * min(1.0, _STRIDE / max(moved, _THERE))
        if inverse is not None and moved < _THERE:
            break
    assert inverse is not None, "what is climbed has one top, and Newton's steps reach it"
    return np.round(terms, _DIGITS), np.round((inverse + inverse.T) / 2, _DIGITS)


def _far(games: _Games, values: Array, precision: Array, slope: Array) -> Array:
    """A Newton step by conjugate gradients, to the last digits: without a matrix, of which the games fill little."""
    scale = 1 / (games.gather_squares(values) + precision)
    step, rest = np.zeros(games.terms), slope.copy()
    toward = scale * rest
    size = first = float(rest @ toward)
    for _ in range(_TERMS):
        if size <= _EXACT * first:
            break
        bent = games.bent(values, toward) + precision * toward
        along = size / float(toward @ bent)
        step, rest = step + along * toward, rest - along * bent
        near = scale * rest
        size, before = float(rest @ near), size
        toward = near + size / before * toward
    return step


def _told(games: Sequence[RatedGame], index: dict[str, int], terms: Array, covariance: Array) -> dict[str, Rating]:
    played, last = dict.fromkeys(index, 0), dict.fromkeys(index, 0.0)
    for game in games:
        for person in (*game.first, *game.second):
            played[person], last[person] = played[person] + 1, game.at
    points = MIDDLE + terms[: len(index)] / POINT
    give = NINETEEN_IN_TWENTY * np.sqrt(np.diag(covariance)[: len(index)]) / POINT
    return {
        person: Rating(round(float(points[i]), 3), round(float(give[i]), 3), played[person], last[person])
        for person, i in index.items()
    }
