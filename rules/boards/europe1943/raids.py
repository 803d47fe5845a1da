"""Raids are fought over in the air, in rounds (Y43-21.20)."""

from __future__ import annotations

from rules.core.hooks import Rule
from rules.mechanics.fire.air_battles import AirBattles

ID = "europe1943.raids"


class Raids(Rule):
    """Interceptors meet raids round by round."""

    id = ID
    title = "Bombing raids and interception"
    text = (
        "Raiders may bring fighters as escorts. Fighters in the raided territory may rise against a raid on a complex or "
        "base (intercept 2 fighter); those that do take no part in a land battle there. Each round interceptors hit on 4, "
        "escorts on 3, bombers on 1, and each side chooses its losses; then first the attacker, then the defender says "
        "press on or retreat, until one side is gone. The facility fires one die at each bomber that is left, hitting on 1; "
        "then the bombs fall: a strategic bomber's die and 2 more, a tactical bomber's die against bases only."
    )
    source = "Axis and Allies 1943: strategic bombing"
    entries = ("Y43-21.20",)
    parts = (AirBattles(id=ID, cites={"answer": "Y43-21.20"}),)


RULES = (Raids(),)
