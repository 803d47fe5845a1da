"""Section 7: lands that are closed while there is peace."""

from __future__ import annotations

from rules.core.view import View
from rules.house.balance.document import Section
from rules.model.refusals import Refusal
from rules.model.state import Unit

ID, USSR, JAPAN = "bm.frontiers", "Soviet Union", "Japan"


class Frontiers(Section):
    """Two frontiers that nobody crosses in peace."""

    id = ID
    title = "Closed frontiers"
    text = (
        "While an Axis power itself is at peace with the Soviet Union no unit of it enters, crosses or lands in an "
        "originally Soviet territory, whoever holds it. While the Soviet Union is at peace with Japan no Soviet unit "
        "enters a territory in Asia that another Ally controls, but Syria, Trans-Jordan, Iraq and all of Persia are open."
    )
    source = "Balance Mod 4: movement restrictions"
    entries = ("BM-7.1", "BM-7.2")
    fact = "frontiers"

    def may_enter(self, view: View, unit: Unit, place: str, phase: str) -> Refusal | None:
        """On land, by whatever moves there."""
        if view.place(place).is_sea:
            return None
        return _soviet_soil(view, unit, place) if view.side(unit.owner) == "Axis" else _asia(view, unit, place)


def _soviet_soil(view: View, unit: Unit, place: str) -> Refusal | None:
    if view.place(place).original != USSR or view.at_war(unit.owner, USSR):
        return None
    text = f"{unit.owner} is at peace with the Soviet Union: {place}, originally Soviet, is closed to it."
    return Refusal("at-peace", text, "BM-7.1")


def _asia(view: View, unit: Unit, place: str) -> Refusal | None:
    owner = view.owner(place)
    if unit.owner != USSR or owner in (None, USSR) or not view.allied(owner, USSR) or view.at_war(USSR, JAPAN):
        return None
    lands = view.edition("frontiers", {})
    if place in lands["open"] or not (place in lands["asia"] or view.place(place).half == "Pacific"):
        return None
    text = f"The Soviet Union is at peace with Japan: {place}, held by {owner}, is closed to it."
    return Refusal("at-peace", text, "BM-7.2")


RULE = Frontiers()
