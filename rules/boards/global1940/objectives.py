"""Global 1940's national objectives (G40-16)."""

from __future__ import annotations

from rules.boards.later.objectives import Objectives


class GlobalObjectives(Objectives):
    """Those of the board, objectives.toml."""

    id = "global1940.objectives"
    source = "Global 1940 rules: national objectives"
    entries = tuple(f"G40-16.{n}" for n in range(1, 9))
    flags = {"berlin paid": "the Soviet Union has had its bonus for Berlin"}


RULES = (GlobalObjectives(),)
