"""Routes: the legs of an order filled in with shortest legal ways, one answer or a clear refusal."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush

from rules.core.hooks import Rule
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


@dataclass(slots=True)
class Search:
    """Shortest ways from one place. budget: points. stops / rules: whether stops and refusals count."""

    ground: Ground
    unit: Unit
    budget: int
    stops: bool = True
    rules: bool = True
    best: dict[str, int] = field(default_factory=dict)
    ways: dict[str, dict[Effects, Path]] = field(default_factory=dict)

    def to(self, start: str, goal: str, last: bool) -> list[Route]:
        """The shortest ways to a goal, one for each difference in effects; none: it cannot be reached."""
        self.best, self.ways = {start: 0}, {start: {(): (start,)}}
        queue: list[tuple[int, str]] = [(0, start)]
        done: set[str] = set()
        while queue:
            spent, here = heappop(queue)
            if here in done or here == goal:
                continue
            if goal in self.best and spent >= self.best[goal]:
                break
            done.add(here)
            for place in self.ground.view.board.near(here):
                price = self._price(here, place, place == goal, last)
                if price is not None and spent + price <= self.budget and place not in done:
                    self._reach(here, place, spent + price, place == goal and last)
                    heappush(queue, (spent + price, place))
        cost = self.best.get(goal, FAR)
        return [Route(path, cost, effects) for effects, path in sorted(self.ways.get(goal, {}).items())]

    def _price(self, here: str, place: str, at_goal: bool, last: bool) -> int | None:
        if self.rules:
            if step.enter(self.ground, self.unit, here, place, at_goal and last):
                return None
            if self.stops and not (at_goal and last) and step.through(self.ground, self.unit, place):
                return None
        elif not _same_element(self.ground, self.unit, place):
            return None
        return step.cost(self.ground, self.unit, here, place)

    def _reach(self, here: str, place: str, spent: int, ends: bool) -> None:
        if spent > self.best.get(place, FAR):
            return
        if spent < self.best.get(place, FAR):
            self.best[place], self.ways[place] = spent, {}
        does = step.effects(self.ground, self.unit, here, place, ends)
        known = self.ways[place]
        for effects, path in self.ways[here].items():
            joined = tuple(sorted({*effects, *does}))
            if joined not in known and len(known) < SHOWN:
                known[joined] = (*path, place)


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
    routes = Search(ground, unit, budget).to(start, goal, last)
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
        f"{way(path)} takes {cost} points; {unit.type} in {unit.place} has {left} left.",
        ground.view.cite(ground.view.domain(unit)),
    )


def _why_not(ground: Ground, unit: Unit, start: str, goal: str, last: bool, budget: int) -> Refused:
    """The most telling reason why there is no way: a stop on it, its length, a rule, or no way at all."""
    stopped = Search(ground, unit, budget, stops=False).to(start, goal, last)
    if stopped:
        return _first_refusal(ground, unit, stopped[0].places, last) or _nowhere(ground, start, goal)
    for search in (Search(ground, unit, FAR), Search(ground, unit, budget + NEARBY, stops=False)):
        if found := search.to(start, goal, last):
            return _too_far(ground, unit, found[0].places, found[0].cost, budget)
    physical = Search(ground, unit, budget, rules=False).to(start, goal, last)
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
    found: dict[str, int] = {}
    free_steps = bool(ground.view.table.answering(Rule.step_cost))  # only then does a unit without points go on
    onward: dict[str, int] = {start: 0}
    queue: list[tuple[int, str]] = [(0, start)]
    while queue:
        spent, here = heappop(queue)
        if spent > onward[here]:
            continue
        for place in ground.view.board.near(here):
            total = spent + step.cost(ground, unit, here, place)
            if total > budget:
                continue
            if total < found.get(place, FAR) and not step.enter(ground, unit, here, place, True):
                found[place] = total
            goes_on = total < budget or free_steps
            if goes_on and total < onward.get(place, FAR) and _passes(ground, unit, here, place):
                onward[place] = total
                heappush(queue, (total, place))
    return found


def _passes(ground: Ground, unit: Unit, here: str, place: str) -> bool:
    return not step.enter(ground, unit, here, place, False) and not step.through(ground, unit, place)
