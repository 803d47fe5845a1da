"""Underground complexes: what is aimed from above does not reach them."""

from __future__ import annotations

from rules.core.view import View
from rules.mechanics.economy.facilities import UNDERGROUND
from rules.mechanics.mechanic import Mechanic
from rules.model.profiles import UnitType
from rules.model.refusals import Refusal
from rules.model.state import Facility, Unit


class Underground(Mechanic):
    """Facilities with the mark "underground" are no targets."""

    def tags(self, unit: UnitType, owner: str, tags: tuple[str, ...]) -> tuple[str, ...]:
        """A complex may be written as underground."""
        return (*tags, UNDERGROUND) if unit.has("complex") else tags

    def may_fire_at(self, view: View, place: str, facility: Facility | None, unit: Unit | None) -> Refusal | None:
        """Neither of raids nor of rockets."""
        if not facility or UNDERGROUND not in facility.marks:
            return None
        text = f"The {facility.type} in {place} is underground: neither raids nor rockets can hit it."
        return Refusal("no-target", text, self.cite("target"))
