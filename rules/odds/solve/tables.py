"""Tables of the hits that states make."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from rules.odds.solve import chances
from rules.odds.solve.model import Dice, Floats, Ints

FINE = 1e-12  # outcomes less likely than this (times the chance of the pair) are left out
MASSES = np.array([1e-7, 1e-5])  # pairs less likely than these have fewer outcomes that matter
_CUTS = (FINE / np.append(MASSES, 1.0))[:, None, None]
_AT_ONCE = 300  # rows that are made all together when the first is asked for
_CODES = 1 << 18


class Table:
    """Chances of numbers of hits of some classes. dice: of all states; axes: the classes that are counted together.
    chances[row, hits, ...]; most[mass, row]: numbers of hits that matter, 0 included, for pairs of a mass. States that
    roll alike share a row; where there are many rows, they are made for the states that turn up."""

    def __init__(self, dice: Dice, axes: tuple[frozenset[str], ...], states: int) -> None:
        self._axes = axes
        self._dice = {die: n for die, n in dice.items() if any(k in axis for k, _ in die for axis in axes) and n.any()}
        self._alike, self._one = _alike(list(self._dice.values()), states)
        self._row: Ints | None = None
        self.chances: Floats = np.zeros((0, *(1 for _ in axes)))
        self.most = np.zeros((len(_CUTS), 0), np.intp)
        if len(self._one) > _AT_ONCE:
            self._row = np.full(len(self._one), -1, np.intp)
        else:
            self._add(self._one)

    def rows(self, states: Ints) -> Ints:
        """The rows of some states."""
        found = self._alike[states]
        if self._row is None:
            return found
        at = self._row[found]
        if len(at) and at.min() < 0:
            new = np.bincount(found[at < 0]).nonzero()[0]
            self._row[new] = np.arange(len(self.chances), len(self.chances) + len(new))
            self._add(self._one[new])
            at = self._row[found]
        return at

    def _add(self, states: Ints) -> None:
        old = self.chances
        if self._dice:
            new = chances.joint({die: n[states] for die, n in self._dice.items()}, self._axes)
        else:
            new = np.ones((len(states), *old.shape[1:]))
        if len(old):
            wide = tuple(max(sizes) for sizes in zip(old.shape[1:], new.shape[1:], strict=True))
            self.chances = np.zeros((len(old) + len(new), *wide))
            for rows, part in ((slice(None, len(old)), old), (slice(len(old), None), new)):
                self.chances[(rows, *(slice(n) for n in part.shape[1:]))] = part
        else:
            self.chances = new
        likeliest = new.reshape(*new.shape[:2], -1).max(2) if new.ndim > 2 else new
        most = new.shape[1] - (likeliest[:, ::-1] > _CUTS).argmax(2)
        self.most = np.concatenate((self.most, most), axis=1)


def _alike(numbers: Sequence[Ints], states: int) -> tuple[Ints, Ints]:
    """(a number for each state, the same for those that roll alike; a state for each number)."""
    sizes = [int(n.max()) + 1 for n in numbers]
    if math.prod(sizes) > _CODES:
        return np.arange(states), np.arange(states)
    code = np.zeros(states, np.intp)
    for n, size in zip(numbers, sizes, strict=True):
        code *= size
        code += n
    number = np.zeros(math.prod(sizes), np.intp)
    number[code] = 1
    there = number.nonzero()[0]
    number[there] = np.arange(len(there))
    found, one = number[code], np.empty(len(there), np.intp)
    one[found] = np.arange(states)
    return found, one
