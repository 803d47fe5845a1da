"""Distributions of hits, for many states at once.

Hits add up, so their transforms multiply: n dice of chance p have the transform (1 - p + p w)^n. A table of powers for
each kind of die, one look-up and product for each kind and state, and one transform back for all states. No state
needs another one, so numbers may depend on what is left in any way.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from rules.odds.solve.model import Dice, Floats, Ints

Complexes = npt.NDArray[np.complex128]

_NOISE = 1e-15  # the transform is exact to about 1e-16: less is no chance but noise
_FEW = 12  # dice, all of whose hits are looked at
_SIGMAS = 8  # hits beyond the mean by so many standard deviations are left out


@functools.lru_cache(maxsize=512)
def _quick(least: int) -> int:
    """A length, at least so long, that is quick to transform."""
    rest = n = max(least, 2)
    for prime in (2, 3, 5):
        while rest % prime == 0:
            rest //= prime
    return n if rest == 1 else _quick(n + 1)


@functools.lru_cache(maxsize=256)
def _turns(lengths: tuple[int, ...], axis: int) -> Complexes:
    """The transform of one hit on an axis, on the frequencies of all (half of them on the last)."""
    length = lengths[axis]
    count = length // 2 + 1 if axis == len(lengths) - 1 else length
    shape = [1] * len(lengths)
    shape[axis] = count
    found: Complexes = np.exp(-2j * np.pi / length * np.arange(count)).reshape(shape)
    return found


@functools.lru_cache(maxsize=512)
def _powers(chances: tuple[float, ...], most: int, lengths: tuple[int, ...]) -> Complexes:
    """powers[n]: the transform of n dice whose outcomes are a hit on one of the axes, or none."""
    one = functools.reduce(np.add, (p * _turns(lengths, i) for i, p in enumerate(chances))) + (1 - sum(chances))
    found = np.empty((most + 1, *one.shape), np.complex128)
    found[0] = 1
    found[1:] = one
    multiplied: Complexes = np.multiply.accumulate(found, axis=0)
    return multiplied


def joint(dice: Dice, axes: Sequence[frozenset[str]]) -> Floats:
    """found[state, hits on axis 0, hits on axis 1, ...]: chances of the numbers of hits whose classes are in the sets
    `axes` (which do not overlap)."""
    by_chances = _by_chances(dice, axes)
    states = len(next(iter(dice.values()))) if dice else 1
    if not by_chances:
        return np.ones((states, *(1 for _ in axes)))
    most = [_most(by_chances, axis) for axis in range(len(axes))]
    lengths = tuple(_quick(n + 1) for n in most)
    parts = (_powers(chances, int(n.max()), lengths)[n] for chances, n in by_chances.items())
    found = functools.reduce(np.multiply, parts)
    if len(axes) == 1:
        hits = np.fft.irfft(found, lengths[0], axis=1)
    else:
        hits = np.fft.irfftn(found, lengths, axes=tuple(range(1, len(axes) + 1)))
    kept: Floats = np.ascontiguousarray(hits[(slice(None), *(slice(n + 1) for n in most))])
    kept[kept < _NOISE] = 0
    return kept


def _by_chances(dice: Dice, axes: Sequence[frozenset[str]]) -> dict[tuple[float, ...], Ints]:
    """Dice that do the same on the axes, counted together."""
    found: dict[tuple[float, ...], Ints] = {}
    for die, number in dice.items():
        chances = tuple(sum(p for kind, p in die if kind in axis) for axis in axes)
        if any(chances) and (number[0] or number.any()):
            found[chances] = found[chances] + number if chances in found else number
    return found


def _most(dice: Mapping[tuple[float, ...], Ints], axis: int) -> int:
    """Hits on an axis that are worth looking at."""
    some = [(chances[axis], number) for chances, number in dice.items() if chances[axis]]
    if not some:
        return 0
    all_hit = int(functools.reduce(np.add, (number for _, number in some)).max())
    if all_hit <= _FEW:
        return all_hit
    p, numbers = np.array([p for p, _ in some]), np.array([number for _, number in some])
    spread: Floats = (p * (1 - p)) @ numbers
    return int(min(all_hit, (p @ numbers + _SIGMAS * np.sqrt(spread)).max() + 4))


def none(dice: Dice, kinds: frozenset[str], states: int) -> Floats:
    """The chance of each state that no hit of some classes is made."""
    found = np.ones(states)
    for die, number in dice.items():
        p = sum(p for kind, p in die if kind in kinds)
        if p > 0:
            found *= _misses(1 - min(p, 1.0), int(number.max(initial=0)))[number]
    return found


@functools.lru_cache(maxsize=512)
def _misses(chance: float, most: int) -> Floats:
    """found[n]: chance that n dice all miss."""
    found: Floats = np.power(chance, np.arange(most + 1), dtype=np.float64)
    return found
