"""Carrier decks: where there is room for a power's aircraft, now or by the end of the turn."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.profiles import SEA
from rules.model.state import COMBAT_MOVE, NONCOMBAT, Unit
from rules.movement import guests, paths, selection
from rules.movement.ground import Ground


@dataclass(frozen=True, slots=True)
class Deck:
    """Room for some aircraft in one of several zones (one: the carrier cannot or need not move)."""

    zones: frozenset[str]
    room: int


def cleared(view: View, power: str) -> frozenset[str]:
    """Zones that the power attacks this turn: a proof may assume that it wins there (G40-7.8)."""
    if view.phase != COMBAT_MOVE or power != view.active:
        return frozenset()
    fighting = {u.place for u in view.forces(power) if u.role == "attack"}
    return frozenset(p for p in fighting if view.place(p).is_sea)


def all_decks(
    view: View, power: str, wanted: frozenset[str], sailing: bool = True, without: frozenset[int] = frozenset()
) -> list[Deck]:
    """Every deck that could take aircraft in one of the wanted zones by the end of the turn. sailing: whether carriers go
    to meet them. without: ships that do not count."""
    ground = Ground(view, power, NONCOMBAT, cleared(view, power))
    found: list[Deck] = []
    for zone in sorted({u.place for u in view.state.units.values() if view.domain(u) == SEA and view.of(u).decks}):
        found += _decks_in(ground, zone, wanted, sailing, without)
    found += _new_decks(view, power, wanted)
    return found


def _decks_in(ground: Ground, zone: str, wanted: frozenset[str], sailing: bool, without: frozenset[int]) -> list[Deck]:
    view, power = ground.view, ground.power
    mine, load = [], _guests(view, zone, power)
    shared = 0
    for ship in (u for u in view.units(zone, domain=SEA) if u.id not in without):
        if view.commands(power, ship):
            mine.append(ship)
        elif view.cooperates(ship.owner, power, zone):
            shared += view.decks(ship)
    found = [Deck(frozenset({zone}), shared - load)] if shared > load and zone in wanted else []
    load = max(0, load - shared)
    reach: dict[object, frozenset[str]] = {}
    for ship in sorted(mine, key=lambda s: can_sail(view, s)):
        taken = min(load, view.decks(ship))
        load -= taken
        if view.decks(ship) > taken and (kind := selection.kind(ship)) not in reach:
            reach[kind] = wanted & (places(ground, ship) if sailing else {zone})
        zones = reach.get(selection.kind(ship))
        if view.decks(ship) > taken and zones:
            found.append(Deck(zones, view.decks(ship) - taken))
    return found


def _guests(view: View, zone: str, power: str) -> int:
    """Deck places that allied aircraft in a zone take; those that a damaged carrier holds stay on it."""
    return sum(view.deck_room(p) for p in guests.foreign(view, zone, power) if not guests.trapped(view, p))


def places(ground: Ground, ship: Unit) -> frozenset[str]:
    """Zones in which a ship can be at the end of the turn."""
    here = frozenset({ship.place})
    if not can_sail(ground.view, ship):
        return here
    left = ground.view.points(ship) - ship.spent
    return here | frozenset(paths.reachable(ground, ship, ship.place, left))


def can_sail(view: View, ship: Unit) -> bool:
    """Whether a ship can still move in this turn's noncombat movement."""
    if not view.commands(view.active, ship) or ship.fought or ship.moved not in ("", NONCOMBAT):
        return False
    if view.table.veto(Rule.may_move, view, ship, NONCOMBAT) is not None:
        return False
    if view.phase == COMBAT_MOVE:
        return ship.role == "" and view.friendly_zone(ship.place, ship.owner)
    return view.phase != NONCOMBAT or view.points(ship) > ship.spent


def _new_decks(view: View, power: str, wanted: frozenset[str]) -> list[Deck]:
    """Carriers bought this turn, in the zones where they could be placed (edition: new_carriers)."""
    now = "none" if view.phase == COMBAT_MOVE else "receive later"
    if view.edition("new_carriers") not in ("receive", now):
        return []
    found = []
    for bought in view.state.pool.get(power, ()):
        profile = view.profile(power, bought.type)
        zones = frozenset(z for z in wanted if building_zone(view, power, z)) if profile.decks else frozenset()
        found += [Deck(zones, profile.decks)] * (bought.count if zones else 0)
    return found


def building_zone(view: View, power: str, zone: str) -> bool:
    """Whether a zone touches a complex that a power has held since its turn began."""
    lands = [p for p in view.board.near(zone) if view.place(p).is_land]
    return any(view.complexes(p) and view.held_since_start(p, power) for p in lands)


def room_now(view: View, power: str, zone: str, new_decks: bool = True) -> int:
    """Free deck places for a power's aircraft in a zone as the ships stand (its own aircraft not counted)."""
    if not view.place(zone).is_sea:
        return 0
    ships = [u for u in view.units(zone, domain=SEA) if view.cooperates(u.owner, power, zone)]
    room = sum(view.decks(s) for s in ships) - _guests(view, zone, power)
    if new_decks:
        room += sum(d.room for d in _new_decks(view, power, frozenset({zone})))
    return max(0, room)
