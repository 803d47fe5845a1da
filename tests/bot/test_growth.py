"""Memory stays as it is, however long the bot runs."""

from __future__ import annotations

from tests.soak import growth


def test_rounds_of_order_undo_and_looks_leave_nothing_behind() -> None:
    """`make soak` plays five thousand on each board."""
    rounds, wrong = growth.run(0, 120)
    assert wrong == [] and rounds == 120
