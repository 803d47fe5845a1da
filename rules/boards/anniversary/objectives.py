"""Anniversary's national objectives (AA-5)."""

from __future__ import annotations

from rules.boards.later.objectives import Objectives


class AnniversaryObjectives(Objectives):
    """Those of the board, objectives.toml."""

    id = "anniversary.objectives"
    source = "Anniversary rulebook: national objectives"
    entries = ("AA-5",)


RULES = (AnniversaryObjectives(),)
