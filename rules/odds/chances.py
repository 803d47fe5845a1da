"""Distributions of hits: how many of each class a volley makes."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Sequence

from rules.odds.model import Shots

NEGLIGIBLE = 1e-10


@functools.lru_cache(maxsize=4096)
def binomial(dice: int, chance: float) -> tuple[float, ...]:
    """Chances of 0, 1, ... hits with so many dice."""
    return tuple(math.comb(dice, k) * chance**k * (1 - chance) ** (dice - k) for k in range(dice + 1))


def convolve(one: Sequence[float], two: Sequence[float]) -> list[float]:
    """The distribution of the sum of two independent numbers of hits."""
    result = [0.0] * (len(one) + len(two) - 1)
    for i, p in enumerate(one):
        if p:
            for j, q in enumerate(two):
                result[i + j] += p * q
    return result


def convolve_shots(shots: Shots) -> list[float]:
    """The distribution of the number of hits of a volley, whatever their classes."""
    total = [1.0]
    for (chance, _), dice in shots.items():
        total = convolve(total, binomial(dice, chance))
    return total


def hit_chances(shots: Shots, classes: Sequence[str]) -> list[tuple[tuple[int, ...], float]]:
    """Numbers of hits, class by class, with their chances; what is too unlikely to matter is left out."""
    by_class = []
    for name in classes:
        total = convolve_shots({key: dice for key, dice in shots.items() if key[1] == name})
        by_class.append([(hits, p) for hits, p in enumerate(total) if p > NEGLIGIBLE])
    together = (
        (tuple(hits for hits, _ in parts), math.prod(p for _, p in parts)) for parts in itertools.product(*by_class)
    )
    return [(hits, p) for hits, p in together if p > NEGLIGIBLE]
