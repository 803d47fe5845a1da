"""Bombing: raiders that attack nothing else go where the damage they do is worth more than what guns shoot down."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator

from rules.model.state import Facility, Unit
from rules.movement.reach import Reach
from seats.position.situation import Situation
from seats.wish import Wish

LEAST = 1.2  # IPC
FLAK = 1 / 6
INTERCEPTOR = 1.5
DIE = 3.5
BASE = 0.25  # of the damage on what makes nothing: it is mended when it is needed, or never
TAKEN = 0.5


class Raids:
    """Plans the bombing of a phase."""

    def __init__(self, s: Situation, busy: set[int], ours: Collection[str] = ()) -> None:
        """busy: units that do something else. ours: places that will be ours before anybody mends them."""
        self.s, self.busy = s, busy
        self.ours = ours if s.level.tidy else ()
        self.done: Counter[tuple[str, str]] = Counter()  # damage that is on its way

    def plan(self) -> list[Wish]:
        """One order for alike bombers with the same target."""
        reach, groups = Reach(self.s.view), defaultdict[tuple[str, str], list[Unit]](list)
        for u in self.s.view.state.units.values():
            able = u.owner == self.s.me and u.id not in self.busy and not u.role and not u.marks
            if able and self.s.view.of(u).raids and self.s.view.points(u) > u.spent:
                groups[u.place, u.type].append(u)
        orders: Counter[tuple[str, str, str, str]] = Counter()
        for (place, kind), units in sorted(groups.items()):
            targets = list(self._targets(units[0], reach))
            for unit in units:
                best = max(targets, key=lambda t: (self._gain(unit, *t), t[0], t[1].type), default=None)
                if best and (gain := self._gain(unit, *best)) > LEAST:
                    orders[place, kind, best[1].type, best[0]] += 1
                    self.done[best[0], best[1].type] += round(gain)
        return [
            Wish(
                f"bomb {what}: {n} {kind}: {start} > {goal}",
                f"Bombing the {what} of {goal} costs more than its guns take.",
            )
            for (start, kind, what, goal), n in sorted(orders.items())
        ]

    def _targets(self, unit: Unit, reach: Reach) -> Iterator[tuple[str, Facility]]:
        view = self.s.view
        for goal in reach.destinations(unit):
            if view.place(goal).is_land and view.hostile_land(goal, self.s.me) and goal not in self.ours:
                yield from ((goal, f) for f in view.facilities(goal) if f.type in view.of(unit).raids)

    def _gain(self, unit: Unit, place: str, facility: Facility) -> float:
        view, p = self.s.view, self.s.view.of(unit)
        foes = view.enemy_units(place, self.s.me)
        money = view.edition("raids") == "money"
        most = (
            view.value(place) if money else view.table.units[facility.type].number("max_damage", 20) - facility.damage
        )
        if money:
            owner = view.owner(place)
            most = min(most, view.money(owner) if owner else 0)
        guarded = not money or any(view.has(u, "anti-air") for u in foes)
        damage = min(most - self.done[place, facility.type], DIE * p.number("raid_dice", 1) + p.number("raid_bonus"))
        hunters = sum(view.has(u, "intercepts") for u in foes)
        if self.s.level.tidy and facility not in view.complexes(place):
            damage *= BASE
        return damage - (FLAK * p.cost if guarded else 0.0) - INTERCEPTOR * hunters
