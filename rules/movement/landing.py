"""Proof that aircraft can land: decks and fields shared out as well as possible (CL-5.6, G40-7.8, 13.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.maxflow import met
from rules.core.view import View
from rules.model.names import article, several
from rules.model.profiles import AIR
from rules.model.state import NONCOMBAT, Unit
from rules.movement import decks, guests, selection, step
from rules.movement.decks import Deck
from rules.movement.ground import Ground

TRIES = 4000


def prove(act: Act, before: View, flyers: Sequence[Unit]) -> None:
    """Refuse `no-landing` if more aircraft of the active power than before the order can never land."""
    power = act.active
    now = unsavable(act, power)
    if now and now > before.memoized(("unsavable", power), lambda: unsavable(before, power)):
        plane = flyers[0] if flyers else None
        what = f"the {plane.type} in {plane.place}" if plane else "an aircraft left behind"
        left = f" ({several(act.points(plane) - plane.spent, 'point')} left)" if plane else ""
        act.refuse(
            "no-landing",
            f"There is no landing place for {what}{left}: no friendly territory or free carrier deck is in reach.",
            act.cite("landing proof"),
        )


def unsavable(view: View, power: str) -> int:
    """How many of a power's aircraft cannot land any more, however things go."""
    flying = aloft(view, power)
    parked = _parked(view, power, flying)
    if not hanging(view, power, [u for u in flying if u.id not in parked]):
        return 0
    waiting = hanging(view, power, flying)
    wanted, lost = _wanted(waiting), sum(not zones for zones in waiting.values())
    if most_saved(waiting, decks.all_decks(view, power, wanted, sailing=False)) + lost == len(waiting):
        return lost
    return len(waiting) - most_saved(waiting, decks.all_decks(view, power, wanted))


def aloft(view: View, power: str) -> list[Unit]:
    """Aircraft of a power that have to land, those on its carriers among them."""
    down: dict[object, bool] = {}
    found: list[Unit] = []
    for unit in view.forces(power, AIR):
        sort = selection.kind(unit)
        if sort not in down:
            down[sort] = unit.carrier is not None or field_for(view, unit, unit.place)
        if not down[sort] and _hovers(view, unit):
            found.append(unit)
    return found


def _parked(view: View, power: str, flying: Sequence[Unit]) -> set[int]:
    """Aircraft that may simply stay: the carriers in their zone have room for all there."""
    zones: dict[str, list[Unit]] = {}
    for unit in flying:
        zones.setdefault(unit.place, []).append(unit)
    found: set[int] = set()
    for zone, planes in zones.items():
        if len(planes) <= decks.room_now(view, power, zone, new_decks=False) and all(view.of(u).deck for u in planes):
            found |= {u.id for u in planes}
    return found


def _wanted(waiting: Mapping[int, frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*waiting.values())


def hanging(view: View, power: str, flying: Sequence[Unit]) -> dict[int, frozenset[str]]:
    """Of some aircraft aloft those that can reach no landing field: id -> zones in which a deck would save
    them."""
    ground = Ground(view, power, NONCOMBAT, decks.cleared(view, power))
    answers: dict[object, frozenset[str] | None] = {}
    found: dict[int, frozenset[str]] = {}
    for unit in flying:
        sort = selection.kind(unit)
        if sort not in answers:
            answers[sort] = _zones(ground, unit)
        zones = answers[sort]
        if zones is not None:
            found[unit.id] = zones
    return found


def in_the_air(view: View, unit: Unit) -> bool:
    """Whether an aircraft is over ground on which it cannot stay, or at sea, and has to land."""
    return unit.carrier is None and not field_for(view, unit, unit.place) and _hovers(view, unit)


def _hovers(view: View, unit: Unit) -> bool:
    """Whether an aircraft that stands on no field has to land."""
    return not guests.trapped(view, unit) and view.table.fold(Rule.landing_needed, True, view, unit)


def field_for(view: View, unit: Unit, place: str) -> bool:
    """Whether an aircraft may end noncombat move on a territory: a field where it may stay."""
    if not field(view, unit, place, view.friendly_since_start(place, unit.owner)):
        return False
    return view.table.veto(Rule.may_end, view, unit, place, NONCOMBAT) is None


def field(view: View, unit: Unit, place: str, friendly: bool) -> bool:
    """Whether a place is a territory to land in: friendly since the turn began (CL-10.2, G40-13.6)."""
    if view.place(place).is_sea or view.has(unit, "deck only"):
        return False
    return view.table.fold(Rule.landing_field, friendly, view, unit, place)


def _zones(ground: Ground, unit: Unit) -> frozenset[str] | None:
    """Zones within an aircraft's reach, or None if it can reach a landing field."""
    view = ground.view
    left = view.points(unit) - unit.spent
    seen, edge = {unit.place}, [unit.place]
    zones = {unit.place} if view.place(unit.place).is_sea else set()
    spent = {unit.place: 0}
    while edge:
        onward = []
        for here in edge:
            for place in view.board.near(here):
                price = spent[here] + step.cost(view, unit, here, place)
                if place in seen or price > left:
                    continue
                if field_for(view, unit, place) and not step.enter(ground, unit, here, place, True):
                    return None
                if not step.enter(ground, unit, here, place, False) and not step.through(ground, unit, place):
                    seen.add(place)
                    spent[place] = price
                    onward.append(place)
                    if view.place(place).is_sea:
                        zones.add(place)
        edge = onward
    return frozenset(zones) if view.of(unit).deck else frozenset()


def most_saved(waiting: Mapping[int, frozenset[str]], available: Sequence[Deck]) -> int:
    """How many aircraft the decks can take, each carrier going to one of the zones open to it."""
    demands = [(1, sorted(zones)) for zones in waiting.values()]
    fixed = [d for d in available if len(d.zones) == 1]
    mobile = [d for d in available if len(d.zones) > 1]
    bound = at_most(waiting, available)
    best = 0
    for i, places in enumerate(product(*(sorted(d.zones) for d in mobile))):
        supply: dict[str, int] = {}
        for deck, zone in [*((d, min(d.zones)) for d in fixed), *zip(mobile, places)]:
            supply[zone] = supply.get(zone, 0) + deck.room
        best = max(best, met(demands, supply))
        if best == bound or i > TRIES:
            break
    return best


def at_most(waiting: Mapping[int, frozenset[str]], available: Sequence[Deck]) -> int:
    """An upper bound of `most_saved`: as if a carrier could be in all its zones at once."""
    demands = [(1, [str(i) for i, d in enumerate(available) if d.zones & zones]) for zones in waiting.values()]
    return met(demands, {str(i): d.room for i, d in enumerate(available)})


# --- noncombat movement ------------------------------------------------------------------------------------


def check_landed(act: Act, before: View, flyers: Sequence[Unit]) -> None:
    """Aircraft end a noncombat move on a landing place: a field, or a zone where a deck is or can still
    come (CL-10.2, G40-13.6)."""
    for unit in flyers:
        if act.place(unit.place).is_sea and act.table.fold(Rule.landing_needed, True, act, unit):
            _check_deck(act, before, unit)
        elif in_the_air(act, unit):
            why = "was taken this turn" if act.friendly_land(unit.place, act.active) else "is not friendly"
            text = f"{article(unit.type)} cannot land in {unit.place}, which {why}."
            act.refuse("no-landing", text, act.cite("landing"))


def _check_deck(act: Act, before: View, unit: Unit) -> None:
    """A deck for the unit: where editions let surplus aircraft be lost, only for those lost anyway."""
    zone = unit.place
    if not act.of(unit).deck:
        act.refuse("no-landing", f"{act.of(unit).many} do not land on carriers.", act.cite("landing"))
    room = sum(d.room for d in decks.all_decks(act, act.active, frozenset({zone})))
    planes = [u for u in act.commanded(zone, act.active, AIR) if act.deck_room(u)]
    spare = 0 if act.edition("full_decks") == "refused" else unsavable(before, act.active)
    if not room or len(planes) > room + spare:
        act.refuse("no-landing", f"{zone} has room for {room} aircraft on carriers.", act.cite("landing"))


def stranded(view: View, power: str, new_decks: bool = True) -> dict[str, tuple[list[Unit], int]]:
    """Aircraft that will be lost where they are now: place -> (aircraft, how many of them are too many).
    new_decks: whether carriers bought and not yet placed count."""
    places = sorted({u.place for u in view.forces(power, AIR)})
    found = {}
    for place in places:
        planes = [u for u in view.commanded(place, power, AIR) if in_the_air(view, u)]
        room = decks.room_now(view, power, place, new_decks)
        landing = [u for u in planes if view.of(u).deck]
        lost = len(planes) - min(len(landing), room)
        if lost:
            found[place] = (planes, lost)
    return found


def saved_now(view: View, power: str) -> int:
    """How many aircraft that hang over the sea have a deck as the ships stand."""
    waiting = hanging(view, power, aloft(view, power))
    stuck = [view.state.units[i].place for i in waiting if view.of(view.state.units[i]).deck]
    now = {p: decks.room_now(view, power, p) for p in set(stuck)}
    return met([(1, [place]) for place in stuck], now) if stuck else 0


def unserved(view: View, power: str) -> list[Unit]:
    """Aircraft that are lost where they hang, can fly nowhere, and could be saved by a carrier that may
    still move (G40-13.7)."""
    waiting = hanging(view, power, aloft(view, power))
    stuck = {i: frozenset({view.state.units[i].place}) for i in waiting if view.of(view.state.units[i]).deck}
    if not stuck:
        return []
    now = {p: decks.room_now(view, power, p) for p in _wanted(stuck)}
    saved = saved_now(view, power)
    found = decks.all_decks(view, power, _wanted(stuck))
    if most_saved(stuck, found) <= saved:
        return []
    within = {zone for deck in found for zone in deck.zones}
    waiting_there = [view.state.units[i] for i in sorted(stuck) if stuck[i] & within]
    return [u for u in waiting_there if not now[u.place]] or waiting_there
