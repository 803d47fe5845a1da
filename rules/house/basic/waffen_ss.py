"""German Waffen-SS: infantry and tanks in Berlin are exchanged for better ones."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.act import Act
from rules.core.view import View
from rules.economy import limits
from rules.economy.purses import purse_of
from rules.house.basic.document import Section
from rules.model.orders import Order, Upgrade
from rules.model.profiles import LAND, UnitType
from rules.phases.purchase import count_bought, pay

ID, BERLIN, GERMANY = "bx.waffen-ss", "Germany", "Germany"
INFANTRY, PANZER = "waffen-ss infantry", "waffen-ss panzer"
FROM: Mapping[str, str] = {INFANTRY: "infantry", PANZER: "tank"}
UNITS = (
    UnitType(
        INFANTRY, LAND, plural=INFANTRY, aliases=("wss infantry", "ss infantry"), attack=2, defense=4, move=2, cost=5,
        powers=(GERMANY,), built_at=(BERLIN,), not_for_sale=True, rule=ID,
        numbers={"max_board": 6, "from_round": 1, "upgrade_cost": 2},
    ),
    UnitType(
        PANZER, LAND, aliases=("wss panzer", "ss panzer", "waffen-ss tank"), attack=4, defense=5, move=2, cost=7,
        traits=frozenset({"blitz", "leads mechanized", "pairs tactical"}),
        powers=(GERMANY,), built_at=(BERLIN,), not_for_sale=True, rule=ID,
        numbers={"max_board": 4, "from_round": 6, "upgrade_cost": 2},
    ),
)  # fmt: skip


class WaffenSS(Section):
    """Upgrades in Berlin in purchase, ready for combat at once."""

    id = ID
    title = "German Waffen-SS infantry and panzer"
    text = (
        "In purchase Germany may exchange its infantry in Berlin for Waffen-SS infantry (attack 2, defend 4, move 2 without "
        "blitz, at most 6 on the board) and, from Late 1942 (round 6), tanks there for Waffen-SS panzer (attack 4, defend 5, "
        "otherwise tanks, at most 4), for 2 IPC each: `upgrade 2 infantry to waffen-ss infantry: Germany`. They are ready "
        "at once and use no factory capacity. They never board a transport; artillery does not support Waffen-SS infantry."
    )
    source = "Basic Expansion: 2. German Waffen-SS Infantry and Waffen-SS Panzer"
    entries = tuple(f"BX-2.{n}" for n in range(1, 12))
    units = UNITS

    def handle(self, act: Act, order: Order) -> bool:
        """`upgrade N infantry to waffen-ss infantry: Germany` in purchase."""
        if not isinstance(order, Upgrade) or order.to not in FROM or act.phase != "purchase":
            return False
        _check(act, order)
        _swap(act, order)
        return True

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """As many as possible, and one."""
        if view.phase != "purchase" or power != GERMANY:
            return ()
        texts = []
        for to, source in FROM.items():
            here = sum(u.type == source for u in view.units(BERLIN, power))
            have = limits.owned(view, power, view.profile(power, to))
            most = min(here, view.profile(power, to).number("max_board") - have, view.money(power) // 2)
            texts += [f"upgrade {n} {source} to {to}: {BERLIN}" for n in dict.fromkeys((most, 1)) if n > 0]
        return tuple(texts)


def _check(act: Act, order: Upgrade) -> None:
    unit, count = act.profile(act.active, order.to), max(1, order.item.count)
    act.check(limits.upgrade_refusal(act, act.active, unit, 0))
    if order.item.unit != FROM[order.to]:
        text = f"{unit.many} come from {FROM[order.to]} only, not from {order.item.unit}."
        act.refuse(
            "not-eligible", text[0].upper() + text[1:], "BX-2.4" if order.item.unit in FROM.values() else "BX-2.5"
        )
    if order.place != BERLIN:
        act.refuse("wrong-site", f"The Waffen-SS is formed in Berlin (Germany), not in {order.place}.", "BX-2.3")
    if not act.held_since_start(BERLIN, act.active):
        act.refuse("capital-lost", "Berlin is not in German hands.", "BX-2.3")
    if order.item.tags:
        act.refuse("not-eligible", "Only Germany's own infantry and tanks are exchanged.", "BX-2.5")
    here = sum(u.type == order.item.unit for u in act.units(BERLIN, act.active))
    if here < count:
        text = f"{here} {order.item.unit} of Germany have stood in Berlin since an earlier turn, not {count}."
        act.refuse("not-enough-units", text, "BX-2.5")
    act.check(limits.upgrade_refusal(act, act.active, unit, count))


def _swap(act: Act, order: Upgrade) -> None:
    unit, count = act.profile(act.active, order.to), max(1, order.item.count)
    cost = count * unit.number("upgrade_cost")
    pay(act, purse_of(act, act.active, BERLIN), cost, f"Upgrading {count} {order.item.unit} to {unit.name}")
    for old in [u for u in act.units(BERLIN, act.active) if u.type == order.item.unit][:count]:
        act.change(old, type=unit.name)
    count_bought(act, unit.name, count)
    act.note(
        f"{act.active}: {count} {order.item.unit} in Berlin become {unit.many if count > 1 else unit.name} ({cost} IPC)."
    )


RULE = WaffenSS()
