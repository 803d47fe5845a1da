"""Antiaircraft guns that are left alone do not end a battle."""

from __future__ import annotations

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
        """Not decided while a gun stands: nothing else leaves the land to the attacker before the fight is over."""
        return "" if verdict == "attacker" and battle.kind == "land" else verdict


RULES = (LoneGuns(),)
