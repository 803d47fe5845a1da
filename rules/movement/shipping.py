"""`ship`: load, sail and unload in one order."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from contextlib import suppress

from rules.core.act import Act
from rules.core.view import View
from rules.model.examples import on_board
from rules.model.orders import Item, Items, Load, Order, Path, Ship, Unload, way
from rules.model.refusals import Refused
from rules.model.state import Unit, ids
from rules.movement import ashore, boarding, moves, packing, selection
from rules.movement.ground import Ground
from rules.movement.paths import FAR, Route, path_search

FORM = "The form is: ship 1 infantry: Germany > Baltic Sea Zone > Karelia S.S.R."


def ship(act: Act, order: Order) -> None:
    """`ship ITEMS: TERRITORY > ZONE ... > TERRITORY [using ITEMS: ZONE]`: all of it or nothing."""
    assert isinstance(order, Ship)
    origin, goal = order.path[0], order.path[-1]
    if act.place(origin).is_sea:
        if len(order.path) < 2:
            act.refuse("syntax", FORM)
        raise _aboard_already(act, order)
    if act.place(goal).is_sea:
        raise _only_aboard(act, order)
    zones = _zones(act, order)
    if not all(act.place(z).is_sea for z in zones):
        act.refuse("syntax", FORM)
    zones = zones if order.using else _from_boarding(act, order, zones)
    ships = _fetch(act, order, zones) if order.using else _waiting(act, order, zones[0])
    if not ships:
        return  # lost on the way, to a mine
    try:
        able = _able(act, ships, zones, goal)
    except Refused as refused:
        raise _as_orders(order, zones, refused) from None
    used = boarding.embark(act, order.items, origin, zones[0], [u for u, _ in able])
    ways = {u.id: found for u, found in able}
    journeys = [(u, ways[u.id]) for u in used if len(ways[u.id].places) > 1]
    if journeys:
        moves.launch(act, journeys)
    alive = act.get(ids(used))
    items = tuple(_as_aboard(act, item, alive) for item in order.items)
    items = items if len(alive) == len(used) else _still_aboard(act, items, alive)
    if items:
        ashore.disembark(act, items, alive[0].place, goal, alive)


def _aboard_already(view: View, order: Ship) -> Refused:
    """The refusal of a way that begins at sea: what is aboard sails with its ship, and goes ashore by an order of its own."""
    ashore_ = Unload(order.items, (order.path[-2], order.path[-1]))
    text = f"`ship` begins on land; what is aboard in {order.path[0]} goes ashore with: {ashore_}."
    return Refused("no-path", text, view.cite("transports"), (str(ashore_),))


def _only_aboard(view: View, order: Ship) -> Refused:
    """The refusal of a way that ends at sea: going aboard is an order of its own."""
    board = Load(order.items, order.path[:2])
    known = view.place(order.path[1]).is_sea
    text = f"Cargo lands on a coast of its zone; {order.path[-1]} is at sea."
    text += f" To go aboard only: {board}." if known else ""
    return Refused("no-path", text, view.cite("transports"), (str(board),) if known else ())


def _zones(act: Act, order: Ship) -> Path:
    """The zones that an order names, or the one where a transport waits."""
    try:
        return order.path[1:-1] or _waiting_zone(act, order)
    except Refused as refused:
        raise _as_orders(order, (), refused) from None


def _waiting(act: Act, order: Ship, zone: str) -> list[Unit]:
    """Transports of the zone where the cargo boards, those before others that carry something of it."""
    found = boarding.transports(act, zone)
    return _takers(act, order, found) or found


def _takers(act: Act, order: Ship, ships: Sequence[Unit]) -> list[Unit]:
    """Ships that are not for other kinds of cargo only."""
    cargo = {item.unit for item in order.items}
    return [s for s in ships if not act.of(s).carries or cargo & {*act.of(s).carries}]


def _from_boarding(act: Act, order: Ship, zones: Path) -> Path:
    """The zones that an order names, with the one before them where the cargo boards, if it names none with a transport and
    one can be meant only; where several can, they are the choices of the refusal."""
    try:
        boarding.transports(act, zones[0])
    except Refused as refused:
        found = _beside(act, order, zones)
        if len(found) == 1:
            return (found[0], *zones)
        orders = (str(dataclasses.replace(order, path=(order.path[0], z, *zones, order.path[-1]))) for z in found)
        given = refused.refusal
        raise Refused(given.code, given.message, given.rule, tuple(orders)) from None
    return zones


def _beside(act: Act, order: Ship, zones: Path) -> list[str]:
    """The zones beside the cargo where a transport waits that can take it by the zones named."""
    ground, found = Ground(act, act.active, act.phase), list[str]()
    for zone in act.board.touching_seas(order.path[0]):
        for unit in _takers(act, order, _idle(act, zone)) if zone != zones[0] and zone not in found else ():
            with suppress(Refused):
                _way(ground, unit, (zone, *zones), order.path[-1])
                found.append(zone)
                break
    return found


def _as_aboard(act: Act, item: Item, ships: Sequence[Unit]) -> Item:
    """An item of the cargo without the qualifiers that it has lost by going aboard (an army is none at sea)."""
    aboard = [u for ship in ships for u in act.state.aboard(ship.id)]
    tags = (t for t in item.tags if any(selection.fits(act, u, dataclasses.replace(item, tags=(t,))) for u in aboard))
    return dataclasses.replace(item, tags=tuple(tags)) if item.tags else item


def _still_aboard(act: Act, items: Items, ships: Sequence[Unit]) -> Items:
    """What is left of the cargo when a mine has sunk some of the ships."""
    aboard = [u for ship in ships for u in act.state.aboard(ship.id)]
    left = ((i, sum(selection.fits(act, u, i) for u in aboard)) for i in items)
    return tuple(dataclasses.replace(i, count=min(i.count, n)) for i, n in left if n)


def _waiting_zone(act: Act, order: Ship) -> Path:
    """The zone to load in, when the order names none: where a transport waits that gets to the goal soonest."""
    ground = Ground(act, act.active, act.phase)
    costs: dict[str, int] = {}
    several: Refused | None = None
    for zone in act.board.touching_seas(order.path[0]):
        for unit in _takers(act, order, _idle(act, zone)):
            try:
                costs[zone] = min(costs.get(zone, FAR), _way(ground, unit, (zone,), order.path[-1]).cost)
            except Refused as refused:
                several = refused if refused.refusal.code == "ambiguous-path" else several
    best = [z for z, cost in costs.items() if cost == min(costs.values())]
    if not best and several:
        raise several
    if not best:
        form = on_board("ship 1 infantry: Germany > SZ 113 > Norway", act.board)
        told = f"No transport beside {order.path[0]} can reach {order.path[-1]}. Name the zones: {form}."
        act.refuse("no-transport", told, act.cite("transports"))
    if len(best) > 1:
        raise _name_zone(act, [way((order.path[0], z, order.path[-1])) for z in best])
    return (best[0],)


def _idle(act: Act, zone: str) -> list[Unit]:
    try:
        return [u for u in boarding.transports(act, zone) if act.commands(act.active, u)]
    except Refused:
        return []


def _name_zone(view: View, choices: Sequence[str]) -> Refused:
    text = f"Several zones would do; name one: {'; or '.join(choices)}."
    return Refused("ambiguous-path", text, view.cite("adjacency"), tuple(choices))


def _fetch(act: Act, order: Ship, zones: Path) -> list[Unit]:
    """Bring the named transports to the zone where the cargo waits; without a zone of their own they are there."""
    if order.using_at in (zones[0], order.path[0]):
        return _named(act, order, zones)
    arrived = moves.launch(act, moves.plan(act, order.using, (order.using_at, zones[0])))
    return [u for u in arrived if act.of(u).capacity]


def _named(act: Act, order: Ship, zones: Path) -> list[Unit]:
    """The transports that an order names where its cargo boards; of alike ones those first that can go where it goes."""
    ground, found = Ground(act, act.active, act.phase), list[Unit]()
    for item in order.using:
        pool = [u for u in selection.candidates(act, zones[0], item) if u not in found]
        pool.sort(key=lambda u: not _takes_there(ground, u, zones, order.path[-1]))
        found += pool[: item.count]
    return found


def _takes_there(ground: Ground, ship: Unit, zones: Path, goal: str) -> bool:
    """Whether a ship has room and gets from where cargo boards to a coast of the goal."""
    with suppress(Refused):
        return packing.room(ground.view, ship) > 0 and bool(_way(ground, ship, zones, goal).places)
    return False


def _able(act: Act, ships: Sequence[Unit], zones: Path, goal: str) -> list[tuple[Unit, Route]]:
    """Ships that can sail along the zones to a coast of the goal, with their ways; refuses if none can."""
    ground = Ground(act, act.active, act.phase)
    able: list[tuple[Unit, Route]] = []
    reason: Refused | None = None
    for unit in ships:
        try:
            able.append((unit, _way(ground, unit, zones, goal)))
        except Refused as refused:
            reason = reason or refused
    if not able:
        raise reason or Refused("no-transport", f"No transport waits in {zones[0]}.", act.cite("transports"))
    return able


def _way(ground: Ground, unit: Unit, zones: Path, goal: str) -> Route:
    near = ground.view.board.near(zones[-1])
    path = zones if goal in near else (*zones, _coast_zone(ground, unit, zones[-1], goal))
    if len(path) == 1:
        return Route(path)
    return moves.way_for(ground, unit, path)


def _as_orders(order: Ship, zones: Path, refused: Refused) -> Refused:
    """The refusal of a way with several ends, with whole orders to choose from."""
    given = refused.refusal
    if given.code != "ambiguous-path":
        return refused
    ways = (tuple(choice.split(" > ")) for choice in given.choices)
    before = (order.path[0], *zones[:-1])
    paths = (rest if rest[0] == before[0] else (*before, *rest) for rest in ways)
    whole = tuple(str(dataclasses.replace(order, path=path)) for path in paths)
    return Refused(given.code, "Several zones would do; name one.", given.rule, whole)


def _coast_zone(ground: Ground, unit: Unit, start: str, goal: str) -> str:
    """The nearest zone that touches the goal, when the order does not name it."""
    budget = ground.view.points(unit) - unit.spent
    costs = {}
    for zone in ground.view.board.touching_seas(goal):
        found = path_search(ground, unit, start).to(zone, True, budget)
        costs[zone] = found[0].cost if found else FAR
    best = [z for z, c in costs.items() if c == min(costs.values()) and c < FAR]
    if not best:
        far = "far" if costs else "no sea there"
        raise Refused("too-far" if costs else "no-path", f"{goal} is out of reach ({far}).", ground.view.cite("sea"))
    if len(best) > 1:
        raise _name_zone(ground.view, [way((start, z, goal)) for z in best])
    return best[0]
