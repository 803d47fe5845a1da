"""Upgrades: units of one type become units of a better one for a fee, in purchase, ready at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.core.act import Act
from rules.core.purses import pay, purse_of
from rules.core.view import View
from rules.economy import limits
from rules.mechanics.mechanic import Mechanic
from rules.model.names import have, listing, sentence
from rules.model.orders import Order, Upgrade
from rules.model.profiles import UnitType
from rules.model.state import Unit, ids
from rules.phases.purchase import count_bought

FRESH: Final = "turn.upgraded"


@dataclass(frozen=True, eq=False, kw_only=True)
class Upgrades(Mechanic):
    """`upgrade 2 infantry to waffen-ss infantry: Germany`. Damage stays; no capacity is used.

    steps: new type -> old type. The new type's profile says who (`powers`), where (`built_at`), for what
    (`upgrade_cost`), how many and when (`max_board`, `from_round`). town: what the only place is called.
    cites: "kind" (another type of those that do change), "other" (anything else, or too few), "site".
    """

    steps: Mapping[str, str]
    town: str = ""

    def handle(self, act: Act, order: Order) -> bool:
        """The order, in purchase."""
        if not isinstance(order, Upgrade) or order.to not in self.steps or act.phase != "purchase":
            return False
        self._check(act, order)
        _swap(act, order, self._ready(act, order)[: max(1, order.item.count)])
        return True

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """As many as possible, and one."""
        texts: list[str] = []
        for to, source in self.steps.items() if view.phase == "purchase" and power == view.active else ():
            unit = view.profile(power, to)
            if power not in unit.powers:
                continue
            money = view.money(power) // max(1, unit.number("upgrade_cost"))
            most = min(money, unit.number("max_board", money) - limits.owned(view, power, unit))
            for place in unit.built_at:
                count = min(most, len(_standing(view, power, source, place)))
                texts += [f"upgrade {n} {source} to {to}: {place}" for n in dict.fromkeys((count, 1)) if count > 0]
        return tuple(texts)

    def _check(self, act: Act, order: Upgrade) -> None:
        unit, old, units = act.profile(act.active, order.to), order.item.unit, act.table.units
        act.check(limits.upgrade_refusal(act, act.active, unit, 0))
        if old != self.steps[order.to]:
            text = sentence(
                f"{unit.many} come from {units[self.steps[order.to]].many} only, not from {units[old].many}"
            )
            act.refuse("not-eligible", text, self.cite("kind" if old in self.steps.values() else "other"))
        self._check_site(act, unit, order.place)
        if order.item.tags and not set(order.item.tags) <= {"damaged", "undamaged"}:
            text = f"Only {act.active}'s own {listing(sorted(set(self.steps.values())))} are exchanged."
            act.refuse("not-eligible", text, self.cite("other"))
        ready, count = len(self._ready(act, order)), max(1, order.item.count)
        if ready < count:
            stood = f"{act.table.units[old].counted(ready)} of {act.active} {have(ready)} stood"
            text = f"{stood} in {order.place} since an earlier turn, not {count}."
            act.refuse("not-enough-units", text, self.cite("other"))
        act.check(limits.upgrade_refusal(act, act.active, unit, count))

    def _check_site(self, act: Act, unit: UnitType, place: str) -> None:
        if place not in unit.built_at:
            where = self.town or listing(unit.built_at)
            act.refuse("wrong-site", sentence(f"{unit.many} are formed in {where}, not in {place}"), self.cite("site"))
        if not act.held_since_start(place, act.active):
            text = f"{place} is not {act.active}'s since the turn began: nothing is formed there."
            act.refuse("capital-lost", text, self.cite("site"))

    def _ready(self, act: Act, order: Upgrade) -> list[Unit]:
        damage = {"damaged": (True,), "undamaged": (False,)}
        wanted = [damage[t] for t in order.item.tags]
        units = _standing(act, act.active, order.item.unit, order.place)
        return [u for u in units if all(bool(u.damage) in w for w in wanted)]


def _standing(view: View, power: str, type_: str, place: str) -> list[Unit]:
    """Own units of a type in a place that have not been exchanged this turn, sound ones first."""
    fresh = view.flag(FRESH, ())
    units = [u for u in view.units(place, power) if u.type == type_ and u.id not in fresh and u.carrier is None]
    return sorted(units, key=lambda u: u.damage)


def _swap(act: Act, order: Upgrade, units: list[Unit]) -> None:
    unit, count, since = act.profile(act.active, order.to), len(units), len(act.events)
    cost = count * unit.number("upgrade_cost")
    pay(
        act,
        purse_of(act, act.active, order.place),
        cost,
        f"Upgrading {act.table.units[order.item.unit].counted(count)} to {unit.name}",
    )
    for old in units:
        act.change(old, type=unit.name)
    act.set_flag(FRESH, (*act.flag(FRESH, ()), *ids(units)))
    count_bought(act, unit.name, count)
    old_ones, new = act.table.units[order.item.unit].counted(count), unit.counted(count)
    act.note(f"{act.active}: {old_ones} in {order.place} turned into {new} ({cost} IPC).", since=since)
