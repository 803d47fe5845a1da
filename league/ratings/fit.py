"""The joint fit: the likeliest skills, sides, grounds and worth of a bid, by Newton's method.

The chance of the first side is logistic in (skill of its team - skill of the other + side + ground + worth x bid), a team's
skill being the mean of its people by the powers they held. Each term is drawn to 0 by its prior. Games are put in order,
sums run in that order, and what is told is rounded far above what is left of rounding, so it is the same to the last digit
whatever the order in which games are given.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from league.ratings.fade import weights
from league.ratings.games import RatedGame
from league.ratings.held import Held, Places, held
from league.ratings.inverse import inverse
from league.ratings.ratings import MIDDLE, NINETEEN_IN_TWENTY, POINT, Array, Prior, Rating, Ratings

_NEAR, _THERE, _STEPS = 1e-3, 1e-12, 200
_STRIDE = 2.0  # logits: where somebody always wins, whole steps would go too far
_ROUGH, _TERMS = 1e-6, 1000  # squares of what is left of a step far away; how often it is made better at most
_DIGITS = 9  # of logits; points are told to a thousandth


@dataclass(frozen=True, slots=True)
class _Games:
    """Games as arrays: a row a game, its terms with what each is taken by (places left over: the first term, by 0)."""

    at: Places
    by: Array
    score: Array
    weight: Array
    terms: int

    def logits(self, terms: Array) -> Array:
        """Of every game."""
        found: Array = np.einsum("ij,ij->i", self.by, terms[self.at])
        return found

    def gather(self, values: Array) -> Array:
        """A value a game, summed up by terms."""
        return self._summed(self.at.ravel(), self.by * values[:, None], self.terms)

    def gather_squares(self, values: Array) -> Array:
        """The diagonal of the curvature of a value a game."""
        return self._summed(self.at.ravel(), self.by * self.by * values[:, None], self.terms)

    def bent(self, values: Array, terms: Array) -> Array:
        """The curvature of a value a game, taken by terms, without its matrix."""
        return self.gather(values * self.logits(terms))

    def curvature(self, values: Array) -> Array:
        """A value a game, summed up by pairs of terms."""
        pairs = (self.at[:, :, None] * self.terms + self.at[:, None, :]).ravel()
        products = self.by[:, :, None] * self.by[:, None, :] * values[:, None, None]
        return self._summed(pairs, products, self.terms * self.terms).reshape(self.terms, self.terms)

    @staticmethod
    def _summed(places: Places, values: Array, size: int) -> Array:
        return np.bincount(places, values.ravel(), size).astype(float, copy=False)


def fit(games: Iterable[RatedGame] | Held, at: float, prior: Prior | None = None) -> Ratings:
    """Everybody's rating at a time (Unix seconds), from the games that had ended by then. Raises ValueError if two games
    have one id."""
    prior, known = prior or Prior(), _known(games, at)
    rows = _rows(known, weights(known, at, prior))
    terms, covariance = _climbed(rows, _precision(known, prior), _NEAR)
    assert covariance is not None, "what is climbed has one top, and Newton's steps reach it"
    index = {person: number for number, person in enumerate(known.people)}
    told = _told(known, terms, covariance)
    return Ratings(at, told, tuple(known.grounds), float(rows.weight.sum()), prior, index, terms, covariance)


def points(games: Iterable[RatedGame] | Held, at: float, prior: Prior | None = None) -> dict[str, float]:
    """Everybody's points as `fit` has them, without how uncertain they are: in half the time. Raises ValueError."""
    prior, known = prior or Prior(), _known(games, at)
    terms, _ = _climbed(_rows(known, weights(known, at, prior)), _precision(known, prior), 0.0)
    return dict(zip(known.people, _points(known, terms)))


def _known(games: Iterable[RatedGame] | Held, at: float) -> Held:
    return (games if isinstance(games, Held) else held(games)).until(at)


def _precision(known: Held, prior: Prior) -> Array:
    """How strongly each term is drawn to 0."""
    spreads = [prior.skill] * len(known.people) + [prior.side, prior.bid] + [prior.ground] * len(known.grounds)
    precision: Array = 1 / (np.array(spreads) * POINT) ** 2
    return precision


def _rows(known: Held, weight: Array) -> _Games:
    count, people = len(known.ends), len(known.people)
    of_each = np.bincount(known.game, minlength=count)
    width = int(of_each.max(initial=0))
    places, by = np.zeros((count, width + 3), np.int64), np.zeros((count, width + 3))
    column = np.arange(len(known.game)) - np.repeat(np.cumsum(of_each) - of_each, of_each)
    places[known.game, column], by[known.game, column] = known.person, known.part
    places[:, width], by[:, width] = people, 1.0
    places[:, width + 1], by[:, width + 1] = people + 1, known.bid
    places[:, width + 2], by[:, width + 2] = people + 2 + known.ground, 1.0
    return _Games(places, by, known.score, weight, people + 2 + len(known.grounds))


def _climbed(games: _Games, precision: Array, near: float) -> tuple[Array, Array | None]:
    """The terms at the top, and their covariance: the inverse of the curvature where a step was below near, by which steps
    go from there on. near 0: without it, to the top by rough steps."""
    terms, inverted, moved = np.zeros(games.terms), None, np.inf
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-games.logits(terms)))
        slope = games.gather(games.weight * (games.score - chance)) - precision * terms
        bend = games.weight * chance * (1 - chance)
        if inverted is None and moved < near:
            matrix = games.curvature(bend)
            matrix[np.diag_indices_from(matrix)] += precision
            inverted = inverse(matrix)
        step = _far(games, bend, precision, slope) if inverted is None else inverted @ slope
        moved = float(np.abs(step).max(initial=0))
        terms = terms + step * min(1.0, _STRIDE / max(moved, _THERE))
        if moved < _THERE and (inverted is not None or not near):
            break
    return np.round(terms, _DIGITS), inverted


def _far(games: _Games, values: Array, precision: Array, slope: Array) -> Array:
    """A Newton step by conjugate gradients, a thousandth off at most: without a matrix, of which the games fill little."""
    scale = 1 / (games.gather_squares(values) + precision)
    step, rest = np.zeros(games.terms), slope.copy()
    toward = scale * rest
    size = first = float(rest @ toward)
    for _ in range(_TERMS):
        if size <= _ROUGH * first:
            break
        bent = games.bent(values, toward) + precision * toward
        along = size / float(toward @ bent)
        step, rest = step + along * toward, rest - along * bent
        near = scale * rest
        size, before = float(rest @ near), size
        toward = near + size / before * toward
    return step


def _points(known: Held, terms: Array) -> list[float]:
    found: list[float] = np.round(MIDDLE + terms[: len(known.people)] / POINT, 3).tolist()
    return found


def _told(known: Held, terms: Array, covariance: Array) -> dict[str, Rating]:
    give = np.round(NINETEEN_IN_TWENTY * np.sqrt(np.diag(covariance)[: len(known.people)]) / POINT, 3).tolist()
    found = zip(known.people, _points(known, terms), give, known.played.tolist(), known.last().tolist())
    return {person: Rating(p, g, n, last) for person, p, g, n, last in found}
