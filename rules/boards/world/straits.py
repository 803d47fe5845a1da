"""Option: the Dardanelles are closed (N-6)."""

from __future__ import annotations

from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.profiles import SEA
from rules.model.refusals import Refusal
from rules.model.state import Unit


class ClosedDardanelles(Rule):
    """No ship enters or leaves the Black Sea."""

    id = "world.closed-dardanelles"
    title = "Closed Dardanelles (option)"
    text = "No ship of any power enters or leaves the Black Sea (SZ 16); new ships may be placed there and stay there."
    source = "Anniversary, 1942 and Revised: optional rule"
    entries = ("N-6",)
    switch = "closed_dardanelles"

    def may_move(self, view: View, unit: Unit, phase: str) -> Refusal | None:
        """Refuse ships within."""
        return _shut(view, unit, unit.place)

    def may_enter(self, view: View, unit: Unit, place: str, phase: str) -> Refusal | None:
        """Refuse ships without."""
        return _shut(view, unit, place)


def _shut(view: View, unit: Unit, zone: str) -> Refusal | None:
    if zone not in view.edition("closed_strait", ()) or view.element(unit) != SEA:
        return None
    return Refusal("blocked", f"The Dardanelles are closed: no ship enters or leaves {zone}.", "N-6")


RULES = (ClosedDardanelles(),)
