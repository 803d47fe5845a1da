"""What the three kinds of formation of Expansion IV have in common: dice and moments."""

from __future__ import annotations

from rules.house.mechanics.formations import Formations, Kind

TANKS = frozenset({"tank", "t-34"})


def formations(rule: str, kinds: tuple[Kind, ...]) -> Formations:
    """The mechanic with this document's citations."""
    return Formations(id=rule, kinds=kinds, cites={"": "X4-5.6", "members": kinds[0].entry})
