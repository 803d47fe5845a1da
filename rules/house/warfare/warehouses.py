"""Warehouses: what is bought may be stored and placed later; raids burn some of it."""

from __future__ import annotations

import dataclasses
from collections import Counter

from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.economy import pool
from rules.model.board import EVERY_BOARD
from rules.model.orders import Casualties, Order
from rules.model.state import Bought, Decision

STORED = ".stored"


class Warehouses(Rule):
    """Units may wait in warehouses."""

    id = "rw.warehouses"
    title = "Warehouses"
    text = (
        "Units need not be placed in the turn they are bought: what is left at the end of mobilize is stored, blocked "
        "ships and antiaircraft guns too, and may be placed in any later mobilize under the usual limits. Stored units "
        "do nothing. When a complex is raided its owner discards one stored unit of his choice for each 5 or 6 among "
        "the raid's dice."
    )
    source = "Rules of Warfare: New Rules, Warehouses"
    entries = ("RW-12.1", "RW-12.2", "RW-12.3", "RW-12.4", "RW-12.5", "RW-12.6")
    questions = {"warehouse": "Which stored units are lost with a warehouse"}
    asks = {"warehouse": "choose the stored units that burn"}
    boards = EVERY_BOARD

    def leftovers(self, act: Act, power: str, left: tuple[Bought, ...]) -> tuple[Bought, ...]:
        """Everything is stored; its price is spent for good."""
        stored = [dataclasses.replace(e, price=0, site="", marks=e.marks | {STORED}) for e in left]
        act.set_pool(power, pool.together(stored))
        if left:
            act.note(f"{power} stores " + ", ".join(f"{e.count} {e.type}" for e in left) + ".")
        return ()

    @moments.raided
    def _burn(self, act: Act, battle: str, dice: object) -> None:
        """One stored unit is lost for each 5 or 6."""
        owner = act.owner(act.battle(battle).place) or ""
        count = sum(d >= 5 for d in dice)  # type: ignore[attr-defined]
        stored = act.state.pool.get(owner, ())
        total = sum(e.count for e in stored)
        if not count or not total:
            return
        if count < total and len({e.type for e in stored}) > 1:
            act.ask("warehouse", owner, act.battle(battle).place, count=count, may_pass=False)
            return
        for entry in stored:
            count -= pool.take(act, owner, entry, min(count, entry.count)).count

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """What may burn: each kind of stored unit first, the cheapest of the others after it."""
        decision = view.state.pending[0] if view.state.pending else None
        if decision is None or decision.kind != "warehouse":
            return ()
        stored = sorted(view.state.pool.get(power, ()), key=lambda e: view.profile(power, e.type).cost)
        kinds = list(dict.fromkeys(e.type for e in stored))
        units = [e.type for e in stored for _ in range(e.count)]
        return tuple(_burn(sorted(units, key=lambda u: u != kind)[: decision.data["count"]]) for kind in kinds)

    def answer(self, act: Act, decision: Decision, order: Order) -> bool:
        """`casualties ITEMS`: the stored units that are lost."""
        if decision.kind != "warehouse":
            return False
        count, owner = decision.data["count"], decision.power
        if not isinstance(order, Casualties) or sum(i.count for i in order.items) != count:
            act.refuse("wrong-casualties", f"Name {count} stored units: casualties …", "RW-12.6")
        for item in order.items:
            entries = pool.matching(act.state.pool.get(owner, ()), item.unit)
            if sum(e.count for e in entries) < item.count:
                act.refuse("wrong-casualties", f"Not so many {item.unit} are stored.", "RW-12.6")
            left = item.count
            for entry in entries:
                left -= pool.take(act, owner, entry, min(left, entry.count)).count if left else 0
        act.answered()
        return True


def _burn(units: list[str]) -> str:
    return "casualties " + ", ".join(f"{n} {unit}" for unit, n in Counter(units).items())


RULE = Warehouses()
