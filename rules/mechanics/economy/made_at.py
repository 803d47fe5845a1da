"""Units made at few places only: they are not sold when none of these works, or more than these make."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.view import View
from rules.economy import capacity
from rules.mechanics.mechanic import Mechanic
from rules.model.names import listing, sentence
from rules.model.profiles import UnitType
from rules.model.refusals import Refusal


@dataclass(frozen=True, eq=False, kw_only=True)
class MadeAt(Mechanic):
    """A veto at purchase for some types, by the places of their profiles (`built_at`; none: all own complexes).

    towns: type -> what its place is called. within: refuse more than the complexes of these places make this turn.
    cites: "lost" (no place is held since the turn began), "none" (no complex works there), "room".
    """

    towns: Mapping[str, str]
    within: bool = True

    def may_buy(self, view: View, power: str, unit: UnitType, count: int, site: str) -> Refusal | None:
        """The place must be held and have a working complex, with slots for all that are bought."""
        if unit.name not in self.towns:
            return None
        held = [p for p in unit.built_at if view.held_since_start(p, power)]
        if unit.built_at and not held:
            text = f"{unit.many} are made in {self._town(unit)}, which {power} has not held since its turn began"
            return Refusal("capital-lost", sentence(text), self.cite("lost"))
        work = [p for p in capacity.sites(view, power) if not unit.built_at or p in held]
        if not work:
            text = f"{unit.many} are made in {self._town(unit)}: no complex works there"
            return Refusal("no-factory", sentence(text), self.cite("none"))
        return self._room(view, power, unit, count, work) if self.within else None

    def _room(self, view: View, power: str, unit: UnitType, count: int, work: list[str]) -> Refusal | None:
        ordered = sum(b.count for b in view.state.pool.get(power, ()) if b.type == unit.name) + count
        made = [capacity.capacity(view, power, place) for place in work]
        if -1 in made or ordered <= sum(made) or not capacity.slots(unit):
            return None
        text = f"The complexes in {listing(work)} can make {sum(made)} units this turn, not {ordered} {unit.many}."
        return Refusal("factory-capacity", text, self.cite("room"))

    def _town(self, unit: UnitType) -> str:
        return self.towns[unit.name] or listing(unit.built_at)
