"""Soviet complexes that nobody else is to have."""

from __future__ import annotations

from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.state import Facility

USSR, AXIS, MINOR = "Soviet Union", "Axis", "minor industrial complex"


class ScorchedEarth(Rule):
    """Minor complexes in Soviet land fall with it."""

    id = "path_to_victory.soviet-complexes"
    title = "Soviet complexes are destroyed"
    text = (
        "A minor complex that the Soviet Union loses in an originally Soviet territory to an Axis power is destroyed. "
        "A major one becomes minor, as printed; bases stay."
    )
    source = "Path to Victory: factories in Russia"
    entries = ("PTV-5.5",)
    priority = -10

    def captured_facilities(
        self, view: View, place: str, by: str | None, facilities: tuple[Facility, ...]
    ) -> tuple[Facility, ...]:
        """Before majors become minor."""
        soviet = view.place(place).original == USSR == view.owner_at_turn_start(place)
        if not soviet or view.side(by) != AXIS:
            return facilities
        return tuple(f for f in facilities if f.type != MINOR)


RULES = (ScorchedEarth(),)
