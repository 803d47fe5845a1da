"""What steps are open to units that are alike: each worked out once for all of them, wherever they stand."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import TypeVar

from rules.core.hooks import Rule
from rules.model.profiles import SEA
from rules.model.state import Unit
from rules.movement import land, sea, step
from rules.movement.ground import Ground

T = TypeVar("T")


class StepGraph:
    """The steps of some units that are alike over one ground, asked about the first of them. stops / rules: whether stops
    and refusals count.

    onward / ends: the places into which a step may lead from one that others follow, or the last one. least: points of any
    step at least. priced: whether steps may cost something else than 1.
    """

    def __init__(self, ground: Ground, unit: Unit, stops: bool = True, rules: bool = True) -> None:
        view, element = ground.view, ground.view.element(unit)
        self.ground, self.unit, self.stops, self.rules = ground, unit, stops, rules
        self.near, self._near = view.board.near, view.board.neighbours(element)
        self.priced = bool(view.table.answering(Rule.step_cost))
        self.least = 0 if self.priced else 1
        self._ways = step.ways(element)
        self._canals = view.board.narrows if rules and element == SEA else frozenset()
        self._bars = ground.combat and view.has(unit, "cannot attack")
        self._open = Asked(lambda place: step.shut(ground, unit, place) is None)
        self.onward, self.ends = self._steps(False), self._steps(True)

    def price(self, here: str, place: str) -> int:
        """Points of a step."""
        return step.cost(self.ground.view, self.unit, here, place) if self.priced else 1

    def leads(self, here: str, place: str, last: bool) -> bool:
        """Whether a step may lead from one place into the next: the last step, or one that others follow."""
        return place in (self.ends if last else self.onward)[here]

    def _steps(self, last: bool) -> Asked[tuple[str, ...]]:
        """The places into which a step may lead from each: the last step, or one that others follow."""
        let_in = Asked(partial(self._lets_in, last=last)).__getitem__

        def steps(here: str) -> tuple[str, ...]:
            found = tuple(filter(let_in, self._near[here]))
            if here not in self._canals:
                return found
            return tuple(p for p in found if sea.canal(self.ground, self.unit, here, p) is None)

        return Asked(steps)

    def _lets_in(self, place: str, last: bool) -> bool:
        """Whether they may come into a place, from whichever side."""
        ground, unit = self.ground, self.unit
        if not self.rules:
            return True
        if not self._open[place] or (self._bars and step.barred(ground, unit, place, last)):
            return False
        if self._ways.enter(ground, unit, unit.place, place, last) is not None:
            return False
        return last or not self.stops or self._ways.through(ground, unit, place) is None


class Asked(dict[str, T]):
    """What is true of places, found when it is first asked."""

    def __init__(self, ask: Callable[[str], T]) -> None:
        super().__init__()
        self._ask = ask

    def __missing__(self, place: str) -> T:
        found = self[place] = self._ask(place)
        return found


def step_graph(ground: Ground, unit: Unit, stops: bool = True, rules: bool = True) -> StepGraph:
    """The graph of a unit: one for all that are alike, as long as the position holds."""
    key = (alike(ground, unit), stops, rules)
    found: StepGraph | None = ground.memo.get(key)
    if found is None:
        found = ground.memo[key] = StepGraph(ground, unit, stops, rules)
    return found


def alike(ground: Ground, unit: Unit) -> Hashable:
    """What tells the units for which a step may be another one than for the rest: what they are, what they do, whether they
    are led; those with marks, those that others fly from, and those of a deck that stand ashore, only with their like in
    the same place.

    So what hooks say of a step does not depend on the number of a unit, on how far it has come or where it began: where
    that matters it is asked for the way as a whole (`may_move`, `may_end`)."""
    view, profile = ground.view, ground.view.of(unit)
    rests = not unit.route and view.place(unit.place).is_land
    bound = unit.place if unit.marks or profile.decks or (rests and profile.has("deck only")) else ""
    return (
        *(unit.type, unit.owner, unit.damage, unit.marks, unit.role, bound, rests),
        *(ground.power, ground.phase, ground.cleared, land.led(ground, unit)),
    )
