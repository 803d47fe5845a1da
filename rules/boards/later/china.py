"""A power whose units keep to an area: China (`[edition.china]`)."""

from __future__ import annotations

from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.names import listing
from rules.model.refusals import Refusal
from rules.model.state import Unit


def china(view: View) -> str:
    """The power that these rules are for."""
    return str(view.edition("china", {}).get("power", ""))


def area(view: View) -> tuple[str, ...]:
    """The area that its units keep to."""
    return tuple(view.edition("china", {}).get("area", ()))


class ChineseArea(Rule):
    """Chinese units stay in their area, and never go aboard."""

    title = "China's area"
    fact = "china"

    def may_enter(self, view: View, unit: Unit, place: str, phase: str) -> Refusal | None:
        """Only the area."""
        if unit.owner == view.edition("china", {}).get("power") and place not in area(view):
            beyond = [p for p in area(view) if view.place(p).original != unit.owner]
            text = f"{unit.owner}'s units stay on its soil and in {listing(beyond)}; not {place}."
            return Refusal("off-map", text, self.entries[0])
        return None

    def may_load(self, view: View, unit: Unit, ship: Unit, phase: str) -> Refusal | None:
        """Never aboard."""
        if unit.owner == china(view):
            return Refusal("not-transportable", f"{unit.owner}'s units never board ships.", self.entries[0])
        return None
