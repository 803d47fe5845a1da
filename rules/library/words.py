"""Units in words where no game is at hand: for what pictures say of themselves, and odds."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from rules.core.documents import house_rules
from rules.model.board import BOARDS, load
from rules.model.names import plural, proper


def counted(number: int, kind: str) -> str:
    """`1 tank`, `3 tanks`, `2 infantry`, of whatever game."""
    return f"{number} {proper(kind) if number == 1 else _plurals().get(kind) or plural(kind)}"


@functools.cache
def _plurals() -> Mapping[str, str]:
    """The plural of every unit of all boards and house rules."""
    brought = (part for rule in house_rules().values() for part in (rule, *rule.parts))
    units = (*(u for board in BOARDS for u in load(board).units.values()), *(u for part in brought for u in part.units))
    return {unit.name: unit.many for unit in units}
