"""Antiaircraft guns that are left alone do not end a battle."""

from __future__ import annotations

from rules.battle import sides
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.state import Battle, Verdict


class LoneGuns(Rule):
    """They are fought like others: the attacker may leave."""

    id = "path_to_victory.lone-guns"
    title = "Retreat from lone guns"
    text = (
        "A territory in which only antiaircraft artillery is left is not taken at once: the guns fall to hits as "
        "other units do, and the attacker may retreat before each further round."
    )
    source = "Path to Victory: retreat from lone guns"
    entries = ("PTV-4.1",)

    def verdict(self, view: View, battle: Battle, verdict: Verdict) -> Verdict:
        """Not decided while a gun stands."""
        if verdict != "attacker" or battle.kind != "land":
            return verdict
        left = [u for u in sides.units(view, battle, sides.DEFENDER) if sides.holds_battle(view, u)]
        return "" if any(view.has(u, "no fighter") for u in left) else verdict


RULES = (LoneGuns(),)
