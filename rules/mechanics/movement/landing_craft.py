"""Landing craft: they carry a load from a coast over a zone to another coast, and never stop at sea."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.core import moments
from rules.core.act import Act, task
from rules.core.hooks import Rule
from rules.core.view import View
from rules.mechanics.movement.over_water import OverWater, over_sea
from rules.model.names import listing
from rules.model.orders import Items, Move, Order, Path, Ship
from rules.model.profiles import LAND, UnitType
from rules.model.refusals import Refusal
from rules.model.state import COMBAT_MOVE, NONCOMBAT, Task, Unit, ids
from rules.movement import boarding, packing, selection

NAME: Final = "landing craft"
ASHORE: Final = "craft ashore"


def craft(rule: str, capacity: int, size: int, **fields: object) -> UnitType:
    """The landing craft of a document: its load as a transport's, its own size aboard one; further fields of the profile
    (`powers`, `by_power`, `numbers`, ...)."""
    traits = frozenset({"stands by", "cannot hold", "no fighter", "cannot capture"})
    common = {"aliases": ("lc", "lcv"), "plural": NAME, "move": 1, "cost": 3, "cargo": size, "capacity": capacity}
    return UnitType(NAME, LAND, rule=rule, **{**common, "traits": traits, **fields})  # type: ignore[arg-type]


@dataclass(frozen=True, eq=False, kw_only=True)
class LandingCraft(OverWater):
    """`ship 1 tank: United Kingdom > SZ 110 > Normandy/Bordeaux using 1 landing craft: United Kingdom`; empty ones, in
    noncombat move: `move 1 landing craft: A > SZ > B`, or one territory by land, or aboard a transport.

    In combat move they go with troops only; the craft may be lost in their stead, and does not count.
    cites: those of `OverWater`, and "load".
    """

    # --- orders ------------------------------------------------------------------------------------

    def handle(self, act: Act, order: Order) -> bool:
        """Craft with a load, and empty ones over a zone."""
        if act.phase not in (COMBAT_MOVE, NONCOMBAT):
            return False
        if isinstance(order, Ship) and order.using and all(i.unit == NAME for i in order.using):
            self._ship(act, order.using, order.using_at, order.items, self._whole(act, order.path))
            return True
        if not isinstance(order, Move) or not all(i.unit == NAME for i in order.items):
            return False
        path = self._whole(act, order.path)
        if not over_sea(act, path):
            return False
        if act.phase == COMBAT_MOVE:
            act.check(self._idle(act))
        self._ship(act, order.items, path[0], (), path)
        return True

    def may_move(self, view: View, unit: Unit, phase: str) -> Refusal | None:
        """By itself or aboard a transport only in noncombat move."""
        return self._idle(view) if unit.type == NAME and phase == COMBAT_MOVE else None

    def _idle(self, view: View) -> Refusal:
        text = (
            "In combat move landing craft go only with troops, onto hostile land: ship 1 infantry: A > SZ > B using "
            "1 landing craft: A."
        )
        return Refusal("wrong-phase", text, self.cite("phase"))

    def _ship(self, act: Act, using: Items, at: str, items: Items, path: Path) -> None:
        if at != path[0]:
            act.refuse("no-path", f"Landing craft load where they stand, in {at}, not in {path[0]}.", self.cite("load"))
        self._check_way(act, path)
        vessels = selection.fresh(act, path[0], using, self.cite("way"))
        load = boarding.passengers(act, items, path[0])
        stowed = packing.pack(
            act, load, vessels, lambda u, s: act.table.veto(Rule.may_load, act, u, s, act.phase) is None
        )
        if stowed is None:
            room = listing([str(act.of(v).capacity) for v in vessels])
            act.refuse("no-capacity", f"That does not go aboard: the craft have room {room}.", self.cite("load"))
        if items and len({ship.id for _, ship in stowed}) < len(vessels):
            act.refuse("no-capacity", "A landing craft of the order would stay empty.", self.cite("load"))
        self._check_goal(act, [*vessels, *load], path)
        for unit, vessel in stowed:
            act.change(unit, carrier=vessel.id)
        self._sail(act, act.get((*ids(vessels), *ids(u for u, _ in stowed))), path)
        if act.phase == NONCOMBAT:
            act.later(task(ASHORE, units=ids(u for u, _ in stowed)))

    # --- ashore ------------------------------------------------------------------------------------

    def task(self, act: Act, task: Task) -> bool:
        """In noncombat move the load goes ashore when all that guards the coast has acted."""
        if task.name != ASHORE:
            return False
        _unload(act, act.get(task.data["units"]))
        return True

    @moments.battle_begins
    def _disembark(self, act: Act, battle: str) -> None:
        """The troops are out of their craft."""
        found = act.battle(battle)
        if found.kind == "land":
            _unload(act, [u for u in act.commanded(found.place, found.attacker) if _afloat(act, u)])

    @moments.battle_decided
    def _lose_craft(self, act: Act, battle: str) -> None:
        """Without a land unit that has won they are lost."""
        found = act.battle(battle)
        if found.kind != "land":
            return
        mine = act.commanded(found.place, found.attacker, LAND)
        if found.outcome != "attacker" or all(u.type == NAME for u in mine):
            for unit in [u for u in mine if u.type == NAME and u.role == "landed"]:
                act.remove(unit, "battle")

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Landings of as much as a craft takes, and of each kind alone; then empty crossings."""
        if power != view.active or view.phase not in (COMBAT_MOVE, NONCOMBAT):
            return ()
        ready = (u for u in view.forces(power) if u.type == NAME and u.fresh and not u.carrier)
        crafts = {(u.place, selection.called(view, u)): u for u in ready if view.place(u.place).is_land}
        return tuple(dict.fromkeys((*self._loaded(view, crafts), *self._empty(view, crafts))))

    def _loaded(self, view: View, crafts: Mapping[tuple[str, str], Unit]) -> Iterator[str]:
        whole: list[str] = []
        alone: list[str] = []
        for (place, vessel), craft in sorted(crafts.items()):
            troops = self._troops(view, place)
            names = dict.fromkeys(selection.called(view, u) for u in troops)
            full = Counter(selection.called(view, u) for u in _most(view, craft, troops))
            most = ", ".join(f"{n} {name}" for name, n in full.items())
            for way in self._goals(view, place) if troops else ():
                behind = f": {way} using 1 {vessel}: {place}"
                whole.append(f"ship {most}{behind}")
                alone += [f"ship 1 {name}{behind}" for name in names]
        return iter((*whole, *alone))

    def _troops(self, view: View, place: str) -> list[Unit]:
        """What may go aboard in a place, the most costly first."""
        here = [
            u for u in view.commanded(place, view.active) if packing.carried(view, u) and u.fresh and u.type != NAME
        ]
        able = [u for u in here if view.phase != COMBAT_MOVE or not view.has(u, "no assault")]
        return sorted(able, key=lambda u: -view.of(u).cost)

    def _empty(self, view: View, crafts: Iterable[tuple[str, str]]) -> Iterator[str]:
        for place, vessel in sorted(crafts) if view.phase == NONCOMBAT else ():
            yield from (f"move 1 {vessel}: {way}" for way in self._goals(view, place))


def _most(view: View, craft: Unit, troops: Sequence[Unit]) -> list[Unit]:
    """As much of some troops as a craft takes, those before others that come before them."""
    load: list[Unit] = []
    for unit in troops:
        if packing.takes(view, craft, unit) and packing.fits(view, craft, [*load, unit]):
            load.append(unit)
    return load


def _afloat(view: View, unit: Unit) -> bool:
    vessel = view.state.units.get(unit.carrier or 0)
    return vessel is not None and vessel.type == NAME


def _unload(act: Act, units: Sequence[Unit]) -> None:
    for unit in units:
        if _afloat(act, unit):
            act.change(unit, carrier=None)
