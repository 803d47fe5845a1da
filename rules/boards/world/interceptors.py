"""Option: fighters escort raids and meet them in the air (AA-3, E42-3)."""

from __future__ import annotations

import dataclasses

from rules.boards.later.interception import Interception
from rules.model.profiles import UnitType

FIGHTER, BOMBER = "fighter", "bomber"


class Interceptors(Interception):
    """Fighters of a raided territory meet raids, fighters go along with them; all fire at 1."""

    id = "world.interceptors"
    title = "Escorts and interceptors (option)"
    text = (
        "Fighters may escort bombers on a raid, and fighters of the raided territory may meet it: one round in the air "
        "before the antiaircraft fire, in which every aircraft hits on a 1."
    )
    source = "Anniversary and 1942 rulebooks: strategic bombing raids, option"
    entries = ("N-8",)
    switch = "interceptors"

    def change_unit(self, unit: UnitType) -> UnitType:
        """Fighters escort and intercept; bombers fire back."""
        if unit.name == FIGHTER:
            numbers = {**unit.numbers, "air_attack": 1, "air_defense": 1}
            return dataclasses.replace(unit, traits=unit.traits | {"escorts", "intercepts"}, numbers=numbers)
        if unit.name == BOMBER:
            return dataclasses.replace(unit, numbers={**unit.numbers, "air_attack": 1})
        return unit


RULES = (Interceptors(),)
