"""Units that belong together, as an order names them: a formation moves whole or is broken."""

from __future__ import annotations

from collections import Counter

from rules.core.view import View
from rules.mechanics.units.formations import tag_of


def groups(view: View, place: str, power: str) -> list[str]:
    """The formations of a power that stand unmoved in a place: `1 commissar (army corps), 3 infantry (army corps)`."""
    tagged: dict[str, Counter[str]] = {}
    for unit in view.units(place, power):
        tag = tag_of(view, unit)
        if tag and not unit.moved and unit.carrier is None:
            tagged.setdefault(tag, Counter())[unit.type] += 1
    return [
        ", ".join(f"{n} {name} ({tag})" for name, n in sorted(types.items())) for tag, types in sorted(tagged.items())
    ]
