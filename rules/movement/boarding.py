"""`load`: land units go aboard transports (CL-5.8, G40-7.10, 18.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.core import border_crossings, moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.model.orders import Item, Items, Load, Order
from rules.model.refusals import Refused
from rules.model.state import COMBAT_MOVE, Unit
from rules.movement import packing, selection


def load(act: Act, order: Order) -> None:
    """`load ITEMS: TERRITORY > ZONE`."""
    assert isinstance(order, Load)
    if len(order.path) != 2:
        act.refuse("syntax", "The form is: load 1 infantry: Germany > Baltic Sea Zone.")
    embark(act, order.items, *order.path)


def embark(act: Act, items: Items, origin: str, zone: str, ships: Sequence[Unit] | None = None) -> list[Unit]:
    """Load units of a territory onto transports of a zone (on some of them where given); returns the ships
    used."""
    if act.place(origin).is_sea or not act.place(zone).is_sea or zone not in act.board.near(origin):
        act.refuse("no-path", f"Units board in a zone that touches their territory; {origin} and {zone} do not.",
                   act.cite("adjacency"))  # fmt: skip
    units = passengers(act, items, origin)
    found = _packed(act, units, transports(act, zone) if ships is None else ships, zone)
    for unit, ship in found:
        way = (*(unit.route or (origin,)), zone)
        act.change(
            unit, place=zone, carrier=ship.id, route=way, spent=act.points(unit), moved=act.phase, loaded=act.phase
        )
    border_crossings.passed(act, act.get(u.id for u, _ in found), origin, zone)
    act.tell(moments.moved, act.get(u.id for u, _ in found))
    return act.get(sorted({s.id for _, s in found}))


def passengers(act: Act, items: Items, origin: str) -> list[Unit]:
    """Units of a territory that go aboard; refuses those that may not."""
    units: list[Unit] = []
    for item in items:
        units += _boarding(act, item, origin, units)
    return units


def _boarding(act: Act, item: Item, origin: str, taken: Sequence[Unit]) -> list[Unit]:
    ids = {u.id for u in taken}
    pool = [u for u in selection.candidates(act, origin, item) if u.id not in ids]
    if len(pool) < item.count:
        raise selection.not_enough(act, item, origin, len(pool))
    if not selection.at_hand(act, item, origin):
        act.refuse("not-enough-units", "Allied units board on their own turn.", act.cite("allied cargo"))
    return [u for u, _ in selection.choose(act, pool, item.count, lambda u: _check_boarding(act, u))]


def _check_boarding(act: Act, unit: Unit) -> None:
    if not packing.carried(act, unit):
        raise Refused(
            "not-transportable", f"{act.of(unit).many} are not carried by transports.", act.cite("transports")
        )
    if act.phase == COMBAT_MOVE and act.has(unit, "not in combat move"):
        raise Refused("wrong-phase", f"{act.of(unit).many} board in noncombat move only.", act.cite("gun"))
    if not unit.fresh:
        raise Refused(
            "too-far",
            "Boarding and landing is a unit's whole move: it may not have moved before.",
            act.cite("transports"),
        )
    act.check(act.table.veto(Rule.may_move, act, unit, act.phase))


def transports(act: Act, zone: str) -> list[Unit]:
    """Transports of a zone that may take cargo of the active power: its own that have neither unloaded nor
    moved in an earlier phase, and in noncombat move allied ones; refuses where there are none."""
    afloat = [u for u in act.units(zone) if act.of(u).capacity and u.carrier is None]
    ships = [u for u in afloat if act.cooperates(u.owner, act.active, zone)]
    if not ships:
        act.refuse("no-transport", f"No transport of {act.active} or an ally is in {zone}.", act.cite("transports"))
    free = [s for s in ships if _takes_cargo(act, s)]
    if not free:
        act.refuse(
            "no-transport",
            f"The transports in {zone} have moved, fought or unloaded this turn.",
            act.cite("transports"),
        )
    return free


def _takes_cargo(act: Act, ship: Unit) -> bool:
    if not act.commands(act.active, ship):
        return act.phase != COMBAT_MOVE
    return not ship.unloaded and not ship.fought and ship.moved in ("", act.phase)


def _packed(act: Act, units: Sequence[Unit], ships: Sequence[Unit], zone: str) -> packing.Stowage:
    open_ships = [s for s in ships if _may_load_in(act, s, zone)]
    if not open_ships:
        act.refuse("blocked", f"Nothing boards in {zone} while enemy ships hold it.", act.cite("loading"))
    mine = [s for s in open_ships if act.commands(act.active, s)]
    for choice in (mine, open_ships):
        found = packing.pack(
            act, units, choice, lambda u, s: act.table.veto(Rule.may_load, act, u, s, act.phase) is None
        )
        if found is not None:
            return found
    for unit in units:
        if not any(packing.takes(act, s, unit) for s in open_ships):
            act.refuse("no-transport", f"Nothing in {zone} carries {act.of(unit).many}.", act.cite("transports"))
        act.check(act.table.veto(Rule.may_load, act, unit, open_ships[0], act.phase))
    free = ", ".join(f"{s.type} {packing.room(act, s)}" for s in open_ships)
    need = ", ".join(f"{what} ({size})" for what, size in _sizes(act, units))
    act.refuse("no-capacity", f"Not enough room aboard for {need}; room in {zone}: {free}.",
               act.cite("transports"))  # fmt: skip


def _sizes(act: Act, units: Sequence[Unit]) -> Iterator[tuple[str, int]]:
    """Units counted by type, and the room that they take together."""
    for type_ in dict.fromkeys(u.type for u in units):
        some = [u for u in units if u.type == type_]
        yield act.table.units[type_].counted(len(some)), sum(packing.size(act, u) for u in some)


def _may_load_in(act: Act, ship: Unit, zone: str) -> bool:
    open_ = act.friendly_zone(zone, act.active) or bool(act.edition("loads_among_enemies"))
    return act.table.fold(Rule.loading_zone, open_, act, ship, zone)
