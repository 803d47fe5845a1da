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


class Hold(NamedTuple):
    """Territories of which a side has to control so many."""

    places: tuple[str, ...]
    least: int


class Goal(NamedTuple):
    """A way in which a side can win: all of these at once, whenever the rule looks at it.

    holds: what it has to control. production: IPC that its land has to yield a round (0: any).
    """

    side: str
    holds: tuple[Hold, ...] = ()
    production: int = 0


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
