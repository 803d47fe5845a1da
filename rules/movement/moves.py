"""`move ITEMS: PATH`: picking units, finding their ways, checking what the phase allows."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence

from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.events import DiceRolled
from rules.model.names import article, sentence
from rules.model.orders import Item, Items, Move, Order, Path
from rules.model.profiles import AIR, LAND, SEA
from rules.model.refusals import Refusal, Refused
from rules.model.state import COMBAT_MOVE, NONCOMBAT, Unit
from rules.model.vocabulary import PARTNERS, Trait, partner
from rules.movement import guests, landing, selection, step, travel
from rules.movement.ground import FRIENDLY, HOSTILE, NEUTRAL, TAKEN, Ground
from rules.movement.paths import Route, no_way, route

Journey = tuple[Unit, Route]


def move(act: Act, order: Order) -> None:
    """Carry out a move in combat or noncombat movement."""
    assert isinstance(order, Move)
    launch(act, plan(act, order.items, order.path))


def launch(act: Act, journeys: Sequence[Journey], role: str = "", target: str = "") -> list[Unit]:
    """Carry out planned journeys; afterwards no aircraft may be left without a landing place that had one
    before. role / target: see `travel.carry_out`."""
    flies = any(act.domain(u) == AIR or act.of(u).decks for u, _ in journeys)
    arrived = (_flown if flies else travel.carry_out)(act, journeys, role, target)
    check_crowds(act, arrived)
    if act.phase == COMBAT_MOVE:
        _check_lone_ships(act, arrived)
    return arrived


class Misses:
    """Dice of a rehearsal: nothing on the way hits."""

    def roll(self, count: int, why: str, deck: str = "") -> list[int]:
        """Sixes."""
        return [6] * count


def _flown(act: Act, journeys: Sequence[Journey], role: str, target: str) -> list[Unit]:
    """Carried out as if nothing on the way hit: landing places are proved before a gun or mine rolls. What rolls is done
    again then, with the real dice."""
    start, dice, before = act.mark(), act.dice, View(act.table, act.state.copy(), act.memo)
    act.dice = Misses()
    try:
        arrived = travel.carry_out(act, journeys, role, target)
        _check_flights(act, before, arrived, len(journeys))
    except Refused:
        act.rollback(start)
        raise
    finally:
        act.dice = dice
    if not any(isinstance(event, DiceRolled) for event in act.events[start[0] :]):
        return arrived
    act.rollback(start)
    return travel.carry_out(act, journeys, role, target)


def _check_flights(act: Act, before: View, arrived: Sequence[Unit], left: int) -> None:
    flyers = [u for u in arrived if act.domain(u) == AIR and act.commands(act.active, u)]
    if act.phase == NONCOMBAT:
        landing.check_landed(act, before, flyers)
    if len(arrived) != left or not _have_fields(act, arrived):
        landing.prove(act, before, flyers)


def _have_fields(view: View, units: Sequence[Unit]) -> bool:
    """Whether some units are aircraft that have come down on fields for this turn, or will reach one each: they take a deck
    from nobody, and bind no carrier."""
    if any(view.domain(u) != AIR or view.of(u).decks for u in units):
        return False
    if view.phase == NONCOMBAT:
        return all(landing.field_for(view, u, u.place) for u in units)
    return not landing.hanging(view, view.active, units)


def plan(act: Act, items: Items, path: Path, guises: Sequence[Unit] = ()) -> list[Journey]:
    """Units for every item with their ways; refuses what the phase, the units or the map forbid. guises: units as they will
    be when they go, where that is not how they stand on the board."""
    if len(path) < 2 or path[0] == path[1]:
        act.refuse("syntax", "A move needs a start and another place to go to.")
    _check_map(act, items, path)
    ground = Ground(act, act.active, act.phase, leaders=_leaders(act, items, path[0]))
    journeys: list[Journey] = []
    guised = {unit.id: unit for unit in guises}
    here = [guised.get(unit.id, unit) for unit in act.units(path[0])]
    mine = [i for i in items if selection.at_hand(act, i, path[0], here)]
    for item in mine:
        taken = {u.id for u, _ in journeys}
        pool = [u for u in _movable(act, item, path[0], here) if u.id not in taken]
        if len(pool) < item.count:
            raise selection.not_enough(act, item, path[0], len(pool))
        journeys += selection.choose(act, pool, item.count, lambda u: way_for(ground, u, path))
    _check_pairs(act, ground, journeys)
    return journeys + guests.named(act, [i for i in items if i not in mine], path[0], journeys)


def _check_map(act: Act, items: Items, path: Path) -> None:
    """Refuse a way that the map does not have for a ship or a land unit, whatever stands there."""
    if any(act.commanded(path[0], act.active)):
        return
    for item in items:
        domain = act.table.units[item.unit].domain
        for start, goal in itertools.pairwise(path) if domain in (LAND, SEA) else ():
            if not _joined(act, start, goal, domain == SEA):
                text = no_way(act, item.unit, domain, start, goal)
                act.refuse("no-path", text, act.cite("adjacency"))


def _joined(view: View, start: str, goal: str, afloat: bool) -> bool:
    """Whether two places are joined by land alone, or by sea alone."""
    seen, edge = {start}, [start]
    while edge and goal not in seen:
        near = {p for here in edge for p in view.board.near(here) if view.place(p).is_sea == afloat}
        edge = sorted(near - seen)
        seen |= near
    return goal in seen


def _movable(act: Act, item: Item, place: str, here: Sequence[Unit]) -> list[Unit]:
    """Units of the active power that an item may mean, not aboard anything."""
    units = selection.mine(act, place, item, among=here)
    if item.count and not units:
        act.refuse("no-path", "Units aboard a transport go ashore by unload.", act.cite("transports"))
    return units


def way_for(ground: Ground, unit: Unit, path: Path) -> Route:
    """The way a unit takes along a path; raises Refused with the reason why it cannot."""
    view, phase = ground.view, ground.phase
    check_free(view, unit)
    _raise(view.table.veto(Rule.may_move, view, unit, phase))
    if committed(ground, unit):
        raise Refused("too-far", f"The {unit.type} in {unit.place} stays for its attack.", view.cite("once"))
    found = route(ground, unit, path)
    _raise(view.table.veto(Rule.may_end, view, unit, path[-1], phase))
    if ground.combat:
        _check_purpose(ground, unit, found)
    return found


def _raise(refusal: Refusal | None) -> None:
    if refusal is not None:
        raise Refused(refusal.code, refusal.message, refusal.rule, refusal.choices)


def check_free(view: View, unit: Unit) -> None:
    """Refuse a unit that may not move in this phase: it has moved or fought before, or cannot take off."""
    if view.domain(unit) == AIR:
        if guests.trapped(view, unit):
            raise Refused("damaged", "A damaged carrier cannot launch the aircraft on it.", view.cite("carriers"))
        return
    if unit.fought or unit.moved not in ("", view.phase):
        raise Refused(
            "too-far", f"The {unit.type} in {unit.place} has moved or fought this turn already.", view.cite("once")
        )
    if unit.unloaded:
        raise Refused("too-far", "A transport that has unloaded moves no more this turn.", view.cite("transports"))


def committed(ground: Ground, unit: Unit) -> bool:
    """Whether a unit stands where it attacks and may not leave (a blitz, a ship past submarines may)."""
    if not ground.combat or unit.role not in ("attack", "raid", "escort"):
        return False
    return ground.view.domain(unit) == AIR or step.through(ground, unit, unit.place) is not None


# --- what a combat move is for --------------------------------------------------------------------------


def _check_purpose(ground: Ground, unit: Unit, found: Route) -> None:
    """Moves without a fight or a capture belong to noncombat move (CL-5.1, G40-7.1); ships and aircraft at
    sea are looked at when the phase is closed, as they may cover a landing."""
    view, end = ground.view, found.places[-1]
    serves = view.place(end).is_sea or ground.land(end) != FRIENDLY
    if view.element(unit) == LAND:
        passed = (*unit.route, *found.places)[1:]
        serves = serves or any(view.place(p).is_land and ground.land(p) != FRIENDLY for p in passed)
    if not view.table.fold(Rule.combat_purpose, serves, view, unit, found.places):
        raise Refused(
            "wrong-phase",
            f"{end} is friendly: without an attack {view.of(unit).many} can go there in noncombat move.",
            view.cite("combat move"),
        )


def _leaders(act: Act, items: Items, origin: str) -> frozenset[tuple[Trait, str]]:
    """The units that lead others in this order or did so earlier in the phase: in a blitz."""
    if act.phase != COMBAT_MOVE:
        return frozenset()
    now = {(lead, origin) for i in items for lead in PARTNERS.values() if act.profile(act.active, i.unit).has(lead)}
    return act.memoized("leaders", lambda: _led_so_far(act)) | now


def _led_so_far(act: Act) -> frozenset[tuple[Trait, str]]:
    """The units that have led others in this phase."""
    moved = [u for u in act.forces(act.active) if u.moved == COMBAT_MOVE]
    return frozenset((lead, u.start) for u in moved for lead in PARTNERS.values() if act.has(u, lead))


def _check_pairs(act: Act, ground: Ground, journeys: Sequence[Journey]) -> None:
    """Units that blitz beside others do so one to one, with those that make the same move (G40-7.3)."""
    if not ground.combat:
        return
    pairs: Counter[tuple[Trait, str, str]] = Counter()
    for unit, found in journeys:
        way = (*unit.route[:-1], *found.places)
        for lead, number in _pairing(act, ground, unit, way):
            pairs[lead, unit.start, way[-1]] += number
    if not any(n < 0 for n in pairs.values()):
        return
    for unit in act.state.units.values():
        if unit.moved == COMBAT_MOVE and len(unit.route) > 2 and act.commands(act.active, unit):
            for lead, number in _pairing(act, ground, unit, unit.route):
                pairs[lead, unit.start, unit.place] += number
    if lacking := [lead for (lead, _, _), n in pairs.items() if n < 0]:
        kind = next(kind for kind, lead in PARTNERS.items() if lead == lacking[0])
        who = next(act.of(unit).many for unit, _ in journeys if act.has(unit, kind))
        beside = article(partner(kind))
        text = f"{who} blitz one to one with {beside} that makes the same move; there are too few"
        act.refuse("cannot-blitz", sentence(text), act.cite("blitz"))


def _pairing(act: Act, ground: Ground, unit: Unit, places: Sequence[str]) -> Iterator[tuple[Trait, int]]:
    """+1 for a unit that may take a partner along its way, -1 for one that needs it, by how it leads."""
    for kind, lead in PARTNERS.items():
        if act.has(unit, lead):
            yield lead, 1
        elif act.has(unit, kind) and not act.has(unit, "blitz") and _blitzes(ground, places):
            yield lead, -1


def _blitzes(ground: Ground, places: Sequence[str]) -> bool:
    """Whether a way passes through territories that are taken on it."""
    return any(ground.view.place(p).is_land and ground.land(p) in (HOSTILE, NEUTRAL, TAKEN) for p in places[1:-1])


# --- after the move ------------------------------------------------------------------------------------------


def check_crowds(act: Act, units: Sequence[Unit]) -> None:
    """Some units stand alone of their type in a territory (Classic's antiaircraft gun)."""
    for unit in units:
        if crowded(act, unit, unit.place):
            act.refuse("limit-here", f"{unit.place} has its {unit.type} already.", act.cite("limits"))


def crowded(view: View, unit: Unit, place: str, arriving: int = 0) -> bool:
    """Whether more units of a type stand in a place (and arrive there) than may."""
    limit = view.of(unit).number("per_place")
    return bool(limit) and sum(u.type == unit.type for u in view.units(place)) + arriving > limit


def _check_lone_ships(act: Act, units: Sequence[Unit]) -> None:
    """Ships without an attack number do not go alone among enemy warships (G40-7.10, 7.16)."""
    if act.edition("lone_transports", "may attack") == "may attack":
        return
    for zone in sorted({u.place for u in units if act.domain(u) == SEA}):
        mine = [u for u in act.commanded(zone, act.active) if u.carrier is None]
        if not act.friendly_zone(zone, act.active) and not any(act.of(u).attack for u in mine):
            text = (
                f"Nothing that goes to {zone} can attack the enemy there; send ships or aircraft that can attack first."
            )
            act.refuse("cannot-attack", text, act.cite("lone ships"))
