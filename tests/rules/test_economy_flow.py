"""Sharing out limited sources: the small maximum flow against brute force."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from rules.core.maxflow import Demand, met

SOURCES = ("a", "b", "c")


def brute(demands: Sequence[Demand], supply: dict[str, int]) -> int:
    """The best total, by trying every unit of every demand at every source."""
    units = [sources for amount, sources in demands for _ in range(amount)]

    @cache
    def best(at: int, left: tuple[int, ...]) -> int:
        if at == len(units):
            return 0
        found = best(at + 1, left)
        for i, source in enumerate(SOURCES):
            if source in units[at] and left[i]:
                rest = (*left[:i], left[i] - 1, *left[i + 1 :])
                found = max(found, 1 + best(at + 1, rest))
        return found

    return best(0, tuple(supply.get(s, 0) for s in SOURCES))


_DEMAND = st.tuples(st.integers(0, 4), st.lists(st.sampled_from(SOURCES), unique=True, max_size=3))


@given(st.lists(_DEMAND, max_size=4), st.dictionaries(st.sampled_from(SOURCES), st.integers(0, 5)))
def test_it_draws_as_much_as_can_be_drawn(demands: list[Demand], supply: dict[str, int]) -> None:
    assert met(demands, supply) == brute(demands, supply)
