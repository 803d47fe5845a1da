"""Land units that swim: over one zone from coast to coast, as their whole move."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from rules.core.act import Act
from rules.core.view import View
from rules.mechanics.movement.over_water import OverWater, over_sea
from rules.model.orders import Move, Order
from rules.model.state import COMBAT_MOVE, NONCOMBAT
from rules.model.vocabulary import Trait
from rules.movement import selection

TRAIT: Final[Trait] = "swims"


@dataclass(frozen=True, eq=False, kw_only=True)
class Swimmers(OverWater):
    """`move 3 duplex-drive sherman: Southwest England > SZ 7 > Normandy`: units with the trait "swims"; naval bases
    carry them no further."""

    from_base: int = 1

    def handle(self, act: Act, order: Order) -> bool:
        """A move of swimmers alone over water."""
        if act.phase not in (COMBAT_MOVE, NONCOMBAT) or not isinstance(order, Move):
            return False
        if not all(act.table.units[item.unit].has(TRAIT) for item in order.items):
            return False
        path = self._whole(act, order.path)
        if not over_sea(act, path):
            return False
        self._check_way(act, path)
        units = selection.fresh(act, path[0], order.items, self.cite("way"))
        self._check_goal(act, units, path)
        self._sail(act, units, path)
        return True

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Crossings of all of a kind that stand in a place."""
        if power != view.active or view.phase not in (COMBAT_MOVE, NONCOMBAT):
            return ()
        ready = [u for u in view.forces(power) if view.has(u, TRAIT) and u.fresh]
        ashore = Counter(
            (u.place, selection.called(view, u)) for u in ready if not u.carrier and view.place(u.place).is_land
        )
        texts: list[str] = []
        for (place, name), count in sorted(ashore.items()):
            texts += [f"move {count} {name}: {way}" for way in self._goals(view, place)]
        return tuple(texts)
