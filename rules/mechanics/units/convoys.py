"""Convoys: one escort with one or two transports of a zone, which defend together.

Convoys form by themselves, as many as the rule allows. What an owner orders is kept by zone as pairs (escort,
its transports); a pair without transports is an escort that stays alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from rules.battle import sides
from rules.battle.sides import DEFENDER
from rules.core import moments
from rules.core.act import Act
from rules.core.view import View
from rules.mechanics.mechanic import Mechanic
from rules.model.orders import Disband, Form, Item, Order
from rules.model.profiles import SEA
from rules.model.ranks import Ranks
from rules.model.state import Battle, Unit
from rules.movement import selection

ESCORT: Final = "escort"
MOST = 2
GUARDED: Final = "guarded transports"
Convoy = tuple[int, tuple[int, ...]]


@dataclass(frozen=True, eq=False, kw_only=True)
class Convoys(Mechanic):
    """An escort in a convoy defends at `escort`, its transports at `transport`, those too whose escort falls in the
    battle; an escort takes two before the next takes any.

    flag: where convoys by order are remembered (the rule lists it in `flags`): zone -> [escort, transports] by unit
    number, no transports: alone. cites: "alone" (what there must be), "full" (two before the next), "size".
    """

    flag: str
    escort: int = 3
    transport: int = 1

    # --- battle ------------------------------------------------------------------------------------

    def battle_facts(self, view: View, battle: Battle, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """Which transports begin a battle in a convoy."""
        if battle.kind != "sea":
            return facts
        formed = self.formed(view, battle.place, sides.units(view, battle, DEFENDER))
        guarded = tuple(sorted(t for _, transports in formed for t in transports))
        return {**facts, GUARDED: guarded} if guarded else facts

    def battle_numbers(self, view: View, battle: Battle, side: str, ranks: Ranks) -> Ranks:
        """The numbers of a convoy."""
        if side == DEFENDER and battle.kind == "sea":
            self._strengthen(view, battle, ranks)
        return ranks

    @moments.battle_begins
    def _announce(self, act: Act, battle: str) -> None:
        """Say which convoys there are."""
        found = act.battle(battle)
        defenders = sides.units(act, found, DEFENDER)
        formed = self.formed(act, found.place, defenders) if found.kind == "sea" else ()
        for _, transports in formed:
            act.note(f"Convoy in {found.place}: 1 escort with {_transports(transports)}.", battle=battle)

    # --- orders ------------------------------------------------------------------------------------

    def handle(self, act: Act, order: Order) -> bool:
        """`form convoy` and `disband convoy` in the owner's turn."""
        if isinstance(order, Form) and order.formation == "convoy":
            self.form(act, order)
        elif isinstance(order, Disband) and order.formation == "convoy":
            self.disband(act, order.place)
        else:
            return False
        return True

    def ordered(self, view: View, zone: str, units: Sequence[Unit]) -> tuple[Convoy, ...]:
        """The pairs ordered for a zone, as far as some of its units still make them up."""
        alive = {u.id for u in units}
        found = []
        for escort, transports in view.flag(self.flag, {}).get(zone, ()):
            left = tuple(t for t in transports if t in alive)
            if escort in alive and (left or not transports):
                found.append((escort, left))
        return tuple(found)

    def formed(self, view: View, zone: str, units: Sequence[Unit]) -> tuple[Convoy, ...]:
        """The convoys among some units of a side in a zone: those ordered, then the fullest that can still be."""
        escorts = sorted(u.id for u in units if u.type == ESCORT)
        transports = sorted(u.id for u in units if view.has(u, "transport"))
        said = self.ordered(view, zone, units)
        found = [c for c in said if c[1]]
        free = [t for t in transports if not any(t in c[1] for c in found)]
        if any(len(c[1]) < MOST for c in found):
            return tuple(found)
        for escort in (e for e in escorts if not any(e == c[0] for c in said)):
            if free:
                found.append((escort, tuple(free[:MOST])))
                free = free[MOST:]
        return tuple(found)

    def _strengthen(self, view: View, battle: Battle, ranks: Ranks) -> None:
        """Let the units of convoys defend at least at these numbers. Convoys that were ordered are told by their units."""
        if view.flag(self.flag, {}).get(battle.place):
            formed = self.formed(view, battle.place, sides.units(view, battle, DEFENDER))
            ids = {escort for escort, _ in formed} | set(battle.fact(GUARDED, ()))
            for rank in [r for r in ranks if r.unit.id in ids]:
                least = self.escort if rank.unit.type == ESCORT else self.transport
                ranks.improve([rank], rank.count, partial(max, least))
            return
        guards = sorted((r for r in ranks if r.unit.type == ESCORT), key=lambda r: r.unit.id)
        guarded = sorted((r for r in ranks if view.has(r.unit, "transport")), key=lambda r: r.unit.id)
        full = (ranks.total(lambda u: int(view.has(u, "transport"))) + MOST - 1) // MOST
        ranks.improve(guards, full, partial(max, self.escort))
        ranks.improve(guarded, len(battle.fact(GUARDED, ())), partial(max, self.transport))

    def form(self, act: Act, order: Form) -> None:
        """`form convoy: SZ 109: 1 escort, 2 transport`."""
        zone, ships = order.place, friends(act, order.place, act.active)
        said = self.ordered(act, zone, ships)
        convoys = tuple(c for c in said if c[1])
        escort, transports = self._named(act, order, ships, {i for c in convoys for i in (c[0], *c[1])})
        if any(len(c[1]) < MOST for c in convoys):
            text = f"Another convoy in {zone} has one transport only: an escort takes two before the next takes any."
            act.refuse("not-eligible", text, self.cite("full"))
        self._keep(act, zone, (*(c for c in said if c[0] != escort), (escort, transports)))
        act.note(f"{act.active} forms a convoy in {zone}: 1 escort with {_transports(transports)}.", place=zone)

    def _named(self, act: Act, order: Form, ships: Sequence[Unit], busy: set[int]) -> Convoy:
        units = act.table.units
        escorts = sum(i.count for i in order.items if i.unit == ESCORT)
        carried = sum(i.count for i in order.items if units[i.unit].has("transport"))
        others = any(i.unit != ESCORT and not units[i.unit].has("transport") for i in order.items)
        if escorts != 1 or not 1 <= carried <= MOST or others:
            text = "A convoy is 1 escort with 1 or 2 transports: form convoy: SZ 109: 1 escort, 2 transport."
            act.refuse("not-eligible", text, self.cite("size"))
        chosen: list[int] = []
        for item in order.items:
            chosen += self._pick(act, order.place, item, [u for u in ships if u.id not in (*busy, *chosen)])
        escort = next(i for i in chosen if act.state.units[i].type == ESCORT)
        return escort, tuple(i for i in chosen if i != escort)

    def _pick(self, act: Act, zone: str, item: Item, free: Sequence[Unit]) -> list[int]:
        """Ships for an item: escorts of the power itself, its own transports before those of allies."""
        owners = {p for t in item.tags if (p := act.board.power_names.find(t))}
        fits = [u for u in free if selection.fits(act, u, item) and (not owners or u.owner in owners)]
        fits = [u for u in fits if item.unit != ESCORT or u.owner == act.active]
        fits.sort(key=lambda u: (u.owner != act.active, u.id))
        if len(fits) < item.count:
            text = f"Free for a convoy in {zone}: {act.table.units[item.unit].counted(len(fits))}, not {item.count}."
            act.refuse("not-enough-units", text, self.cite("alone"))
        return [u.id for u in fits[: item.count]]

    def disband(self, act: Act, zone: str) -> None:
        """`disband convoy: SZ 109`: the power's own escorts there stay alone."""
        ships = friends(act, zone, act.active)
        mine = [u.id for u in ships if u.type == ESCORT and u.owner == act.active]
        if not mine:
            act.refuse("not-enough-units", f"{act.active} has no escort in {zone}.", self.cite("alone"))
        others = tuple(c for c in self.ordered(act, zone, ships) if c[0] not in mine)
        self._keep(act, zone, (*others, *((i, ()) for i in mine)))
        act.note(f"{act.active} keeps its escorts in {zone} out of convoys.", place=zone)

    def _keep(self, act: Act, zone: str, convoys: Sequence[Convoy]) -> None:
        act.set_flag(self.flag, {**act.flag(self.flag, {}), zone: tuple(convoys)})

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Convoys to form or to disband."""
        if power != view.active:
            return ()
        zones = sorted({u.place for u in view.state.units.values() if u.type == ESCORT and u.owner == power})
        texts = []
        for zone in zones:
            ships = friends(view, zone, power)
            count = min(MOST, sum(view.has(u, "transport") for u in ships))
            alone = any(not c[1] for c in self.ordered(view, zone, ships))
            if count and alone:
                texts.append(f"form convoy: {zone}: 1 escort, {count} transport")
            elif count:
                texts.append(f"disband convoy: {zone}")
        return tuple(texts)


def friends(view: View, zone: str, power: str) -> list[Unit]:
    """Ships of a power and its allies in a zone."""
    return [u for u in view.units(zone, domain=SEA) if view.cooperates(u.owner, power, zone)]


def _transports(ids: Sequence[int]) -> str:
    return f"{len(ids)} {'transports' if len(ids) > 1 else 'transport'}"
