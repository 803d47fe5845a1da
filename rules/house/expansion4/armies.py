"""What the three kinds of formation of Expansion IV have in common: dice and moments."""

from __future__ import annotations

from rules.mechanics.units.formations import Formations, Kind

TANKS = ("tank", "t-34")


def formations(rule: str, members: str, *kinds: Kind) -> Formations:
    """The mechanic with this document's citations. members: the entry on what belongs to the formation."""
    return Formations(id=rule, kinds=kinds, cites={"": "X4-5.6", "members": members})
