"""Purchase and repair: buying, taking back, repairing facilities (CL-4, G40-4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from rules.core.act import Act, Handlers
from rules.core.purses import pay, purse_of
from rules.economy import limits, pool, prices
from rules.economy.sites import facility_refusal
from rules.model.names import listing
from rules.model.orders import Buy, Give, Item, Repair, Unbuy, Upgrade
from rules.model.profiles import FACILITY
from rules.model.refusals import Refusal
from rules.model.state import MOST_UNITS, Bought
from rules.phases import repairs


def begin(act: Act) -> None:
    """Nothing happens by itself."""


def end(act: Act) -> None:
    """What was bought waits for mobilize."""


def buy(act: Act, order: Buy) -> None:
    """`buy ITEMS [: SITE]`: all or nothing. A site behind a mixed list is meant for its facilities."""
    sited = [act.table.units[i.unit].domain == FACILITY for i in order.items]
    lines = [(i, order.site if built or not any(sited) else "") for i, built in zip(order.items, sited, strict=True)]
    bill: list[tuple[str, Item, int]] = []
    for item, site in lines:
        _check(act, item, site)
        purse, cost = _purse(act, item, site), prices.price(act, act.active, item.unit, item.count)
        if cost > act.state.money.get(purse, 0) and any(payer == purse for payer, _, _ in bill):
            _too_dear(act, purse, bill, lines[len(bill) :])
        _buy(act, item, site, purse, cost)
        bill.append((purse, item, cost))


def _check(act: Act, item: Item, site: str) -> None:
    power, unit = act.active, act.profile(act.active, item.unit)
    act.check(limits.buy_refusal(act, power, unit, item.count, site))
    if site:
        if unit.domain != FACILITY:
            act.refuse(
                "wrong-site", f"{unit.many} are placed in mobilize; only bases and complexes name their place now."
            )
        act.check(facility_refusal(act, power, unit, item.count + _planned(act, item.unit, site), site))


def _too_dear(
    act: Act, purse: str, bought: Sequence[tuple[str, Item, int]], left: Sequence[tuple[Item, str]]
) -> NoReturn:
    """The refusal of a list that a purse cannot pay as a whole: what each item costs, what was at hand before the first.
    bought: purse, item and price of what stands before what it cannot pay; left: items and sites from there on."""
    paid = [(item, cost) for payer, item, cost in bought if payer == purse]
    mine = [item for item, site in left if _purse(act, item, site) == purse]
    bill = paid + [(item, prices.price(act, act.active, item.unit, item.count)) for item in mine]
    have = act.state.money.get(purse, 0) + sum(cost for _, cost in paid)
    each, total = listing([f"{_counted(act, item)} {cost}" for item, cost in bill]), sum(cost for _, cost in bill)
    hint = _other_purse(act, purse, *bill[len(paid)])
    text = f"Together that costs {total} IPC ({each}); {purse} has {have}. {hint}"
    act.refuse("not-enough-money", text.strip(), act.cite("buying"))


def _counted(act: Act, item: Item) -> str:
    return str(item) if item.tags else act.table.units[item.unit].counted(item.count)


def _buy(act: Act, item: Item, site: str, purse: str, cost: int) -> None:
    power, since = act.active, len(act.events)
    hint = "" if site else _other_purse(act, purse, item, cost)
    pay(act, purse, cost, _counted(act, item), hint, many=item.count > 1)
    act.check(_too_many(act, item.count))
    for count in prices.lots(act, power, item.unit, item.count):
        paid = prices.price(act, power, item.unit, count)
        pool.add(act, power, Bought(item.unit, count, purse, paid, site))
        count_bought(act, item.unit, count)
    what = f"{act.table.units[item.unit].counted(item.count)}{f' for {site}' if site else ''} ({cost} IPC)"
    bought = {"power": power, "what": what, "purse": purse, "left": act.state.money.get(purse, 0)}
    act.note(f"{power} buys {what}.", since=since, bought=bought)


def _too_many(act: Act, count: int) -> Refusal | None:
    """Why no game may have so many units more."""
    bought = sum(b.count for pool in act.state.pool.values() for b in pool)
    left = max(0, MOST_UNITS - len(act.state.units) - bought)
    return Refusal("limit-on-board", f"A game has at most {MOST_UNITS} units; {left} more.") if count > left else None


def _planned(act: Act, type_: str, site: str) -> int:
    """Facilities of the kind already bought for a site this turn."""
    units = act.table.units
    both = units[type_].has("complex")
    return sum(
        b.count
        for b in act.state.pool.get(act.active, ())
        if b.site == site and (b.type == type_ or (both and units[b.type].has("complex")))
    )


def _purse(act: Act, item: Item, site: str) -> str:
    """The purse that pays: named by a tag (the only one by any name of its power), else that of the site, else the
    power's first."""
    own = act.purses(act.active)
    tags = [own[0] if len(own) == 1 and act.board.power_names.find(t) == act.active else t for t in item.tags]
    for tag in tags:
        if tag not in own:
            act.refuse("syntax", f"“{tag}” is no purse of {act.active}; it has {' and '.join(own)}.")
    named = tags[0] if tags else ""
    if site and named and named != purse_of(act, act.active, site):
        text = f"{site} belongs to {purse_of(act, act.active, site)}, which pays for what is built there."
        act.refuse("wrong-site", text, act.cite("purses"))
    return named or (purse_of(act, act.active, site) if site else own[0])


def _other_purse(act: Act, purse: str, item: Item, cost: int) -> str:
    """Says which other purse of the power could pay for units."""
    able = [p for p in act.purses(act.active) if p != purse and act.state.money.get(p, 0) >= cost]
    return f"{able[0]} could pay: buy {item.count} {item.unit} ({able[0]})." if able else ""


def count_bought(act: Act, unit: str, count: int) -> None:
    """Remember how many of a type were bought this turn (limits a turn)."""
    bought = dict(act.flag(prices.BOUGHT, {}))
    bought[unit] = bought.get(unit, 0) + count
    act.set_flag(prices.BOUGHT, bought)


def unbuy(act: Act, order: Unbuy) -> None:
    """`unbuy ITEMS [: SITE]`: give back what was bought this turn, at its price."""
    for item in order.items:
        _unbuy(act, item, order.site)


def _unbuy(act: Act, item: Item, site: str) -> None:
    entries = pool.matching(act.state.pool.get(act.active, ()), item.unit, item.tags, site)
    entries = [b for b in entries if not any(m.startswith(".") for m in b.marks)]  # of this turn, not stored
    have = sum(b.count for b in entries)
    if have < item.count:
        act.refuse(
            "not-enough-units", f"{act.table.units[item.unit].counted(have)} bought this turn, not {item.count}."
        )
    size = prices.batch(act.profile(act.active, item.unit))
    if item.count % size:
        act.refuse("batch-size", f"{act.table.units[item.unit].many} come in batches of {size}.")
    left, since, back = item.count, len(act.events), 0
    for entry in sorted(entries, key=lambda b: -b.price / b.count):
        taken = pool.take(act, act.active, entry, min(left, entry.count))
        act.pay(taken.purse, -taken.price, "returned")
        left, back = left - taken.count, back + taken.price
        if not left:
            break
    count_bought(act, item.unit, -item.count)
    what = act.table.units[item.unit].counted(item.count)
    act.note(f"{act.active} gives back {what} ({back} IPC); {act.money(act.active)} IPC left.", since=since)


def upgrade(act: Act, order: Upgrade) -> None:
    """Upgrades are all of some rule's: without one, there is nothing to upgrade."""
    act.refuse("not-eligible", f"{order.item.unit} cannot be upgraded to {order.to} in this game.")


def give(act: Act, order: Give) -> None:
    """Money is never given (CL-1.5, G40-1.6), unless a rule takes the order first."""
    act.refuse("not-eligible", "Money is never given, lent or shared between powers.", act.cite("money"))


HANDLERS: Handlers = {
    Buy: buy,
    Unbuy: unbuy,
    Repair: repairs.repair,
    Upgrade: upgrade,
    Give: give,
}
UNDO = True
