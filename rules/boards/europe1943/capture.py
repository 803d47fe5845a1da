"""What capture does to complexes (Y43-10.12)."""

from __future__ import annotations

from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.state import Facility

MINOR = "minor industrial complex"


class CapturedComplexes(Rule):
    """A captured complex is a minor one without more industry."""

    id = "europe1943.captured-complexes"
    title = "Captured complexes"
    text = (
        "A captured major or super complex becomes a minor one. It loses +1 and +2 industry, stays underground if it "
        "was, and keeps its damage up to 6."
    )
    source = "Axis and Allies 1943: industrial complexes"
    entries = ("Y43-10.12",)

    def captured_facilities(
        self, view: View, place: str, by: str | None, facilities: tuple[Facility, ...]
    ) -> tuple[Facility, ...]:
        """Every complex becomes a minor one."""
        return tuple(_fallen(view, f) if view.table.units[f.type].has("complex") else f for f in facilities)


def _fallen(view: View, facility: Facility) -> Facility:
    most = view.table.units[MINOR].number("max_damage")
    lasting = frozenset(m for m in facility.marks if not m.startswith("+"))
    return Facility(MINOR, min(most, facility.damage), facility.original, lasting)


RULES = (CapturedComplexes(),)
