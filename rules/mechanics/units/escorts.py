"""Escorts, small destroyers that hunt no submarines, and transports that shoot back."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Final

from rules.battle import fire, sides
from rules.battle.sides import ATTACKER, DEFENDER
from rules.core.act import Act
from rules.core.view import View
from rules.mechanics.mechanic import Mechanic
from rules.mechanics.units.convoys import ESCORT
from rules.model.orders import Fight, Order
from rules.model.profiles import SEA, UnitType
from rules.model.state import Battle, Unit

NO_SUBMARINES: Final = "no submarines"
TRANSPORT_DEFENSE = 1


def escort(rule: str, from_round: int) -> UnitType:
    """The escort of a document."""
    return UnitType(
        ESCORT, SEA, aliases=("destroyer escort", "de"), attack=1, defense=2, move=2, cost=6, rule=rule,
        use="protects transports: a convoy with 1 or 2 of them, it defends at 3, they at 1",
        traits=frozenset({"anti-submarine", "hunts in defense only"}), numbers={"convoy_dice": 1, "from_round": from_round},
    )  # fmt: skip


@dataclass(frozen=True, eq=False, kw_only=True)
class Escorts(Mechanic):
    """Attacking escorts find and hit no submarines; transports are armed from a round on, but in their first round
    cannot answer submarines without a hunter beside them.

    armed_from: round from which every transport defends at 1. cites: "hunt".
    """

    armed_from: int

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """Armed transports."""
        if unit.has("transport") and view.state.turn.round >= view.table.round_of(self.id, self.armed_from):
            return dataclasses.replace(unit, defense=max(unit.defense, TRANSPORT_DEFENSE))
        return unit

    def hit_class(self, view: View, battle: Battle, unit: Unit, kind: str) -> str:
        """Attacking escorts hit no submarines; nor do transports in the first round without a hunter beside them."""
        if unit.id in battle.attackers:
            return NO_SUBMARINES if unit.type == ESCORT else kind
        unaware = view.has(unit, "transport") and battle.round <= 1 and not sides.hunts(view, battle, DEFENDER)
        return NO_SUBMARINES if unaware and battle.kind == "sea" else kind

    def may_be_hit(self, view: View, battle: Battle, target: Unit, hit_class: str, may: bool) -> bool:
        """What those hits fall on."""
        return may and not (hit_class == NO_SUBMARINES and view.has(target, "submarine"))

    def handle(self, act: Act, order: Order) -> bool:
        """A fight that can hit nobody is refused."""
        if isinstance(order, Fight):
            self._check_hunt(act, order.place)
        return False

    def _check_hunt(self, act: Act, zone: str) -> None:
        """Escorts and aircraft alone cannot attack submarines."""
        battle = act.state.battles.get(zone)
        optional = act.edition("optional_targets")  # elsewhere who lies among enemies has to fight
        if battle is None or battle.kind != "sea" or battle.status != "due" or not optional:
            return
        attackers, defenders = sides.units(act, battle, ATTACKER), sides.units(act, battle, DEFENDER)
        if not any(u.type == ESCORT for u in attackers) or not all(act.has(u, "submarine") for u in defenders):
            return
        if not sides.can_hit_any(act, battle, ATTACKER, fire.numbers(act, battle, ATTACKER)):
            text = f"Nothing in {zone} can hit a submarine: escorts do not hunt them, aircraft need a destroyer."
            act.refuse("cannot-attack", text, self.cite("hunt"))
