"""Where new fighters may be placed at sea: on carriers of the same turn, by option on old ones too (N-5, REV-6)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.profiles import AIR, UnitType
from rules.model.refusals import Refusal
from rules.model.state import Bought

DECKS = "turn.new decks"


class NewFighters(Rule):
    """Decks of carriers placed this turn, less what has been placed on them."""

    id = "revised.new-fighters"
    title = "Placing fighters at sea"
    text = (
        "New fighters may be placed on carriers that were placed in the same zone this turn; with the option `lhtr` on those "
        "already at sea beside a complex, too. Fighters on the board may land in a zone where a new carrier will be placed."
    )
    source = "Revised rulebook: mobilize new units"
    entries = ("REV-6", "N-5")

    def may_place(self, view: View, power: str, unit: UnitType, count: int, place: str) -> Refusal | None:
        """Refuse more than new decks."""
        if unit.domain != AIR or not view.place(place).is_sea or view.option("lhtr"):
            return None
        left = int(view.flag(DECKS, {}).get(place, 0))
        if count * unit.deck <= left:
            return None
        text = f"New fighters go on carriers placed this turn: those in {place} have room for {left}, not {count}."
        return Refusal("no-carrier", text, "REV-6")

    @moments.placed
    def _count(self, act: Act, power: str, bought: Bought, count: int, place: str) -> None:
        """New decks come, new fighters take them."""
        unit, decks = act.profile(power, bought.type), act.flag(DECKS, {})
        change = count * (unit.decks - unit.deck)
        if act.place(place).is_sea:
            found: Mapping[str, int] = {**decks, place: max(0, decks.get(place, 0) + change)}
            act.set_flag(DECKS, found)


RULES = (NewFighters(),)
