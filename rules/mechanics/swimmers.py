"""Land units that swim: over one zone from coast to coast, as their whole move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rules.core.act import Act
from rules.core.view import View
from rules.mechanics.over_water import OverWater, over_sea
from rules.model.orders import Move, Order
from rules.model.state import COMBAT_MOVE, NONCOMBAT
from rules.model.vocabulary import Trait

TRAIT: Final[Trait] = "swims"


@dataclass(frozen=True, eq=False, kw_only=True)
class Swimmers(OverWater):
    """`move 3 duplex-drive sherman: Southwest England > SZ 7 > Normandy`: units with the trait "swims"; naval bases
    carry them no further."""

    from_base: int = 1

    def handle(self, act: Act, order: Order) -> bool:
        """A move of swimmers alone over water."""
        if act.phase not in (COMBAT_MOVE, NONCOMBAT) or not isinstance(order, Move) or not over_sea(act, order.path):
            return False
        if not all(act.table.units[item.unit].has(TRAIT) for item in order.items):
            return False
        self._check_way(act, order.path)
        units = self._free(act, order.items, order.path[0])
        self._check_goal(act, units, order.path)
        self._sail(act, units, order.path)
        return True

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Crossings of all of a kind that stand in a place."""
        if power != view.active or view.phase not in (COMBAT_MOVE, NONCOMBAT):
            return ()
        ready = [u for u in view.state.units.values() if u.owner == power and view.has(u, TRAIT) and not u.moved]
        ashore = [u for u in ready if u.carrier is None and view.place(u.place).is_land]
        texts: list[str] = []
        for place, name in sorted({(u.place, u.type) for u in ashore}):
            count = sum((u.place, u.type) == (place, name) for u in ashore)
            texts += [f"move {count} {name}: {way}" for way in self._goals(view, place)]
        return tuple(texts)
