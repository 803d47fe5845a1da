"""Sea mines: carried and laid by transports, rolled for by every enemy ship that enters."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from rules.battle.sides import DEFENDER
from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.economy import pool
from rules.mechanics.fire.entry_fire import EntryFire
from rules.model.board import EVERY_BOARD
from rules.model.orders import Item, Lay, Load, Order
from rules.model.profiles import MARKER, SEA, UnitType
from rules.model.refusals import Refusal
from rules.model.salvo import Salvo, Shot
from rules.model.state import NONCOMBAT, Bought, Rolled, Unit
from rules.movement import guests, packing

ID, NAME, SPENT = "rw.sea-mines", "sea mine", "turn.mines spent"
MINE = UnitType(NAME, MARKER, aliases=("mine",), cost=5, cargo=1, rule=ID)


class Explosion(EntryFire):
    """A die for each enemy ship, of all of one order together."""

    def shooters(self, view: View, unit: Unit, place: str) -> Sequence[Unit]:
        """The mine of a zone, if it is an enemy's."""
        return [u for u in view.units(place) if _laid(u) and view.at_war(u.owner, unit.owner)]

    def salvo(self, view: View, shooters: Sequence[Unit], targets: Sequence[Unit]) -> Salvo:
        """One die a ship, aimed at it; a two-hit ship is damaged first."""
        ships = sorted(targets, key=lambda u: (u.type, u.id))
        shots = tuple(Shot(shooters[0].id, 1, u.type, target=u.id) for u in ships)
        return Salvo("mine", DEFENDER, shots, why="mine", loss="mine")

    def fired(self, act: Act, shooters: Sequence[Unit], targets: Sequence[Unit], dice: Sequence[Rolled]) -> None:
        """What has hit is gone when the movement is over."""
        if any(die.hit for die in dice):
            act.set_flag(SPENT, tuple(sorted({*act.flag(SPENT, ()), shooters[0].id})))


class SeaMines(Rule):
    """A mine rolls one die for each enemy ship that enters its zone: 1 hits."""

    id = ID
    title = "Sea mines"
    text = (
        "A mine costs 5 IPC and is loaded in mobilize on a transport of yours beside one of your complexes "
        "(`load 1 sea mine: ZONE`), two a transport; it takes the room of one infantry. In noncombat move the transport "
        "lays one mine (`lay 1 sea mine: ZONE`) in a zone without enemy units and without a mine, which ends its move. "
        "Every enemy ship that enters, submarines too, rolls: on 1 it is hit, and the mine goes when the movement phase "
        "ends. The layer's side is safe."
    )
    source = "Rules of Warfare: New Units, Sea Mines"
    entries = tuple(f"RW-4.{n}" for n in range(1, 9))
    boards = EVERY_BOARD
    units = (MINE,)
    parts = (Explosion(id=ID, domain=SEA, words="a mine"),)

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """It takes the room of an infantry of the board."""
        return dataclasses.replace(unit, cargo=view.table.units["infantry"].cargo) if unit.name == NAME else unit

    def may_place(self, view: View, power: str, unit: UnitType, count: int, place: str) -> Refusal | None:
        """Mines are loaded, not placed."""
        if unit.name == NAME:
            return Refusal("wrong-site", "Mines are loaded on a transport: load 1 sea mine: ZONE.", "RW-4.1")
        return None

    def placing_order(self, view: View, power: str, bought: Bought, order: str) -> str:
        """They are loaded as long as one finds room aboard."""
        if bought.type != NAME:
            return order
        zone = next((z for z in view.board.places if _harbour(view, z) and _loaders(view, z)), "")
        return f"load 1 {NAME}: {zone}" if zone else ""

    def handle(self, act: Act, order: Order) -> bool:
        """`load N sea mine: ZONE` in mobilize, `lay 1 sea mine: ZONE` in noncombat move."""
        if isinstance(order, Load) and any(i.unit == NAME for i in order.items):
            if act.phase != "mobilize":
                act.refuse("wrong-phase", "Mines are loaded in mobilize.", "RW-4.1")
            for item in order.items:
                _load(act, item, order.path[-1])
            return True
        if isinstance(order, Lay) and order.items[0].unit == NAME:
            _lay(act, order)
            return True
        return False

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Loading in mobilize, laying in noncombat move."""
        ships = [u for u in view.state.units.values() if u.owner == power and view.has(u, "transport")]
        zones = sorted({s.place for s in ships})
        if view.phase == "mobilize":
            have = sum(b.count for b in view.state.pool.get(power, ()) if b.type == NAME)
            return tuple(f"load {n} {NAME}: {z}" for z in zones for n in range(min(2, have), 0, -1))
        if view.phase == NONCOMBAT:
            return tuple(f"lay 1 {NAME}: {z}" for z in sorted({s.place for s in ships if _mines(view, s)}))
        return ()

    @moments.lost
    def _sink_guests(self, act: Act, unit: Unit, why: str) -> None:
        """Aircraft of allies go down with the carrier they are guests of; its own may still fly (RW-4.7)."""
        if why == "mine" and act.of(unit).decks:
            for plane in reversed(guests.foreign(act, unit.place, unit.owner)):
                if act.empty_decks(unit.place, plane.owner) < 0:
                    act.remove(plane, "mine")

    @moments.phase_ends
    def _spend(self, act: Act, phase: str) -> None:
        """Mines that hit something are gone when the movement is over."""
        for mine in act.get(act.flag(SPENT, ())):
            act.remove(mine, "spent")


def _laid(unit: Unit) -> bool:
    return unit.type == NAME and unit.carrier is None


def _load(act: Act, item: Item, zone: str) -> None:
    power = act.active
    if item.unit != NAME:
        act.refuse("wrong-phase", "In mobilize only mines are loaded.", "RW-4.1")
    if not _harbour(act, zone):
        act.refuse("no-factory", f"{zone} does not touch a complex of {power}.", "RW-4.1")
    ships = [u for u in act.units(zone, power) if act.has(u, "transport")]
    if not ships:
        act.refuse("no-transport", f"{power} has no transport in {zone}.", "RW-4.1")
    entries = pool.matching(act.state.pool.get(power, ()), NAME)
    if sum(e.count for e in entries) < item.count:
        act.refuse("not-enough-units", f"{power} has not bought {item}.", "RW-4.1")
    for _ in range(item.count):
        free = _loaders(act, zone)
        if not free:
            act.refuse("no-capacity", "A transport holds two mines, or one mine and one infantry.", "RW-4.2")
        pool.take(act, power, pool.matching(act.state.pool[power], NAME)[0], 1)
        act.place_unit(NAME, power, zone, "loaded", carrier=free[0].id)


def _harbour(view: View, zone: str) -> bool:
    """Whether mines are loaded in a zone: it touches a complex of the active power."""
    near = view.board.near(zone) if view.place(zone).is_sea else ()
    return any(view.held_since_start(p, view.active) and view.complexes(p) for p in near)


def _loaders(view: View, zone: str) -> list[Unit]:
    """Transports of the active power with room for a mine."""
    ships = [u for u in view.units(zone, view.active) if view.has(u, "transport")]
    return [s for s in ships if packing.room(view, s) >= view.profile(s.owner, NAME).cargo]


def _lay(act: Act, order: Lay) -> None:
    zone, power = order.place, act.active
    if act.phase != NONCOMBAT:
        act.refuse("wrong-phase", "Mines are laid in noncombat move.", "RW-4.3")
    if any(i.unit != NAME for i in order.items) or sum(i.count for i in order.items) != 1:
        act.refuse("limit-here", "One mine is laid in a zone.", "RW-4.4")
    if act.enemy_units(zone, power):
        act.refuse("blocked", f"Enemy units are in {zone}: no mine is laid beside them.", "RW-4.3")
    if any(_laid(u) for u in act.units(zone)):
        act.refuse("limit-here", f"{zone} has a mine already.", "RW-4.4")
    ready = [s for s in act.units(zone, power) if act.has(s, "transport") and _may_lay(s) and _mines(act, s)]
    if not ready:
        _no_layer(act, zone)
    ship = ready[0]
    act.change(_mines(act, ship)[0], carrier=None)
    act.change(ship, unloaded=zone, spent=max(ship.spent, act.points(ship)), moved=ship.moved or NONCOMBAT)
    act.note(f"{power} lays a mine in {zone}.")


def _mines(view: View, ship: Unit) -> list[Unit]:
    return [u for u in view.state.aboard(ship.id) if u.type == NAME]


def _may_lay(ship: Unit) -> bool:
    return ship.moved in ("", NONCOMBAT) and not ship.unloaded and not ship.fought


def _no_layer(act: Act, zone: str) -> None:
    loaded = [s for s in act.units(zone, act.active) if act.has(s, "transport") and _mines(act, s)]
    if loaded:
        act.refuse("already-used", "That transport has moved in combat move or laid or landed this turn.", "RW-4.3")
    act.refuse("not-enough-units", f"No transport with a mine is in {zone}.", "RW-4.3")


RULE = SeaMines()
