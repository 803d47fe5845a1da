"""Section 4: how many victory cities the Axis needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.boards.global1940.victory import Victory
from rules.core.identity import LookUp

ID = "bm.victory"
HARDER: Mapping[str, Mapping[str, object]] = {
    "victory.Pacific": {"place": "Germany", "side": "Allies", "cities": 7},
    "victory.Europe": {"place": "Japan", "side": "Allies", "cities": 9},
}
"""Aim -> while one of a side holds a place, so many cities."""


class BalanceVictory(Victory):
    """The printed victory, with one city more on one half once the other capital has fallen."""

    id = ID
    title = "Winning with one capital lost"
    text = (
        "While an Ally controls Berlin (the territory Germany) the Axis needs 7 victory cities of the Pacific board "
        "instead of 6; while an Ally controls Tokyo (Japan) 9 of the Europe board instead of 8. What counts is who "
        "holds the capital at the moment when the cities are counted, so its fall in the round of waiting breaks a "
        "smaller count. All else is printed: the cities are held for a complete round, with Berlin, Rome or Tokyo; "
        "the Allies win with all three."
    )
    source = "Balance Mod 4: victory conditions"
    entries = ("BM-4.1", "BM-4.2", "BM-4.3")
    boards = ("global1940",)
    excludes = ("bx",)
    replaces = ("global1940.victory", "global1940.axis-victory")
    look_ups = (
        LookUp(
            "bm.axis-victory", "Victory of the Axis",
            "The Axis wins with 8 victory cities on the Europe map (9 while an Ally controls Tokyo) or 6 on the "
            "Pacific map (7 while an Ally controls Berlin), held without a break for a complete round (up to the "
            "next turn of the power that completed them), if it also holds Berlin, Rome or Tokyo at the end of it.",
            keywords=("win", "victory cities", "8 cities", "6 cities"),
        ),
    )  # fmt: skip

    def change_facts(self, options: Mapping[str, Any], facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """The aims of the Axis."""
        victory = facts["victory"]
        aims = [{**aim, "harder": [HARDER[aim["flag"]]]} if aim["flag"] in HARDER else aim for aim in victory["aims"]]
        return {**facts, "victory": {**victory, "aims": aims}}


RULE = BalanceVictory()
