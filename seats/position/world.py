"""What a power could do if its turn came now, and how far things are from each other. All of it is asked of the
engine on a copy of the position: nothing about a board or a document is known here."""

from __future__ import annotations

import dataclasses
import heapq
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence, Set
from typing import Any

from rules.core.view import Memo, View
from rules.model.board import Place
from rules.model.ledger import BLANK
from rules.model.profiles import LAND, SEA, UnitType
from rules.model.state import COMBAT_MOVE, Unit, pair
from rules.movement.reach import Reach
from seats.position import landings
from seats.position.landings import Strikers
from seats.position.setting import setting

FAR = 12.0
LAND_STEP, SEA_STEP = 1.0, 0.8
EMBARKING, LANDING = 1.5, 1.5
FAR_FROM_SHIPYARDS = 2.0  # more where no ships are made
WALKER = 2.5  # more for a power that can walk to the enemy as well: few of its units find room aboard
WALK = 12.0  # IPC of enemy land within a walk below which a power has to cross the sea


def rivals(view: View, me: str) -> list[str]:
    """Powers of the other side, at war already or not."""
    side = view.side(me)
    return [p for p in view.board.order if view.side(p) != side]


def ferries(view: View, profile: UnitType) -> int:
    """Room aboard a ship for the army at large: none where it carries but a few special types, such as a cruiser's own
    marines."""
    if profile.domain != SEA or not profile.capacity:
        return 0
    return profile.capacity if not profile.carries or _army(view) & set(profile.carries) else 0


def _army(view: View) -> Set[str]:
    """What armies are made of: types of the board itself that walk and go aboard."""
    units = view.table.units.values()
    return {u.name for u in units if u.domain == LAND and u.move and u.cargo and u.is_a("standard")}


def as_if(view: View, power: str, taken: Iterable[str] = (), gone: Iterable[int] = ()) -> View:
    """The position as if a power's combat move began now, at war with all its rivals. taken: places that have changed
    hands to whoever is active. gone: ids of units lost meanwhile."""
    state, lost = view.state.copy(), frozenset(gone)
    me = state.turn.power
    state.units = {
        i: u if u.turn is BLANK or u.turn == BLANK else dataclasses.replace(u, turn=BLANK)
        for i, u in state.units.items()
        if i not in lost
    }
    state.owners.update(dict.fromkeys((p for p in taken if p in state.owners), me))
    state.flags = {k: v for k, v in state.flags.items() if not k.startswith("turn.") and k != "captured"}
    state.turn = dataclasses.replace(state.turn, power=power, phase=COMBAT_MOVE)
    state.pending, state.agenda, state.stalled, state.battles = (), (), (), {}
    state.relations.update({pair(power, other): "war" for other in rivals(view, power)})
    state.reindex()
    twin = View(view.table, state, Memo())
    seas = (p for p in state.ids_by_place if view.place(p).is_sea)
    state.flags["hostile zones"] = tuple(sorted(p for p in seas if not twin.friendly_zone(p, power)))
    return twin


def strikes(view: View, power: str) -> Strikers:
    """Place -> units of a power that could attack it in its combat move (in a view made by `as_if`)."""
    reach, found = Reach(view), defaultdict[str, list[Unit]](list)
    groups: dict[tuple[Any, ...], list[Unit]] = defaultdict(list)
    carriers: list[tuple[list[Unit], Mapping[str, Any]]] = []
    for unit in view.state.units.values():
        if unit.owner == power and unit.carrier is None:
            groups[unit.place, unit.type, unit.damage, unit.marks].append(unit)
    for units in groups.values():
        profile = view.of(units[0])
        if not profile.move or not (profile.attack or profile.capacity):
            continue
        goals = reach.destinations(units[0])
        for goal in goals if profile.attack else ():
            found[goal] += units
        if profile.attack and view.place(units[0].place).is_sea:
            found[units[0].place] += units
        if profile.capacity and profile.domain == SEA:
            carriers.append((units, goals))
    for ships, zones in carriers:
        landings.from_free_zones(view, power, ships, zones, found)
    return found


class Threats:
    """What each rival of a power could attack, power by power. behind: what each could land behind battles at sea, which does
    not come together with the rest."""

    def __init__(self, by_power: dict[str, Strikers], behind: dict[str, Strikers] | None = None) -> None:
        self.by_power, self.behind = by_power, behind or {}

    def of(self, units: Container[int]) -> Threats:
        """The same without those who are not among some units any more."""
        return Threats(_among(self.by_power, units), _among(self.behind, units))

    def at(self, place: str) -> list[list[Unit]]:
        """The attackers that could come to a place together."""
        return [units for _, units in self.on(place)]

    def on(self, place: str) -> list[tuple[str, list[Unit]]]:
        """The same with whose they are."""
        groups = (*self.by_power.items(), *self.behind.items())
        return [(power, units) for power, found in groups if (units := found.get(place))]


def _among(by_power: Mapping[str, Strikers], units: Container[int]) -> dict[str, Strikers]:
    return {
        power: {p: [u for u in us if u.id in units] for p, us in found.items()} for power, found in by_power.items()
    }


NOTHING = Threats({})


class ThreatMap:
    """Finds threats, and remembers those of the last positions."""

    KEPT = 320  # those of a round of turns

    def __init__(self) -> None:
        self._known: dict[tuple[Any, ...], Strikers] = {}
        self.asked = 0

    def threats(
        self, view: View, me: str, taken: Sequence[str] = (), gone: Sequence[int] = (), behind: bool = False
    ) -> Threats:
        """What the rivals of a power could attack. taken, gone: as in `as_if`. behind: with landings behind battles."""
        first = view.state.turn.round == 1
        foes = [p for p in rivals(view, me) if view.at_war(p, me) or not first]
        twins = {p: as_if(view, p, taken, gone) for p in foes}
        usual = {p: self._strikes(twin, p) for p, twin in twins.items()}
        return Threats(usual, {p: self._landings(twin, p, usual[p]) for p, twin in twins.items() if behind})

    def strikes(self, view: View, power: str, taken: Sequence[str] = (), gone: Sequence[int] = ()) -> Strikers:
        """What a power could attack; the later arguments as in `as_if`."""
        return self._strikes(as_if(view, power, taken, gone), power)

    def _strikes(self, twin: View, power: str) -> Strikers:
        return self._kept(twin, power, "", lambda: strikes(twin, power))

    def _landings(self, twin: View, power: str, usual: Strikers) -> Strikers:
        return self._kept(twin, power, "landings", lambda: landings.behind_battles(twin, power, usual))

    def _kept(self, twin: View, power: str, what: str, found: Callable[[], Strikers]) -> Strikers:
        key = (what, power, hash(frozenset(twin.state.units.items())), setting(twin))
        if key not in self._known:
            self.asked += 1
            if len(self._known) >= self.KEPT:
                del self._known[next(iter(self._known))]
            self._known[key] = found()
        return self._known[key]


def distances(view: View, me: str) -> dict[str, float]:
    """Place -> steps from there to the nearest thing worth taking, richer things counting as nearer; over land and over
    water, at the price of an embarkation and a landing."""
    best = _goals(view, me)
    harbours = _harbours(view, me)
    homes = [p.capital for p in view.board.powers[me].purses if p.capital]
    aboard = WALKER if any(riches_over_land(view, me, p) >= WALK for p in homes) else 0.0
    places, owners, near = view.board.places, view.state.owners, view.board.open_near
    heap = sorted((d, n) for n, d in best.items())
    while heap:
        far, here = heapq.heappop(heap)
        if far > best[here]:
            continue
        by_land, by_sea = _steps(places[here], here in harbours, aboard)
        for place in near[here]:
            if places[place].is_land and owners.get(place) is None:
                continue
            step = far + (by_land if places[place].is_land else by_sea)
            if step < best.get(place, 1e9):
                best[place] = step
                heapq.heappush(heap, (step, place))
    return best


def riches_over_land(view: View, me: str, start: str) -> float:
    """What of the enemy's can be walked to from a place: IPC, a complex counting as four."""
    seen, edge, found = {start}, [start], 0.0
    while edge:
        here = edge.pop()
        owner = view.owner(here)
        if owner and view.side(owner) not in ("", view.side(me)):
            found += view.value(here) + 4 * len(view.complexes(here))
        for place in view.board.near(here):
            there = view.place(place)
            if there.is_land and not there.impassable and place not in seen and not view.neutral_land(place):
                seen.add(place)
                edge.append(place)
    return found


def _steps(here: Place, harbour: bool, aboard: float) -> tuple[float, float]:
    """What a step to a place counts from land and from the sea. aboard: more for cargo."""
    if here.is_sea:
        return EMBARKING + (0.0 if harbour else FAR_FROM_SHIPYARDS) + aboard, SEA_STEP
    return LAND_STEP, LANDING


def _goals(view: View, me: str) -> dict[str, float]:
    """What is worth taking, with the distance it counts from."""
    side, found = view.side(me), {}
    for place in view.board.places.values():
        owner = view.owner(place.name) if place.is_land and not place.impassable else None
        if owner and view.side(owner) not in ("", side):
            rich = view.value(place.name) + 4 * len(view.complexes(place.name)) + (8 if place.capital else 0)
            found[place.name] = max(0.0, 5.0 - rich / 2) + (0.0 if view.at_war(owner, me) else 1.0)
    return found


def _harbours(view: View, me: str) -> frozenset[str]:
    """Zones beside one's complexes."""
    own = (p for p, owner in view.state.owners.items() if owner == me and view.complexes(p))
    return frozenset(z for p in own for z in view.board.touching_seas(p))
