"""`unload`: cargo goes ashore, at once on friendly coasts, after the fight on others (CL-5.8, 7.1, 10.3;
G40-7.10, 7.13, 10.3, 13.5, 18.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.core import border_crossings, moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.names import listing, sentence
from rules.model.orders import Item, Items, Order, Unload
from rules.model.refusals import Refused
from rules.model.state import COMBAT_MOVE, Unit, ids
from rules.movement import land, packing, selection, step, travel
from rules.movement.ground import FRIENDLY, Ground
from rules.movement.moves import check_crowds


def unload(act: Act, order: Order) -> None:
    """`unload ITEMS: ZONE > TERRITORY`."""
    assert isinstance(order, Unload)
    if len(order.path) != 2:
        act.refuse("syntax", "The form is: unload 1 infantry: Baltic Sea Zone > Germany.")
    disembark(act, order.items, *order.path)


def disembark(act: Act, items: Items, zone: str, place: str, ships: Sequence[Unit] | None = None) -> None:
    """Cargo in a zone goes ashore in a territory, from some of its transports where given."""
    if not act.place(zone).is_sea or act.place(place).is_sea or place not in act.board.near(zone):
        why = f"{place} is at sea" if act.place(place).is_sea else f"{zone} and {place} do not touch"
        act.refuse("no-path", f"Cargo lands on a coast of its zone; {why}.", act.cite("adjacency"))
    aboard = [u for u in act.units(zone) if u.carrier is not None and (ships is None or u.carrier in ids(ships))]
    landing: list[Unit] = []
    for item in items:
        landing += _leaving(act, item, zone, place, [u for u in aboard if u not in landing])
    if act.phase == COMBAT_MOVE:
        _assault(act, landing, zone, place)
    else:
        _land(act, landing, zone, place)


def _leaving(act: Act, item: Item, zone: str, place: str, aboard: Sequence[Unit]) -> list[Unit]:
    if not selection.at_hand(act, item, zone):
        act.refuse("not-enough-units", "Allied cargo lands on its owner's turn.", act.cite("allied cargo"))
    pool = [u for u in selection.candidates(act, zone, item, aboard) if u.role != "assault"]
    if len(pool) < item.count:
        raise selection.not_enough(act, item, zone, len(pool))
    pool.sort(key=lambda u: _ship_order(act, u, place))
    ground = Ground(act, act.active, act.phase)
    able: list[Unit] = []
    reason: Refused | None = None
    for unit in pool:
        try:
            _check_leaving(act, ground, unit, zone, place)
            able.append(unit)
        except Refused as refused:
            reason = reason or refused
    if len(able) < item.count:
        raise reason or selection.not_enough(act, item, zone, len(able))
    return _ships_whole(act, able, item.count)


def _ships_whole(act: Act, able: Sequence[Unit], count: int) -> list[Unit]:
    """The first so many, leaving no ship half of what has to land together, if that can be (G40-7.13)."""
    parties: dict[tuple[bool, int], list[Unit]] = {}
    for unit in able:
        bound = act.phase == COMBAT_MOVE and unit.loaded == COMBAT_MOVE
        parties.setdefault((bound, (unit.carrier or 0) if bound else unit.id), []).append(unit)
    made: dict[int, list[Unit]] = {0: []}
    for party in parties.values():
        for size in sorted(made, reverse=True):
            if size + len(party) <= count:
                made.setdefault(size + len(party), made[size] + party)
    return made.get(count) or list(able[:count])


def _ship_order(act: Act, unit: Unit, place: str) -> tuple[bool, bool, bool, int, int]:
    """Cargo of ships that land there already comes first, then what has to land since it boarded in this combat move,
    then that of the emptiest ships."""
    ship = _ship(act, unit)
    free = act.phase == COMBAT_MOVE and unit.loaded != COMBAT_MOVE
    return (ship.unloaded != place, not act.commands(act.active, ship), free, len(act.state.aboard(ship.id)), ship.id)


def _ship(act: Act, unit: Unit) -> Unit:
    return act.state.units[unit.carrier or 0]


def _check_leaving(act: Act, ground: Ground, unit: Unit, zone: str, place: str) -> None:
    ship = _ship(act, unit)
    if unit.loaded and not act.commands(act.active, ship):
        act.refuse(
            "too-early",
            "From an ally's transport units land on a later turn than they boarded.",
            act.cite("allied cargo"),
        )
    act.check(act.table.veto(Rule.may_move, act, unit, act.phase))
    act.check(act.table.veto(Rule.may_enter, act, unit, place, act.phase))
    act.check(land.enter(ground, unit, zone, place, True))
    act.check(act.table.veto(Rule.may_end, act, unit, place, act.phase))
    _check_ship(act, ship, place)
    if ground.combat:
        act.check(step.barred(ground, unit, place, True))
        _check_assault(act, ground, ship, zone, place)
        if act.has(unit, "no assault"):
            text = sentence(f"{act.of(unit).many} do not land against the enemy; they go ashore in noncombat move")
            act.refuse("no-amphibious", text, act.of(unit).rule)


def _check_ship(act: Act, ship: Unit, place: str) -> None:
    """A transport that moved, fought or fled in an earlier phase lands nothing (G40-7.11); one that has
    landed cargo elsewhere only where the edition lets it split its cargo (CL-10.3)."""
    if ship.fought or ship.moved not in ("", act.phase):
        act.refuse(
            "no-transport", "This transport has moved or fought in an earlier phase.", act.cite("spent transport")
        )
    split = act.edition("noncombat_split") and act.phase != COMBAT_MOVE
    if ship.unloaded and ship.unloaded != place and not split:
        act.refuse(
            "no-transport",
            f"This transport has landed in {ship.unloaded}: one transport, one territory.",
            act.cite("one coast"),
        )


# --- noncombat ------------------------------------------------------------------------------------------------


def _land(act: Act, units: Sequence[Unit], zone: str, place: str) -> None:
    for unit in units:
        ship = _ship(act, unit)
        way = (*(unit.route or (zone,)), place)
        spent = max(unit.spent, act.points(unit))
        act.change(unit, place=place, carrier=None, route=way, spent=spent, moved=act.phase)
        if act.commands(act.active, ship):
            act.change(ship, unloaded=place, moved=act.phase)
    border_crossings.entered(act, act.get(ids(units)), zone, place, True)
    check_crowds(act, act.get(ids(units)))
    act.tell(moments.moved, act.get(ids(units)))


# --- assault ----------------------------------------------------------------------------------------------------


def _check_assault(act: Act, ground: Ground, ship: Unit, zone: str, place: str) -> None:
    if ground.land(place) == FRIENDLY:
        act.refuse("wrong-phase", f"{place} is friendly: cargo lands there in noncombat move.", act.cite("combat move"))
    if not act.commands(act.active, ship):
        _check_allied_ship(act, zone, place)
    if act.edition("submarines_need_escort") and not _escorted(act, zone):
        act.refuse(
            "no-amphibious",
            f"An enemy submarine is in {zone}: nothing lands from there without a warship beside the transports.",
            act.cite("assault escort"),
        )


def _escorted(act: Act, zone: str) -> bool:
    submarines = [u for u in act.enemy_units(zone, act.active) if act.has(u, "submarine")]
    return not submarines or bool(_warships(act, zone))


def _warships(act: Act, zone: str) -> list[Unit]:
    return [u for u in act.commanded(zone, act.active, "sea") if not act.has(u, "transport") and u.carrier is None]


def _check_allied_ship(act: Act, zone: str, place: str) -> None:
    """An ally's transport takes no part in this power's sea fight (G40-18.4)."""
    threatened = any(_may_rise(act, near, zone) for near in act.board.near(zone))
    if not act.friendly_zone(zone, act.active) or (threatened and not _warships(act, zone)):
        act.refuse(
            "no-amphibious",
            f"From an ally's transport nothing lands in {place} while {zone} may be fought over.",
            act.cite("allied cargo"),
        )


def _may_rise(view: View, place: str, zone: str) -> bool:
    """Whether an enemy has aircraft in a place that may scramble into a zone."""
    bases = (f for f in view.facilities(place) if view.table.units[f.type].number("scramble"))
    if (
        not view.option("scramble")
        or not view.at_war(view.owner(place), view.active)
        or not any(map(view.operative, bases))
    ):
        return False
    enemies = view.enemy_units(place, view.active)
    return any(view.table.fold(Rule.may_rise, view.has(u, "scrambles"), view, u, place, zone) for u in enemies)


def _assault(act: Act, units: Sequence[Unit], zone: str, place: str) -> None:
    for unit in units:
        ship = _ship(act, unit)
        act.change(unit, role="assault", target=place)
        if act.commands(act.active, ship):
            act.change(ship, unloaded=place, moved=act.phase, role=travel.role_at(act, ship))
    _check_all_land(act, units)
    border_crossings.passed(act, act.get(ids(units)), zone, place, landing=True)
    act.tell(moments.landing_ordered, act.get(ids(units)), zone, place)
    act.tell(moments.moved, act.get(ids(units)))


def _check_all_land(act: Act, units: Sequence[Unit]) -> None:
    """Cargo that boarded in this phase lands together (G40-7.13)."""
    for ship in {u.carrier for u in units if u.carrier}:
        left = [u for u in act.state.aboard(ship) if u.loaded == COMBAT_MOVE and u.role != "assault"]
        if left and act.commands(act.active, left[0]):
            what = listing([act.table.units[t].counted(n) for t, n in Counter(u.type for u in left).items()])
            act.refuse(
                "no-amphibious", f"All that boarded this turn lands together: also {what}.", act.cite("all land")
            )


def idle_cargo(act: Act) -> list[Unit]:
    """Units that boarded in this combat move and are not to land."""
    mine = [u for u in act.forces(act.active) if u.carrier is not None]
    return [u for u in mine if u.loaded == COMBAT_MOVE and u.role != "assault" and packing.carried(act, u)]
