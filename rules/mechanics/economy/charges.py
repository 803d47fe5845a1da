"""Charges: a power pays in purchase for blowing up a facility of its own, which works until the moment comes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.core import moments
from rules.core.act import Act
from rules.core.purses import pay
from rules.core.view import View
from rules.mechanics.economy.facilities import named, payer, replace
from rules.mechanics.mechanic import Mechanic
from rules.model.orders import Demolish, Order
from rules.model.profiles import FACILITY, UnitType

CHARGES: Final = "turn.demolitions"


@dataclass(frozen=True, eq=False, kw_only=True)
class Charges(Mechanic):
    """`demolish air base: Warsaw` in purchase, on ground that has been the power's since its turn began.

    fees: IPC by type of facility, "complex" for all of these. free: powers that pay nothing, and may say so in any phase of
    their own turn. at: the phase as which begins they are gone ("": they go when the turn ends).
    """

    fees: Mapping[str, int]
    free: tuple[str, ...] = ()
    at: str = ""

    def handle(self, act: Act, order: Order) -> bool:
        """The order, for facilities that have a fee (others, and markers, are others' matter)."""
        name = act.table.unit_names.find(order.facility) if isinstance(order, Demolish) else None
        if not isinstance(order, Demolish) or not name or self._fee(act.table.units[name]) is None:
            return False
        self._charge(act, order.place, name)
        return True

    def _fee(self, unit: UnitType) -> int | None:
        if unit.domain != FACILITY:
            return None
        return self.fees.get("complex" if unit.has("complex") else unit.name)

    def _charge(self, act: Act, place: str, name: str) -> None:
        power, charged = act.active, act.flag(CHARGES, {})
        if act.phase != "purchase" and power not in self.free:
            act.refuse("wrong-phase", "Demolitions are paid in purchase.", self.cite("phase"))
        if not act.held_since_start(place, power):
            act.refuse("wrong-site", f"{place} has not been {power}'s since its turn began.", self.cite("place"))
        found = named(act, place, name)
        if found is None:
            act.refuse("no-target", f"There is no {name} in {place}.", self.cite("place"))
        if found.type in charged.get(place, ()):
            act.refuse("already-used", f"The {found.type} in {place} is to be blown up already.", self.cite("place"))
        since, cost = len(act.events), 0 if power in self.free else self._fee(act.table.units[name]) or 0
        if cost:
            pay(act, payer(act, place), cost, "Demolition")
        act.set_flag(CHARGES, {**charged, place: (*charged.get(place, ()), found.type)})
        act.note(f"{power} will blow up the {found.type} in {place} ({cost} IPC).", since=since, place=place)

    @moments.phase_begins
    def _at_phase(self, act: Act, phase: str) -> None:
        """They are gone."""
        if phase == self.at:
            _blow_up(act)

    @moments.turn_ends
    def _at_turn_end(self, act: Act) -> None:
        """They are gone."""
        if not self.at:
            _blow_up(act)

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """What could be blown up now; where it is free at any time, once more before the turn ends."""
        if power != view.active or view.phase not in ("purchase", *(("mobilize",) if power in self.free else ())):
            return ()
        charged, units = view.flag(CHARGES, {}), view.table.units
        own = sorted(p for p in view.state.facilities if view.owner(p) == power and view.held_since_start(p, power))
        found = [(f.type, p) for p in own for f in view.facilities(p) if f.type not in charged.get(p, ())]
        return tuple(f"demolish {name}: {p}" for name, p in found if self._fee(units[name]) is not None)


def _blow_up(act: Act) -> None:
    for place, types in act.flag(CHARGES, {}).items():
        for name in types:
            found = named(act, place, name)
            if found and act.owner(place) == act.active:
                since = len(act.events)
                replace(act, place, found, None, "demolished")
                act.note(f"{act.active} blows up its {found.type} in {place}.", since=since, place=place)
