"""Obstacles on coasts: each may keep one unit of a landing aboard its transport."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules.core.act import Act
from rules.core.hooks import Crossing
from rules.core.view import View
from rules.mechanics import lines
from rules.mechanics.mechanic import Mechanic
from rules.model.names import sentence
from rules.model.orders import Casualties, Order
from rules.model.state import Decision, Unit, ids
from rules.movement import pick

KIND: Final = "held back"
ABOARD: Final = "turn.shipped"


@dataclass(frozen=True, eq=False, kw_only=True)
class Obstacles(Mechanic):
    """Markers of a type on a sea border (see `Laying`) roll before anything else of a landing's battle, one die each but
    no more than units land from transports: so many as hit stay aboard, of the attacker's choice. They are never lost,
    and mean nothing to craft, swimmers, flyers, or outside assaults.

    type: the marker. need: what they hit on. cites: "choice".
    """

    type: str = "hedgehog"
    need: int = 3

    def on_assault(self, act: Act, units: Sequence[Unit], zone: str, place: str) -> None:
        """Who comes from which transport."""
        if _owners(act, zone, place, self.type):
            carried = {str(u.id): u.carrier for u in units if u.carrier}
            act.set_flag(ABOARD, {**act.flag(ABOARD, {}), **carried})

    def guarded(self, view: View, unit: Unit, origin: str, place: str, guarded: bool) -> bool:
        """Cargo of transports that lands against resistance."""
        lands = unit.role == "assault" and unit.carrier is not None and view.place(origin).is_sea
        return guarded or (lands and bool(_owners(view, origin, place, self.type)))

    def crossing_waits(self, view: View, crossing: Crossing, waits: bool) -> bool:
        """They act when the troops land."""
        there = crossing.landing and bool(_owners(view, crossing.origin, crossing.place, self.type))
        return waits or there

    def on_crossing(self, act: Act, crossing: Crossing) -> None:
        """One die each."""
        came = act.flag(ABOARD, {})
        units = [u for u in act.get(crossing.units) if str(u.id) in came and u.role == "landed"]
        owners = _owners(act, crossing.origin, crossing.place, self.type) if crossing.landing and units else []
        if not owners:
            return
        there = sum(lines.count(act, crossing.origin, crossing.place, self.type, owner) for owner in owners)
        number = min(there, len(units))
        dice = act.roll(number, self.type, crossing.place, owners[0], [self.need] * number, [self.type] * number)
        held = sum(die <= self.need for die in dice)
        if held and len({pick.kind(u) for u in units}) > 1 and held < len(units):
            act.ask(KIND, act.active, crossing.place, ids=ids(units), count=held, zone=crossing.origin, type=self.type)
        elif held:
            _hold(act, units[:held], crossing.origin)

    def answer(self, act: Act, decision: Decision, order: Order) -> bool:
        """`casualties 1 infantry`: who stays aboard."""
        if decision.kind != KIND or decision.data["type"] != self.type:
            return False
        count, units = decision.data["count"], act.get(decision.data["ids"])
        if not isinstance(order, Casualties):
            text = f"Name {count} that stay aboard: casualties 1 infantry."
            act.refuse("not-your-decision", text, self.cite("choice"))
        wanted = Counter({item.unit: item.count for item in order.items})
        chosen: list[Unit] = []
        for unit in units:
            if wanted[unit.type] > 0:
                wanted[unit.type] -= 1
                chosen.append(unit)
        if len(chosen) != count or +wanted:
            text = sentence(f"{count} of those that land stay aboard, not {len(chosen)}")
            act.refuse("wrong-casualties", text, self.cite("choice"))
        act.answered()
        _hold(act, chosen, decision.data["zone"])
        return True


def _owners(view: View, zone: str, place: str, type_: str) -> list[str]:
    """Enemies of the active power that have some on a border."""
    found = {marker.owner for _, marker in lines.on(view, zone, place, type_)}
    return sorted(owner for owner in found if view.at_war(owner, view.active))


def _hold(act: Act, units: Sequence[Unit], zone: str) -> None:
    """They are aboard again, and do not land this turn."""
    for unit in units:
        ship = act.flag(ABOARD, {})[str(unit.id)]
        act.change(unit, place=zone, carrier=ship, role="", target="", route=unit.route[:-1])
    act.note(f"{len(units)} unit{'s' * (len(units) > 1)} held back in {zone}.", place=zone)
