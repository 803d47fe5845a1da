"""Noncombat: cargo goes from coast to coast, or aboard and out to sea to land next turn, with the warships that cover it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.model.profiles import SEA
from rules.model.state import Unit
from rules.movement.reach import Reach
from seats.position.situation import Situation
from seats.position.world import ferries
from seats.turn.decks import counted_on
from seats.turn.rehearsal import Rehearsal
from seats.turn.voyage import NavalPlanner, Voyage, landing, merged, sailing, transports
from seats.wish import Wish, items

ASHORE = 1.2  # a step of cargo that is put ashore counts a little more
LEAST, LEAST_AFLOAT = 0.3, 0.1
WAIT = 0.2  # IPC that cargo waiting at sea costs


@dataclass(frozen=True, slots=True)
class Freight:
    """A voyage with where its cargo goes ashore ("" it stays aboard) and what that is worth."""

    gain: float
    voyage: Voyage
    goal: str

    @property
    def key(self) -> tuple[float, int, str, str]:
        """Order of preference."""
        return (-self.gain, self.voyage.ship.id, self.goal, self.voyage.end)


class Freighters:
    """Plans a power's voyages in noncombat movement."""

    def __init__(self, s: Situation) -> None:
        self.s = s
        self.planner = NavalPlanner(s.view, s.me)
        self.escorts = self._escorts()
        self.used: set[int] = set()

    def _escorts(self) -> dict[str, list[Unit]]:
        """Zone -> own warships that could be there at the end of the turn."""
        view, me, found = self.s.view, self.s.me, defaultdict(list)
        reach = Reach(view)
        for u in view.state.units.values():
            able = u.owner == me and view.domain(u) == SEA and view.of(u).defense and not ferries(view, view.of(u))
            if able and not u.fought and not counted_on(view, u):
                for zone in {u.place: 0, **reach.destinations(u)}:
                    found[zone].append(u)
        return found

    def carry_out(self, rehearsal: Rehearsal) -> None:
        """Rehearse the orders, voyage by voyage, escorts last; ships whose voyage does not go are left to others."""
        ends = []
        for one in sorted(self._offers(), key=lambda f: f.key):
            if one.voyage.ids & self.used:
                continue
            texts = merged(self.s.view, [one.voyage], landing if one.goal else sailing, one.goal)
            if rehearsal.all_or_none([Wish(t, self._why(one) if n == 0 else "") for n, t in enumerate(texts)]):
                self.used |= one.voyage.ids
                ends.append(one.voyage.end)
        rehearsal.give(self._covering(ends))

    def _why(self, one: Freight) -> str:
        if one.goal:
            return f"Cargo goes to {one.goal}."
        start = one.voyage.coast or one.voyage.path[0]
        nearer = self.s.far(one.voyage.end) < self.s.far(start)
        aboard = "Cargo goes aboard" if one.voyage.coast else "Cargo stays aboard"
        return f"{aboard}, nearer to the front." if nearer else f"{aboard}, out of the enemy's reach."

    def gains(self) -> dict[int, float]:
        """Ship -> IPC that its best voyage would be worth."""
        found: dict[int, float] = {}
        for one in self._offers():
            found[one.voyage.ship.id] = max(found.get(one.voyage.ship.id, 0.0), one.gain)
        return found

    def _offers(self) -> Iterator[Freight]:
        for ship in transports(self.s.view, self.s.me):
            for voyage in self.planner.voyages(ship):
                if not any(u.moved for u in voyage.cargo):
                    yield from self._afloat(voyage)
                    yield from self._ashore(voyage)

    def _afloat(self, v: Voyage) -> Iterator[Freight]:
        """The cargo stays aboard, to land next turn."""
        s = self.s
        if len(v.path) < 2:
            return
        start = v.coast or v.path[0]
        gain = s.level.haul * s.level.step * s.cost(v.cargo) * (s.far(start) - s.far(v.end))
        gain -= s.exposed(v.ship, v.end, v.cargo, self.escorts.get(v.end, ())) + (WAIT if v.coast else 0.0)
        gain -= self._missed(v)
        if gain > (LEAST if v.coast else LEAST_AFLOAT):
            yield Freight(gain, v, "")

    def _ashore(self, v: Voyage) -> Iterator[Freight]:
        """The cargo lands on a friendly coast."""
        s, view = self.s, self.s.view
        start = s.far(v.coast) if v.coast else s.far(v.path[0]) + 1
        away = self._missed(v) + s.exposed(v.ship, v.end, (), self.escorts.get(v.end, ()))
        for goal in view.board.near(v.end):
            if goal == v.coast or not view.place(goal).is_land or not view.friendly_land(goal, s.me):
                continue
            here = s.friends(goal)
            gain = s.level.haul * s.level.step * ASHORE * s.cost(v.cargo) * (start - s.far(goal)) - away
            gain += s.risk(goal, here) - s.risk(goal, [*here, *v.cargo])
            if gain > LEAST:
                yield Freight(gain, v, goal)

    def _missed(self, v: Voyage) -> float:
        """What the cargo's coast loses with it."""
        s = self.s
        if not v.coast:
            return 0.0
        here, cargo = s.friends(v.coast), {u.id for u in v.cargo}
        stay = [u for u in here if u.id not in cargo]
        return max(0.0, s.risk(v.coast, stay) - s.risk(v.coast, here))

    def _covering(self, ends: Sequence[str]) -> list[Wish]:
        """Warships go where the transports end, as many as lower the risk."""
        s, found = self.s, []
        for zone in dict.fromkeys(ends):
            here = [*s.friends(zone), *(v for v in self._arriving(zone))]
            for unit in sorted(self.escorts.get(zone, ()), key=lambda u: (-s.view.of(u).defense, u.id)):
                if unit.id in self.used or unit.place == zone:
                    continue
                before, after = s.risk(zone, here), s.risk(zone, [*here, unit])
                if before - after > LEAST:
                    self.used.add(unit.id)
                    here.append(unit)
                    found.append(
                        Wish(f"move {items([unit])}: {unit.place} > {zone}", f"It covers the transports in {zone}.")
                    )
        return found

    def _arriving(self, zone: str) -> list[Unit]:
        return [u for u in transports(self.s.view, self.s.me) if u.id in self.used and u.place != zone][:3]
