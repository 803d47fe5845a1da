"""Option: fighters escort raids and meet them in the air (AA-3, E42-3)."""

from __future__ import annotations

import dataclasses

from rules.boards.later.interception import Interception
from rules.core.hooks import Rule
from rules.model.profiles import UnitType
from rules.model.vocabulary import Trait

FIGHTER, BOMBER = "fighter", "bomber"


class NoEscorts(Rule):
    """Fighters take no part in raids, those of house rules neither."""

    id = "world.no-escorts"
    title = "Raids without fighters"
    text = "Fighters neither escort bombers on a raid nor meet them, unless the option of interceptors is on."
    source = "Anniversary, 1942 and Revised rulebooks: strategic bombing raids"
    entries = ("N-8",)
    priority = Interception.priority - 1

    def change_unit(self, unit: UnitType) -> UnitType:
        """What escorts on other boards does not here."""
        if not unit.has("escorts"):
            return unit
        return dataclasses.replace(unit, traits=unit.traits - {"escorts", "intercepts"})


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
        """Fighters escort and intercept, those that live on carriers only escort; bombers fire back."""
        if unit.deck:
            numbers = {**unit.numbers, "air_attack": 1, "air_defense": 1}
            traits: frozenset[Trait] = frozenset({"escorts", "intercepts"} if unit.name == FIGHTER else {"escorts"})
            return dataclasses.replace(unit, traits=unit.traits | traits, numbers=numbers)
        if unit.name == BOMBER:
            return dataclasses.replace(unit, numbers={**unit.numbers, "air_attack": 1})
        return unit


RULES = (NoEscorts(), Interceptors())
