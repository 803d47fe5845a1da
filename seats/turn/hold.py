"""Noncombat: who stands where. Moves of all, half or one of alike units, or of all that reach a place together, are
taken one after another for as long as the position gets better: what posts are worth less what is at risk."""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rules.model.profiles import AIR, LAND, SEA
from rules.model.state import Unit
from rules.movement.reach import Reach
from seats.position.situation import Situation
from seats.position.world import ferries
from seats.wish import Wish, items

MOST = 60  # shifts a phase
LEAST = 0.15
TROUBLE = 0.05  # IPC: nobody moves for nothing
STRANDED = 2.0
PLANE_STEP, SHIP_STEP = 0.02, 0.02
PORT, PORTS = 0.25, 12.0
FULL_PORT = 2.2


class Shift(NamedTuple):
    """So many at most of some units to one place."""

    units: tuple[Unit, ...]
    to: str
    most: int


class Posts:
    """Hill-climbing over shifts. busy: who goes elsewhere. sent: unit -> where it stands in any case."""

    def __init__(self, s: Situation, busy: Iterable[int] = (), sent: Mapping[int, str] | None = None) -> None:
        self.s, self.view = s, s.view
        self.busy, self.sent = set(busy), dict(sent or {})
        self.goals: dict[int, dict[str, int]] = {}
        self.at: dict[int, str] = {}
        self.units = self._movable()
        self.here: dict[str, list[Unit]] = {}
        self.decks: Counter[str] = Counter()
        self.changed: Counter[str] = Counter()
        self.raw = self._raw()

    def _movable(self) -> dict[int, Unit]:
        reach, kinds = Reach(self.view), defaultdict[tuple[Any, ...], list[Unit]](list)
        for u in self.view.state.units.values():
            if u.owner == self.s.me and u.carrier is None and u.id not in self.busy and self.view.points(u) > u.spent:
                kinds[u.place, u.type, u.damage, u.turn, u.marks].append(u)
        found = {}
        for units in kinds.values():
            goals = reach.destinations(units[0])
            for u in units if goals or self._aloft(units[0]) else ():
                self.goals[u.id], self.at[u.id], found[u.id] = goals, u.place, u
        return found

    def _aloft(self, u: Unit) -> bool:
        """Whether an aircraft has flown, or has no deck any more where it is."""
        at_sea = self.view.place(u.place).is_sea
        return self.view.domain(u) == AIR and (bool(u.route) or (at_sea and not self._lands(u, u.place)))

    def standing(self, place: str) -> list[Unit]:
        """Friends in a place as the plan has it so far."""
        if place not in self.here:
            self.here[place] = [u for u in self.s.friends(place) if u.id not in self.busy]
        return self.here[place]

    def _raw(self) -> dict[str, float]:
        """What the enemy may gain in each ordinary place where somebody stands."""
        held = {u.place for u in self.view.state.units.values() if self.view.allied(u.owner, self.s.me)}
        return {p: self.s.threatened(p, self.standing(p)) for p in sorted(held) if not self.s.values.vital(p)}

    def plan(self) -> list[Wish]:
        """The moves: those who are sent, aircraft aloft, then everybody else, at last the carriers on which nobody counts."""
        for u in [self.units[i] for i in self.sent if i in self.units]:
            if self.sent[u.id] != u.place:
                self._carry_out((u,), self.sent[u.id])
        aloft = {i for i, u in self.units.items() if self._aloft(u)}
        decks = {i for i, u in self.units.items() if self.view.of(u).decks}
        self._climb({i: u for i, u in self.units.items() if i in aloft})
        self._climb({i: u for i, u in self.units.items() if i not in aloft and i not in decks and i not in self.sent})
        needed = self._counted_on()
        self._climb({i: u for i, u in self.units.items() if i in decks and u.place not in needed})
        return self._orders()

    def _counted_on(self) -> set[str]:
        """Zones in which own aircraft end the turn, or stand and may stay."""
        own = (u for u in self.view.state.units.values() if u.owner == self.s.me and u.carrier is None)
        places = {self.at.get(u.id, u.place) for u in own if self.view.domain(u) == AIR}
        return {place for place in places if self.view.place(place).is_sea}

    def _orders(self) -> list[Wish]:
        found: dict[tuple[int, str, str], list[Unit]] = defaultdict(list)
        for i, u in self.units.items():
            if self.at[i] != u.place:
                found[self._turn(u), u.place, self.at[i]].append(u)
        return [
            Wish(f"move {items(us)}: {a} > {b}", self._why(us, a, b), _singly(us, a, b))
            for (_, a, b), us in sorted(found.items(), key=lambda kv: kv[0])
        ]

    def _turn(self, u: Unit) -> int:
        """Ships sail before aircraft land on them; aircraft aloft come first where they go to land."""
        return {SEA: 0, LAND: 1, AIR: 2}.get(self.view.domain(u), 3)

    def _why(self, units: Sequence[Unit], start: str, goal: str) -> str:
        if self.view.domain(units[0]) == AIR:
            return f"They land in {goal}."
        steps = self.s.far(start) - self.s.far(goal)
        return f"{goal}: nearer to the front." if steps > 0 else f"{goal} is held."

    # --- climbing ------------------------------------------------------------------------------------------

    def _climb(self, units: dict[int, Unit]) -> None:
        """Take the best shift, again and again; what has not changed is not weighed anew."""
        heap = [(-self._gain(left, shift.to), n, self._stamp(left, shift.to), shift)
                for n, shift in enumerate(self._shifts(units)) if (left := self._left(shift))]  # fmt: skip
        heapq.heapify(heap)
        done = 0
        while heap and done < MOST and not self.s.tired:
            gain, n, stamp, shift = heapq.heappop(heap)
            if -gain < LEAST:
                break
            if not (left := self._left(shift)):
                continue
            if stamp == (now := self._stamp(left, shift.to)):
                self._carry_out(left, shift.to)
                done += 1
                if not (left := self._left(shift)):
                    continue
                now = self._stamp(left, shift.to)
            heapq.heappush(heap, (-self._gain(left, shift.to), n, now, shift))

    def _left(self, shift: Shift) -> tuple[Unit, ...]:
        """Those of a shift that have not gone yet, as many as go together and find room."""
        units = [u for u in shift.units if self.at[u.id] == u.place][: shift.most]
        if units and self.view.domain(units[0]) == AIR and self.view.place(shift.to).is_sea:
            units = units[: max(0, self._decks_left(shift.to) // max(1, self.view.of(units[0]).deck))]
        return tuple(units)

    def _stamp(self, units: Sequence[Unit], to: str) -> tuple[int, ...]:
        places = sorted({u.place for u in units})
        return (len(units), self.changed[to], *(self.changed[p] for p in places))

    def _decks_left(self, zone: str) -> int:
        return self.view.empty_decks(zone, self.s.me) - self.decks[zone]

    def _carry_out(self, units: Sequence[Unit], to: str) -> None:
        for u in units:
            self.here[u.place] = [x for x in self.standing(u.place) if x.id != u.id]
            self.standing(to).append(u)
            self.at[u.id] = to
            self.changed[u.place] += 1
            if self.view.domain(u) == AIR and self.view.place(to).is_sea:
                self.decks[to] += max(1, self.view.of(u).deck)
        self.changed[to] += 1
        for place in {to, *(u.place for u in units)}:
            if not self.s.values.vital(place):
                self.raw[place] = self.s.threatened(place, self.standing(place))

    def _shifts(self, units: dict[int, Unit]) -> list[Shift]:
        """All, half or one of alike units to each place they reach, and all land units that reach a place."""
        alike: dict[tuple[str, str, str], list[Unit]] = defaultdict(list)
        together: dict[str, list[Unit]] = defaultdict(list)
        for i, u in units.items():
            for to in self.goals[i]:
                alike[to, u.place, u.type].append(u)
                if self.view.domain(u) == LAND:
                    together[to].append(u)
        found = []
        for (to, _, _), us in sorted(alike.items()):
            found += [Shift(tuple(us), to, n) for n in sorted({len(us), max(1, len(us) // 2), min(len(us), 2), 1})]
        return found + [Shift(tuple(us), to, len(us)) for to, us in sorted(together.items()) if len(us) > 1]

    def _gain(self, units: Sequence[Unit], to: str) -> float:
        gone = {u.id for u in units}
        gain = sum(self._post(u, to) - self._post(u, self.at[u.id]) - TROUBLE for u in units)
        before = {place: self.standing(place) for place in {to, *(self.at[u.id] for u in units)}}
        after = {place: [u for u in held if u.id not in gone] for place, held in before.items()}
        after[to] = [*after[to], *units]
        return gain + self._at_risk(before) - self._at_risk(after)

    def _at_risk(self, places: dict[str, list[Unit]]) -> float:
        """What the enemy may gain if some places are held like that: a share of each, as the same stack threatens many, but
        the best of all in full, as that is where he will come."""
        s, found = self.s, {place: self.s.threatened(place, units) for place, units in sorted(places.items())}
        ordinary = [found[place] for place in found if not s.values.vital(place)]
        others = (raw for place, raw in self.raw.items() if place not in places)
        whole = (1 - s.level.fear) * max((*ordinary, *others), default=0.0)
        return whole + sum(s.risk(p, units) + s.leaves(p, units) for p, units in sorted(places.items()))

    # --- posts ----------------------------------------------------------------------------------------------

    def _post(self, u: Unit, place: str) -> float:
        """What it is worth that a unit stands somewhere, the enemy apart."""
        cost, far = self.view.of(u).cost, self.s.far(place)
        domain = self.view.domain(u)
        if domain == LAND:
            return -self.s.level.step * cost * far
        if domain == AIR:
            lost = place == u.place and not self._lands(u, place)
            return -STRANDED * cost if lost else -PLANE_STEP * cost * max(0.0, far - 2)
        return self._port(place) if ferries(self.view, self.view.of(u)) else -SHIP_STEP * cost * far

    def _lands(self, u: Unit, place: str) -> bool:
        view = self.view
        if view.place(place).is_sea:
            return bool(view.of(u).deck) and view.empty_decks(place, self.s.me) >= 0
        return view.friendly_since_start(place, self.s.me)

    def _port(self, zone: str) -> float:
        """Transports wait where cargo waits."""
        view, me = self.view, self.s.me
        coasts = (c for c in view.board.near(zone) if view.place(c).is_land and self.s.far(c) > FULL_PORT)
        waiting = sum(view.of(u).cost for c in coasts for u in view.units(c, me, LAND) if view.of(u).cargo)
        return PORT * min(waiting, PORTS)


def _singly(units: Sequence[Unit], start: str, goal: str) -> tuple[str, ...]:
    """The same unit by unit, should they not go together."""
    kinds = Counter(u.type for u in units)
    if len(units) < 2:
        return ()
    return tuple(f"move 1 {kind}: {start} > {goal}" for kind, n in sorted(kinds.items()) for _ in range(n))
