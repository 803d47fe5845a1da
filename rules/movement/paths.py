"""Routes: the legs of an order filled in with shortest legal ways, one answer or a clear refusal."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush

from rules.core.hooks import Rule
from rules.model.names import several
from rules.model.orders import Path, way
from rules.model.refusals import Refused
from rules.model.state import Unit
from rules.movement import step
from rules.movement.ground import Ground

Effects = tuple[str, ...]
FAR = 99
NEARBY = 2
SHOWN = 3


@dataclass(frozen=True, slots=True)
class Route:
    """A way from place to place: every place it passes (start first), its cost, what it does."""

    places: Path
    cost: int = 0
    effects: Effects = ()

    def plus(self, other: Route) -> Route:
        """This way and another that begins where it ends."""
        return Route(self.places + other.places[1:], self.cost + other.cost, self.effects + other.effects)


class Flood:
    """How far a unit gets from a place, passing other places by the cheapest ways: spread only as far as somebody asks, and
    kept for the next who asks (`flood`). stops / rules: whether stops and refusals count.

    Answers do not depend on what was asked before: places are passed in one fixed order, by cost and name.
    """

    def __init__(self, ground: Ground, unit: Unit, start: str, stops: bool = True, rules: bool = True) -> None:
        self.ground, self.unit, self.start, self.stops, self.rules = ground, unit, start, stops, rules
        self.passed: dict[str, int] = {}  # place -> points it takes to pass it, in the order of passing
        self.edge: list[tuple[int, str, str]] = [(0, start, "")]  # points, a place, and the one before it
        self.least = 0 if ground.view.table.answering(Rule.step_cost) else 1  # points of any step
        self._open: dict[tuple[str, str], bool] = {}
        self._ends: dict[tuple[str, str], bool] = {}
        self._ways: dict[str, dict[Effects, Path]] = {start: {(): (start,)}}

    def to(self, goal: str, last: bool, budget: int) -> list[Route]:
        """The cheapest ways to a goal within a budget of points, one for each difference in effects; none: it cannot be
        reached. last: it ends there."""
        cost = self._cost(goal, budget) if last else self._passing(goal, budget)
        if cost > budget or cost == FAR:
            return []
        ways = self._merged(goal, self._before(goal, cost), True) if last else self._ways_past(goal)
        return [Route(path, cost, effects) for effects, path in sorted(ways.items())]

    def all(self, budget: int) -> Mapping[str, int]:
        """Every place that it could end in within a budget of points, with the points it takes."""
        while self.edge and self.edge[0][0] <= budget - self.least:
            self._go_on()
        found: dict[str, int] = {}
        for here, spent in self.passed.items():
            for place in self.ground.view.board.near(here) if spent <= budget - self.least else ():
                total = spent + self._price(here, place)
                if total <= budget and total < found.get(place, FAR) and self._may_end(here, place):
                    found[place] = total
        return found

    def _go_on(self) -> str:
        """Pass the nearest place that is left, if it can be passed; gives it, or ""."""
        spent, here, before = heappop(self.edge)
        if here in self.passed or (before and not self._may_pass(before, here)):
            return ""
        self.passed[here] = spent
        for place in self.ground.view.board.near(here):
            if place not in self.passed:
                heappush(self.edge, (spent + self._price(here, place), place, here))
        return here

    def _passing(self, goal: str, budget: int) -> int:
        """Points it takes to pass a place."""
        while goal not in self.passed and self.edge and self.edge[0][0] <= budget:
            self._go_on()
        return self.passed.get(goal, FAR)

    def _cost(self, goal: str, budget: int) -> int:
        """Points it takes to end in a place."""
        near = self.ground.view.board.near(goal)
        found = min((self._total(here, goal) for here in near if here in self.passed), default=FAR)
        while self.edge and self.edge[0][0] < found and self.edge[0][0] <= budget - self.least:
            if (here := self._go_on()) in near:
                found = min(found, self._total(here, goal))
        return found

    def _total(self, here: str, goal: str) -> int:
        return self.passed[here] + self._price(here, goal) if self._may_end(here, goal) else FAR

    def _price(self, here: str, place: str) -> int:
        return step.cost(self.ground, self.unit, here, place)

    def _may_end(self, here: str, place: str) -> bool:
        if (here, place) not in self._ends:
            self._ends[here, place] = self._may_enter(here, place, True)
        return self._ends[here, place]

    def _may_pass(self, here: str, place: str) -> bool:
        held = self.rules and self.stops
        return self._may_enter(here, place, False) and not (held and step.through(self.ground, self.unit, place))

    def _may_enter(self, here: str, place: str, last: bool) -> bool:
        if not self.rules:
            return _same_element(self.ground, self.unit, place)
        if (here, place) not in self._open:
            self._open[here, place] = not step.closed(self.ground, self.unit, here, place)
        return self._open[here, place] and not step.turned_away(self.ground, self.unit, here, place, last)

    def _before(self, goal: str, cost: int) -> list[str]:
        """The places from which the last step is made on a cheapest way."""
        near = [h for h in self.ground.view.board.near(goal) if h in self.passed]
        return [h for h in near if self._total(h, goal) == cost and (self.passed[h] < cost or h == self.start)]

    def _ways_past(self, place: str) -> Mapping[Effects, Path]:
        if place not in self._ways:
            order, cost = list(self.passed), self.passed[place]
            earlier = set(order[: order.index(place)]) & set(self.ground.view.board.near(place))
            onto = [h for h in earlier if self.passed[h] + self._price(h, place) == cost and self._may_pass(h, place)]
            self._ways[place] = self._merged(place, onto, False)
        return self._ways[place]

    def _merged(self, place: str, before: Iterable[str], ends: bool) -> dict[Effects, Path]:
        known: dict[Effects, Path] = {}
        for here in sorted(before, key=lambda h: (self.passed[h], h)):
            does = step.effects(self.ground, self.unit, here, place, ends)
            for effects, path in self._ways_past(here).items():
                joined = tuple(sorted({*effects, *does}))
                if joined not in known and len(known) < SHOWN and place not in path:
                    known[joined] = (*path, place)
        return known


def flood(ground: Ground, unit: Unit, start: str, stops: bool = True, rules: bool = True) -> Flood:
    """The flood of a unit from a place: one for all who ask as long as the position holds."""
    led = frozenset(lead for lead, place in ground.leaders if place == unit.start)
    key = (unit, start, stops, rules, ground.power, ground.phase, ground.cleared, led)
    found: Flood | None = ground.kept.get(key)
    if found is None:
        found = ground.kept[key] = Flood(ground, unit, start, stops, rules)
    return found


def _same_element(ground: Ground, unit: Unit, place: str) -> bool:
    domain, spot = ground.view.element(unit), ground.view.place(place)
    return domain == "air" or spot.is_sea == (domain == "sea")


def route(ground: Ground, unit: Unit, path: Path) -> Route:
    """The way a unit takes along the places an order names; raises Refused where it cannot."""
    left = ground.view.points(unit) - unit.spent
    found = Route(path[:1])
    for i, goal in enumerate(path[1:], 1):
        found = found.plus(_leg(ground, unit, found.places[-1], goal, i == len(path) - 1, left - found.cost))
    if found.cost > left:
        raise _too_far(ground, unit, path, found.cost, left)
    return found


def _leg(ground: Ground, unit: Unit, start: str, goal: str, last: bool, budget: int) -> Route:
    if goal in ground.view.board.near(start):
        return _single(ground, unit, start, goal, last)
    routes = flood(ground, unit, start).to(goal, last, budget)
    if not routes:
        raise _why_not(ground, unit, start, goal, last, budget)
    if len(routes) > 1:
        raise _ambiguous(ground, routes)
    return routes[0]


def _single(ground: Ground, unit: Unit, start: str, goal: str, last: bool) -> Route:
    refusal = step.enter(ground, unit, start, goal, last)
    if not refusal and not last:
        refusal = step.through(ground, unit, goal)
    if refusal:
        raise Refused(refusal.code, refusal.message, refusal.rule, refusal.choices)
    price = step.cost(ground, unit, start, goal)
    return Route((start, goal), price, step.effects(ground, unit, start, goal, last))


def _ambiguous(ground: Ground, routes: list[Route]) -> Refused:
    listed = tuple(way(r.places) + (f" ({', '.join(r.effects)})" if r.effects else "") for r in routes)
    return Refused(
        "ambiguous-path",
        f"Shortest ways differ in what they do; name the places: {'; or '.join(listed)}.",
        ground.view.cite("adjacency"),
        tuple(way(r.places) for r in routes),
    )


def _too_far(ground: Ground, unit: Unit, path: Path, cost: int, left: int) -> Refused:
    return Refused(
        "too-far",
        f"{way(path)} takes {several(cost, 'point')}; the {unit.type} in {unit.place} has {max(0, left)} left.",
        ground.view.cite(ground.view.domain(unit)),
    )


def _why_not(ground: Ground, unit: Unit, start: str, goal: str, last: bool, budget: int) -> Refused:
    """The most telling reason why there is no way: a stop on it, its length, a rule, or no way at all."""
    unstopped = flood(ground, unit, start, stops=False)
    stopped = unstopped.to(goal, last, budget)
    if stopped:
        return _first_refusal(ground, unit, stopped[0].places, last) or _nowhere(ground, start, goal)
    far = flood(ground, unit, start).to(goal, last, FAR) or unstopped.to(goal, last, budget + NEARBY)
    if far:
        return _too_far(ground, unit, far[0].places, far[0].cost, budget)
    physical = flood(ground, unit, start, rules=False).to(goal, last, budget)
    refused = _first_refusal(ground, unit, physical[0].places, last) if physical else None
    return refused or _nowhere(ground, start, goal)


def _first_refusal(ground: Ground, unit: Unit, places: Path, last: bool) -> Refused | None:
    for i, (here, place) in enumerate(itertools.pairwise(places), 1):
        try:
            _single(ground, unit, here, place, last and i == len(places) - 1)
        except Refused as refused:
            return refused
    return None


def _nowhere(ground: Ground, start: str, goal: str) -> Refused:
    return Refused("no-path", f"There is no way from {start} to {goal} for this unit.", ground.view.cite("adjacency"))


def reachable(ground: Ground, unit: Unit, start: str, budget: int) -> Mapping[str, int]:
    """Every place a unit could end in within a budget of points, with the points it takes."""
    return flood(ground, unit, start).all(budget)
