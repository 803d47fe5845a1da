"""Options that bring back the rules of earlier editions."""

from __future__ import annotations

import dataclasses

from rules.boards.bid import Bid
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.profiles import UnitType
from rules.model.state import Battle, Unit

WITHOUT = frozenset({"defenseless", "chosen last"})


class OlderTransports(Rule):
    """Option `transports_defenseless_and_chosen_last` off: transports defend and are lost like other ships."""

    id = "later.older-transports"
    title = "Transports that defend themselves (option)"
    text = "With the option of defenseless transports off, transports defend at 1 and may be lost first."
    source = "Earlier editions"

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """Defense 1 and no order of loss."""
        if not unit.has("defenseless") or view.option("transports_defenseless_and_chosen_last"):
            return unit
        return dataclasses.replace(unit, defense=max(1, unit.defense), traits=unit.traits - WITHOUT)


class NoRetreatFromAssault(Rule):
    """Option `partial_retreat_from_amphibious_assault` off: nobody leaves the land battle of an assault."""

    id = "later.no-retreat-from-assault"
    title = "No retreat from an assault (option)"
    text = "With the option of retreats from an assault off, nobody retreats from one."
    source = "Earlier editions"

    def may_retreat(self, view: View, battle: Battle, unit: Unit, may: bool) -> bool:
        """None at all."""
        return may and (not battle.assault or bool(view.option("partial_retreat_from_amphibious_assault")))


RULES = (Bid(), OlderTransports(), NoRetreatFromAssault())
