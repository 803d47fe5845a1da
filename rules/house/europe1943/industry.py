"""Figures of complexes that several rules read: sizes, markers of more industry, quotas of mines and rockets."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.view import View
from rules.model.state import Facility

MINOR, MAJOR, SUPER = "minor industrial complex", "major industrial complex", "super industrial complex"
SIZES = (MINOR, MAJOR, SUPER)
MORE: Mapping[str, tuple[int, int]] = {"+1 industry": (1, 2), "+2 industry": (2, 3)}
"""Marker -> units more, IPC."""
SMALL_QUOTA = 3


def more_industry(facility: Facility) -> int:
    """Units more that a complex makes by its marker."""
    return max((MORE[m][0] for m in facility.marks if m in MORE), default=0)


def made_beside(view: View, place: str, made: int) -> int:
    """Mines or rockets that the complex of a place makes a turn: a minor one 3 and its marker, a bigger one any number,
    one out of order none."""
    found = next(iter(view.complexes(place)), None)
    if found is None or not made:
        return 0
    return SMALL_QUOTA + more_industry(found) if found.type == MINOR else -1
