"""A sample of the 2,048 mixtures of Rules of Warfare; `make soak` plays them all."""

from __future__ import annotations

from tests.soak import mixtures


def test_a_sample_of_mixtures_keeps_the_invariants() -> None:
    assert mixtures(12) == 0
