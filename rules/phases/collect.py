"""Collect income: runs by itself; a rule may open it for orders (hook `income_opens`)."""

from __future__ import annotations

from rules.core.act import Act, Handlers
from rules.economy import income


def begin(act: Act) -> None:
    """Nothing yet: the money is paid when the phase ends."""


def end(act: Act) -> None:
    """Every purse of the active power collects."""
    for purse in act.purses(act.active):
        income.collect(act, purse)


HANDLERS: Handlers = {}
UNDO = False
