"""Obstacles on coasts: they keep landing troops aboard."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.battle import salvos
from rules.battle.sides import DEFENDER
from rules.core.act import Act
from rules.core.hooks import BorderCrossing
from rules.core.view import View
from rules.mechanics.fire import lines
from rules.mechanics.mechanic import Mechanic
from rules.model.salvo import Salvo, Shot
from rules.model.state import Unit


@dataclass(frozen=True, eq=False, kw_only=True)
class Hedgehogs(Mechanic):
    """Markers on a coast (see `Laying`) roll one die each at troops that land from transports against their owner's
    enemies, never more than there are troops; who is hit, by the attacker's choice, stays aboard. They stay, and
    do nothing else.

    type: the marker. need: what they hit on.
    """

    priority: ClassVar[int] = -1  # before mines
    asks: ClassVar[Mapping[str, str]] = {"casualties hedgehog": "who stays aboard?"}

    in_battle: bool = True
    type: str = "hedgehog"
    need: int = 3

    def line_fire(self, view: View, unit: Unit, origin: str, place: str, found: tuple[str, ...]) -> tuple[str, ...]:
        """At troops aboard a transport; they stand there for all to see."""
        return (*found, "") if _shipped(view, unit) and self._here(view, origin, place) else found

    def on_crossing(self, act: Act, crossing: BorderCrossing) -> None:
        """Who comes over the beach out of a transport; mines may be on the same line, which concern others too."""
        troops = [u for u in act.get(crossing.units) if _shipped(act, u)]
        dice = min(self._here(act, crossing.origin, crossing.place), len(troops))
        if crossing.landing and dice:
            salvo = Salvo(self.type, DEFENDER, (Shot(0, self.need, self.type, dice=dice),), why=self.type, loss=self.type,
                          owner=act.owner(crossing.place) or "", whole=True)  # fmt: skip
            salvos.outside(act, crossing.place, salvo, troops)

    def on_hit(self, act: Act, unit: Unit, why: str) -> bool:
        """It stays aboard."""
        if why != self.type:
            return False
        act.change(unit, role="", target="")
        act.note(f"{unit.owner}: 1 {unit.type} stays aboard in {unit.place}.", place=unit.place)
        return True

    def _here(self, view: View, origin: str, place: str) -> int:
        sets = lines.on(view, place, origin, self.type) if view.place(origin).is_sea else ()
        return sum(m.count for _, m in sets if view.at_war(m.owner, view.active))


def _shipped(view: View, unit: Unit) -> bool:
    """Whether a unit is aboard a transport: landing craft and their loads are not."""
    ship = view.state.units.get(unit.carrier or 0)
    return ship is not None and view.has(ship, "transport")
