"""Who may buy what, and how many: the limits that stand in a unit's profile, enforced for any unit."""

from __future__ import annotations

from collections import Counter

from rules.core.hooks import Rule
from rules.core.view import View
from rules.economy import capacity
from rules.economy.prices import batch, bought
from rules.model.names import listing, sentence
from rules.model.profiles import FACILITY, MARKER, UnitType
from rules.model.refusals import Refusal


def buy_refusal(view: View, power: str, unit: UnitType, count: int, site: str) -> Refusal | None:
    """Why a power may not buy `count` of a unit now (money and the site's own conditions apart)."""
    return (
        _sale(view, unit)
        or _owner(view, power, unit)
        or _dates(view, unit)
        or _batch(unit, count)
        or _turn_limit(view, power, unit, count)
        or _board_limit(view, power, unit, count)
        or view.table.veto(Rule.may_buy, view, power, unit, count, site)
        or _quota(view, power, unit, count)
    )


def upgrade_refusal(view: View, power: str, unit: UnitType, count: int) -> Refusal | None:
    """Why a power may not turn `count` units into ones of this type now: nations, dates, numbers."""
    return (
        _owner(view, power, unit)
        or _dates(view, unit)
        or _turn_limit(view, power, unit, count)
        or _board_limit(view, power, unit, count)
    )


def _sale(view: View, unit: UnitType) -> Refusal | None:
    if unit.not_for_sale or (unit.domain == MARKER and not unit.cost):
        return Refusal("not-for-sale", sentence(f"{unit.many} cannot be bought"), _rule(view, unit))
    return None


def _owner(view: View, power: str, unit: UnitType) -> Refusal | None:
    if unit.powers and power not in unit.powers:
        who = listing(unit.powers)
        return Refusal("not-for-sale", f"Only {who} may buy {unit.many}.", _rule(view, unit))
    return None


def _dates(view: View, unit: UnitType) -> Refusal | None:
    now, first, last = view.state.turn.round, unit.number("from_round"), unit.number("to_round")
    name = view.board.round_name
    if first and now < first:
        text = f"{unit.many} can be bought from {name(first)} (round {first}); this is {name(now)} (round {now})"
        return Refusal("too-early", sentence(text), _rule(view, unit))
    if last and now > last:
        text = f"{unit.many} could be bought until {name(last)} (round {last}); this is {name(now)} (round {now})"
        return Refusal("too-late", sentence(text), _rule(view, unit))
    return None


def _batch(unit: UnitType, count: int) -> Refusal | None:
    size = batch(unit)
    only = size > 1 and unit.number("max_turn") == size
    if count % size or (only and count > size):
        series = str(size) if only else f"{size}, {2 * size}, …"
        text = f"{unit.many} come in batches of {size}: {series} and not {count}"
        return Refusal("batch-size", sentence(text), unit.rule)
    return None


def _turn_limit(view: View, power: str, unit: UnitType, count: int) -> Refusal | None:
    limit, so_far = unit.number("max_turn"), bought(view, power).get(unit.name, 0)
    if limit and so_far + count > limit:
        text = f"At most {unit.counted(limit)} a turn: {so_far} bought already, {count} more ordered."
        return Refusal("limit-per-turn", text, _rule(view, unit))
    return None


def _board_limit(view: View, power: str, unit: UnitType, count: int) -> Refusal | None:
    limit = unit.number("max_board")
    if not limit:
        return None
    have = owned(view, power, unit)
    if have + count > limit:
        text = f"At most {unit.counted(limit)} of a power at once: {power} has {have}, {count} more ordered."
        return Refusal("limit-on-board", text, _rule(view, unit))
    return None


def _quota(view: View, power: str, unit: UnitType, count: int) -> Refusal | None:
    """No more than all sites together make of a type with a quota of its own."""
    if not unit.has("own quota"):
        return None
    waiting = sum(b.count for b in view.state.pool.get(power, ()) if b.type == unit.name)
    makes = capacity.quotas(view, power, unit)
    if makes < 0 or waiting + count <= makes:
        return None
    text = f"{power} can make {unit.counted(makes)} this turn: {waiting} bought already, {count} more ordered."
    return Refusal("factory-capacity", text, _rule(view, unit))


def owned(view: View, power: str, unit: UnitType) -> int:
    """How many of a type a power has: on the board and bought."""
    waiting = sum(b.count for b in view.state.pool.get(power, ()) if b.type == unit.name)
    if unit.domain == FACILITY:
        places = (p for p, owner in view.state.owners.items() if owner == power)
        return waiting + sum(len(view.facilities(p, unit.name)) for p in places)
    return waiting + view.memoized(("owned", power), lambda: _standing(view, power))[unit.name]


def _standing(view: View, power: str) -> Counter[str]:
    return Counter(u.type for u in view.state.units.values() if u.owner == power)


def _rule(view: View, unit: UnitType) -> str:
    return unit.rule or view.cite("buying")
