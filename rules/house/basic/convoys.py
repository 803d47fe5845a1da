"""Convoys: one escort with one or two transports of a zone (BX-3.5, 3.6, 3.17).

Convoys form by themselves, as many as the rule allows. What an owner orders is kept by zone as pairs (escort,
its transports); a pair without transports is an escort that stays alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.battle import sides
from rules.battle.ranks import Ranks
from rules.core.act import Act
from rules.core.view import View
from rules.model.orders import Form, Item
from rules.model.profiles import SEA
from rules.model.state import Battle, Unit
from rules.movement import pick

FLAG = "bx.convoys"
ESCORT, MOST = "escort", 2
Convoy = tuple[int, tuple[int, ...]]


def ordered(view: View, zone: str, units: Sequence[Unit]) -> tuple[Convoy, ...]:
    """The pairs ordered for a zone, as far as some of its units still make them up."""
    alive = {u.id for u in units}
    found = []
    for escort, transports in view.flag(FLAG, {}).get(zone, ()):
        left = tuple(t for t in transports if t in alive)
        if escort in alive and (left or not transports):
            found.append((escort, left))
    return tuple(found)


def formed(view: View, zone: str, units: Sequence[Unit]) -> tuple[Convoy, ...]:
    """The convoys among some units of a side in a zone: those ordered, then the fullest that can still be."""
    escorts = sorted(u.id for u in units if u.type == ESCORT)
    transports = sorted(u.id for u in units if view.has(u, "transport"))
    said = ordered(view, zone, units)
    found = [c for c in said if c[1]]
    free = [t for t in transports if not any(t in c[1] for c in found)]
    if any(len(c[1]) < MOST for c in found):
        return tuple(found)
    for escort in (e for e in escorts if not any(e == c[0] for c in said)):
        if free:
            found.append((escort, tuple(free[:MOST])))
            free = free[MOST:]
    return tuple(found)


def members(view: View, zone: str, units: Sequence[Unit]) -> set[int]:
    """Ids of the units in a convoy."""
    return {i for escort, transports in formed(view, zone, units) for i in (escort, *transports)}


def strengthen(view: View, battle: Battle, ranks: Ranks, escort: int, transport: int) -> None:
    """Let the units of convoys defend at least at these numbers. Convoys that were ordered are told by their units."""
    if view.flag(FLAG, {}).get(battle.place):
        ids = members(view, battle.place, sides.units(view, battle, sides.DEFENDER))
        for rank in [r for r in ranks if r.unit.id in ids]:
            least = escort if rank.unit.type == ESCORT else transport
            ranks.improve([rank], rank.count, partial(max, least))
        return
    guards = sorted((r for r in ranks if r.unit.type == ESCORT), key=lambda r: r.unit.id)
    guarded = sorted((r for r in ranks if view.has(r.unit, "transport")), key=lambda r: r.unit.id)
    many = ranks.total(lambda u: int(u.type == ESCORT))
    full = (ranks.total(lambda u: int(view.has(u, "transport"))) + MOST - 1) // MOST
    ranks.improve(guards, full, partial(max, escort))
    ranks.improve(guarded, many * MOST, partial(max, transport))


def friends(view: View, zone: str, power: str) -> list[Unit]:
    """Ships of a power and its allies in a zone."""
    return [u for u in view.units(zone, domain=SEA) if view.cooperates(u.owner, power, zone)]


def form(act: Act, order: Form) -> None:
    """`form convoy: SZ 109: 1 escort, 2 transport`."""
    zone, ships = order.place, friends(act, order.place, act.active)
    said = ordered(act, zone, ships)
    convoys = tuple(c for c in said if c[1])
    escort, transports = _named(act, order, ships, {i for c in convoys for i in (c[0], *c[1])})
    if any(len(c[1]) < MOST for c in convoys):
        text = f"Another convoy in {zone} has one transport only: an escort takes two before the next takes any."
        act.refuse("not-eligible", text, "BX-3.6")
    _keep(act, zone, (*(c for c in said if c[0] != escort), (escort, transports)))
    many = "transports" if len(transports) > 1 else "transport"
    act.note(f"{act.active} forms a convoy in {zone}: 1 escort with {len(transports)} {many}.", place=zone)


def _named(act: Act, order: Form, ships: Sequence[Unit], busy: set[int]) -> Convoy:
    units = act.table.units
    escorts = sum(i.count for i in order.items if i.unit == ESCORT)
    carried = sum(i.count for i in order.items if units[i.unit].has("transport"))
    others = any(i.unit != ESCORT and not units[i.unit].has("transport") for i in order.items)
    if escorts != 1 or not 1 <= carried <= MOST or others:
        text = "A convoy is 1 escort with 1 or 2 transports: form convoy: SZ 109: 1 escort, 2 transport."
        act.refuse("not-eligible", text, "BX-3.17")
    chosen: list[int] = []
    for item in order.items:
        chosen += _pick(act, order.place, item, [u for u in ships if u.id not in (*busy, *chosen)])
    escort = next(i for i in chosen if act.state.units[i].type == ESCORT)
    return escort, tuple(i for i in chosen if i != escort)


def _pick(act: Act, zone: str, item: Item, free: Sequence[Unit]) -> list[int]:
    """Ships for an item: escorts of the power itself, its own transports before those of allies."""
    owners = {p for t in item.tags if (p := act.board.power_names.find(t))}
    fits = [u for u in free if pick.fits(act, u, item) and (not owners or u.owner in owners)]
    fits = [u for u in fits if item.unit != ESCORT or u.owner == act.active]
    fits.sort(key=lambda u: (u.owner != act.active, u.id))
    if len(fits) < item.count:
        text = f"{len(fits)} {act.table.units[item.unit].many} in {zone} are free for a convoy, not {item.count}."
        act.refuse("not-enough-units", text, "BX-3.5")
    return [u.id for u in fits[: item.count]]


def disband(act: Act, zone: str) -> None:
    """`disband convoy: SZ 109`: the power's own escorts there stay alone."""
    ships = friends(act, zone, act.active)
    mine = [u.id for u in ships if u.type == ESCORT and u.owner == act.active]
    if not mine:
        act.refuse("not-enough-units", f"{act.active} has no escort in {zone}.", "BX-3.5")
    others = tuple(c for c in ordered(act, zone, ships) if c[0] not in mine)
    _keep(act, zone, (*others, *((i, ()) for i in mine)))
    act.note(f"{act.active} keeps its escorts in {zone} out of convoys.", place=zone)


def _keep(act: Act, zone: str, convoys: Sequence[Convoy]) -> None:
    act.set_flag(FLAG, {**act.flag(FLAG, {}), zone: tuple(convoys)})


def offers(view: View, power: str) -> tuple[str, ...]:
    """Orders about convoys that a power can give now."""
    zones = sorted({u.place for u in view.state.units.values() if u.type == ESCORT and u.owner == power})
    texts = []
    for zone in zones:
        ships = friends(view, zone, power)
        count = min(MOST, sum(view.has(u, "transport") for u in ships))
        alone = any(not c[1] for c in ordered(view, zone, ships))
        if count and alone:
            texts.append(f"form convoy: {zone}: 1 escort, {count} transport")
        elif count:
            texts.append(f"disband convoy: {zone}")
    return tuple(texts)
