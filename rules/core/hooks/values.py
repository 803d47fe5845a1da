"""Values that hooks get and give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

Places = frozenset[str] | None


@dataclass(frozen=True, slots=True)
class IncomeLine:
    """One line of a purse's income: what for, IPC (may be negative), and the rule that says so. in_transit: money
    on its way from another power, not earned."""

    why: str
    amount: int
    rule: str = ""
    in_transit: bool = False


class Question(NamedTuple):
    """What has become of a question that waits for its answer.

    void: it has lost its point. places: the battles of these places wait for it (None: all). figures: what it is about,
    in figures that change while it is open.
    """

    void: bool = False
    places: Places = None
    figures: str = ""


class BorderCrossing(NamedTuple):
    """Units that pass a line between two places (rules/core/border_crossings.py).

    origin, place: from where to where. units: their ids. landing: from ships against resistance.
    """

    origin: str
    place: str
    units: tuple[int, ...]
    landing: bool = False
