"""Stealth strikes: raids of single bombers that nobody meets in the air."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.core.act import Act
from rules.core.view import View
from rules.mechanics.mechanic import Mechanic
from rules.model.names import sentence
from rules.model.orders import Bomb, Order
from rules.model.state import Battle, Unit
from rules.movement import raids

TAG: Final = "stealth strike"
FLAG: Final = "turn.stealth strikes"


@dataclass(frozen=True, eq=False, kw_only=True)
class StealthStrikes(Mechanic):
    """`bomb major industrial complex: 1 silbervogel (stealth strike): Bavaria > Wales`: no escorts, no other bombers on
    the same target, and no interceptors. In attacks nobody scrambles against it alone.

    type: who does it. base: the only territory it lands in ("" anywhere). cites: "strike".
    """

    priority: ClassVar[int] = 7  # behind air battles
    type: str
    base: str = ""

    def handle(self, act: Act, order: Order) -> bool:
        """The order; other bombers keep off its target."""
        if not isinstance(order, Bomb):
            return False
        if not any(TAG in item.tags for item in order.items):
            self._check_others(act, order)
            return False
        if any(item.unit != self.type or TAG not in item.tags for item in order.items):
            text = sentence(f"a stealth strike is flown by {act.table.units[self.type].many} alone, without escorts")
            act.refuse("not-eligible", text, self.cite("strike"))
        goal = order.path[-1]
        before = {u.id: u.target for u in act.units(goal, act.active) if u.role == "raid"}
        plain = tuple(dataclasses.replace(i, tags=tuple(t for t in i.tags if t != TAG)) for i in order.items)
        raids.bomb(act, dataclasses.replace(order, items=plain))
        aims = {u.target for u in act.units(goal, act.active) if u.role == "raid" and u.id not in before}
        if aims & {*before.values()}:
            act.refuse("not-eligible", "Other bombers are on their way to that target.", self.cite("strike"))
        act.set_flag(FLAG, (*act.flag(FLAG, ()), *((goal, aim) for aim in sorted(aims))))
        return True

    def _check_others(self, act: Act, order: Bomb) -> None:
        complexes = act.table.units[order.facility].has("complex") if order.facility in act.table.units else False
        for place, aim in act.flag(FLAG, ()):
            if place == order.path[-1] and (
                aim == order.facility or (complexes and act.table.units[aim].has("complex"))
            ):
                text = f"The {aim} in {place} is the target of a stealth strike: no other bomber goes there."
                act.refuse("not-eligible", text, self.cite("strike"))

    def raid_fronts(self, view: View, battle: Battle, fronts: tuple[str, ...]) -> tuple[str, ...]:
        """Nobody rises against it."""
        struck = [aim for place, aim in view.flag(FLAG, ()) if place == battle.place]
        return tuple(front for front in fronts if front not in struck)

    def may_rise(self, view: View, unit: Unit, place: str, against: str, may: bool) -> bool:
        """Not against it alone in an attack on ships."""
        mine = [u for u in view.commanded(against, view.active) if u.role == "attack"]
        return may and not (mine and all(u.type == self.type for u in mine))

    def landing_field(self, view: View, unit: Unit, place: str, friendly: bool) -> bool:
        """It goes home."""
        return friendly and (unit.type != self.type or not self.base or place == self.base)

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Strikes on everything in reach of its base, the richest places first, complexes before bases."""
        return tuple(self._strikes(view, power)) if view.phase == "combat move" and power == view.active else ()

    def _strikes(self, view: View, power: str) -> Iterator[str]:
        ready = [u for u in view.state.units.values() if u.owner == power and u.type == self.type and not u.role]
        for unit in ready[:1]:
            for place in sorted(
                view.state.facilities, key=lambda p: (-view.value(p) if view.place(p).is_land else 0, p)
            ):
                aims = view.facilities(place) if view.hostile_land(place, power) else ()
                for facility in sorted(aims, key=lambda f: not view.table.units[f.type].has("complex")):
                    if facility.type in view.of(unit).raids and "underground" not in facility.marks:
                        yield f"bomb {facility.type}: 1 {self.type} ({TAG}): {unit.place} > {place}"
