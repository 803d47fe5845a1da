"""Routes: the legs of an order filled in with shortest legal ways, one answer or a clear refusal."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush

from rules.core.view import View
from rules.model.names import several
from rules.model.orders import Path, way
from rules.model.profiles import LAND, SEA
from rules.model.refusals import Refused
from rules.model.state import Unit
from rules.movement import step
from rules.movement.ground import Ground
from rules.movement.step_graph import StepGraph, step_graph

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


class PathSearch:
    """How far units get on a graph of steps from a place, passing other places by the cheapest ways: spread only as far
    as somebody asks, and remembered for the next who asks (`path_search`).

    Answers do not depend on what was asked before: places are passed in one fixed order, by cost and name.
    """

    def __init__(self, graph: StepGraph, start: str) -> None:
        self.graph, self.start = graph, start
        self.passed: dict[str, int] = {start: 0}  # place -> points it takes to pass it, in the order of passing
        self._edge = [start]  # places passed last, from which nobody has looked on yet
        self._ways: dict[str, dict[Effects, Path]] = {start: {(): (start,)}}
        self._ends: dict[int, Mapping[str, int]] = {}

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
        if budget not in self._ends:
            self._ends[budget] = self._all(budget)
        return self._ends[budget]

    def _all(self, budget: int) -> Mapping[str, int]:
        self._spread(budget - 1)
        found: dict[str, int] = {}
        for here, spent in self.passed.items():
            if spent >= budget:
                break
            for place in self.graph.ends[here]:
                if place not in found:
                    found[place] = spent + 1
        return found

    def _spread(self, limit: int) -> None:
        """Pass every place that can be passed for so many points."""
        onward, passed = self.graph.onward, self.passed
        while self._edge and passed[self._edge[0]] < limit:
            spent = passed[self._edge[0]] + 1
            self._edge = sorted({place for here in self._edge for place in onward[here] if place not in passed})
            passed.update(dict.fromkeys(self._edge, spent))

    def _more(self) -> bool:
        """Whether there are places left to look on from."""
        return bool(self._edge)

    def _passing(self, goal: str, budget: int) -> int:
        """Points it takes to pass a place."""
        limit = -1
        while goal not in self.passed and limit < budget and self._more():
            limit += 1
            self._spread(limit)
        return self.passed.get(goal, FAR)

    def _cost(self, goal: str, budget: int) -> int:
        """Points it takes to end in a place."""
        near, found, limit = self.graph.near(goal), FAR, -1
        while limit < min(found - 1, budget - self.graph.least) and (limit < 0 or self._more()):
            limit += 1
            self._spread(limit)
            found = min((self._total(here, goal) for here in near if here in self.passed), default=FAR)
        return found

    def _total(self, here: str, goal: str) -> int:
        return self.passed[here] + self.graph.price(here, goal) if self.graph.leads(here, goal, True) else FAR

    def _before(self, goal: str, cost: int) -> list[str]:
        """The places from which the last step is made on a cheapest way."""
        near = [h for h in self.graph.near(goal) if h in self.passed]
        return [h for h in near if self._total(h, goal) == cost and (self.passed[h] < cost or h == self.start)]

    def _ways_past(self, place: str) -> Mapping[Effects, Path]:
        if place not in self._ways:
            graph, order, cost = self.graph, list(self.passed), self.passed[place]
            earlier = set(order[: order.index(place)]) & set(graph.near(place))
            onto = [
                h for h in earlier if self.passed[h] + graph.price(h, place) == cost and graph.leads(h, place, False)
            ]
            self._ways[place] = self._merged(place, onto, False)
        return self._ways[place]

    def _merged(self, place: str, before: Iterable[str], ends: bool) -> dict[Effects, Path]:
        known: dict[Effects, Path] = {}
        for here in sorted(before, key=lambda h: (self.passed[h], h)):
            does = step.effects(self.graph.ground, self.graph.unit, here, place, ends)
            for effects, path in self._ways_past(here).items():
                joined = tuple(sorted({*effects, *does}))
                if joined not in known and len(known) < SHOWN and place not in path:
                    known[joined] = (*path, place)
        return known


class PricedSearch(PathSearch):
    """The same where steps may cost something else than a point."""

    def __init__(self, graph: StepGraph, start: str) -> None:
        super().__init__(graph, start)
        self.passed = {}
        self._queue = [(0, start)]  # points and places that can be passed next

    def _all(self, budget: int) -> Mapping[str, int]:
        self._spread(budget)
        found: dict[str, int] = {}
        for here, spent in self.passed.items():
            if spent > budget:
                break
            for place in self.graph.ends[here]:
                total = spent + self.graph.price(here, place)
                if total <= budget and total < found.get(place, FAR):
                    found[place] = total
        return found

    def _spread(self, limit: int) -> None:
        while self._queue and self._queue[0][0] <= limit:
            spent, here = heappop(self._queue)
            if here not in self.passed:
                self.passed[here] = spent
                for place in self.graph.onward[here]:
                    if place not in self.passed:
                        heappush(self._queue, (spent + self.graph.price(here, place), place))

    def _more(self) -> bool:
        return bool(self._queue)


def search(graph: StepGraph, start: str) -> PathSearch:
    """A search of its own on a graph of steps."""
    return PricedSearch(graph, start) if graph.priced else PathSearch(graph, start)


def path_search(ground: Ground, unit: Unit, start: str, stops: bool = True, rules: bool = True) -> PathSearch:
    """The search of paths of a unit from a place: one for all that are alike, as long as the position holds.
    stops / rules: whether stops and refusals count."""
    way = step_graph(ground, unit, stops, rules)
    found: PathSearch | None = ground.memo.get((way, start))
    if found is None:
        found = ground.memo[way, start] = search(way, start)
    return found


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
    routes = path_search(ground, unit, start).to(goal, last, budget)
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
    price = step.cost(ground.view, unit, start, goal)
    return Route((start, goal), price, step.effects(ground, unit, start, goal, last))


def _ambiguous(ground: Ground, routes: list[Route]) -> Refused:
    listed = tuple(way(r.places) + (f" ({', '.join(r.effects)})" if r.effects else "") for r in routes)
    return Refused(
        "ambiguous-path",
        f"Shortest ways differ in what they do; name the places: {'; or '.join(listed)}.",
        ground.view.cite("adjacency"),
        tuple(way(r.places) for r in routes),
    )


def _too_far(ground: Ground, unit: Unit, path: Path, cost: int, left: int, hint: str = "") -> Refused:
    text = f"{way(path)} takes {several(cost, 'point')}; the {unit.type} in {unit.place} has {max(0, left)} left."
    return Refused("too-far", f"{text} {hint}".strip(), ground.view.cite(ground.view.domain(unit)))


def _ferry(ground: Ground, unit: Unit, start: str, goal: str) -> str:
    """The way over a zone that touches both places, for who walks too far."""
    board = ground.view.board
    across = {*board.touching_seas(start)} & {*board.touching_seas(goal)} if ground.view.place(goal).is_land else set()
    if ground.view.element(unit) != LAND or not across:
        return ""
    return f"A{_over_sea(ground.view, unit.type, start, goal)[1:]}"


def _why_not(ground: Ground, unit: Unit, start: str, goal: str, last: bool, budget: int) -> Refused:
    """The most telling reason why there is no way: a stop on it, a rule that closes it, its length, or no way at all."""
    unstopped = path_search(ground, unit, start, stops=False)
    stopped = unstopped.to(goal, last, budget)
    if stopped:
        return _first_refusal(ground, unit, stopped[0].places, last) or _nowhere(ground, unit, start, goal)
    closed = path_search(ground, unit, start, rules=False).to(goal, last, budget)
    if closed and (refused := _first_refusal(ground, unit, closed[0].places, last)):
        return refused
    far = path_search(ground, unit, start).to(goal, last, FAR) or unstopped.to(goal, last, budget + NEARBY)
    if far:
        return _too_far(ground, unit, far[0].places, far[0].cost, budget)
    physical = path_search(ground, unit, start, rules=False).to(goal, last, FAR)
    ferry = _ferry(ground, unit, start, goal)
    if physical and physical[0].cost > budget and not (ferry and physical[0].cost > budget + NEARBY):
        return _too_far(ground, unit, physical[0].places, physical[0].cost, budget, ferry)
    return _nowhere(ground, unit, start, goal)


def _first_refusal(ground: Ground, unit: Unit, places: Path, last: bool) -> Refused | None:
    for i, (here, place) in enumerate(itertools.pairwise(places), 1):
        try:
            _single(ground, unit, here, place, last and i == len(places) - 1)
        except Refused as refused:
            return refused
    return None


def _nowhere(ground: Ground, unit: Unit, start: str, goal: str) -> Refused:
    text = no_way(ground.view, unit.type, ground.view.element(unit), start, goal)
    return Refused("no-path", text, ground.view.cite("adjacency"))


def no_way(view: View, type_: str, element: str, start: str, goal: str) -> str:
    """That no way leads from one place to another for a type of unit, and how else it gets there."""
    units, place = view.table.units[type_].many, view.place(goal)
    if element == SEA and place.is_land:
        return f"There is no way from {start} to {goal} for {units}: ships cannot go ashore."
    if element != LAND or not (place.is_sea or view.board.touching_seas(goal)):
        return f"There is no way from {start} to {goal} for {units}."
    return f"{goal} is out of reach by land from {start}; {_over_sea(view, type_, start, goal)}"


def _over_sea(view: View, type_: str, start: str, goal: str) -> str:
    """How land units get from a coast over the sea."""
    verb = "load" if view.place(goal).is_sea else "ship"
    return f"a transport carries {view.table.units[type_].many}: `{verb} 1 {type_}: {way((start, goal))}`."


def reachable(ground: Ground, unit: Unit, start: str, budget: int) -> Mapping[str, int]:
    """Every place a unit could end in within a budget of points, with the points it takes."""
    return path_search(ground, unit, start).all(budget)
