"""What steps are open to units that are alike: each worked out once for all of them, wherever they stand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable

from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.profiles import AIR, SEA
from rules.model.state import Unit
from rules.movement import step
from rules.movement.ground import Ground

Step = tuple[str, str]


class StepGraph:
    """The steps of some units that are alike over one ground, asked about the first of them. stops / rules: whether stops
    and refusals count.

    least: points of any step at least. priced: whether steps may cost something else than 1.
    """

    def __init__(self, ground: Ground, unit: Unit, stops: bool = True, rules: bool = True) -> None:
        view = ground.view
        self.ground, self.unit, self.stops, self.rules = ground, unit, stops, rules
        self.near = view.board.near
        self.priced = bool(view.table.answering(Rule.step_cost))
        self.least = 0 if self.priced else 1
        self._element = view.element(unit)
        self._ways = step.ways(self._element)
        self._bars = ground.combat and view.has(unit, "cannot attack")
        self.known: defaultdict[str, dict[str, bool]] = defaultdict(dict)  # what `passes` has found out already
        self._open: dict[Step, bool] = {}
        self._ends: dict[Step, bool] = {}
        self._into: dict[tuple[str, str, bool], bool] = {}

    def price(self, here: str, place: str) -> int:
        """Points of a step."""
        return step.cost(self.ground.view, self.unit, here, place) if self.priced else 1

    def ends(self, here: str, place: str) -> bool:
        """Whether the last step may lead from one place into the next."""
        found = self._ends.get((here, place))
        if found is None:
            found = self._ends[here, place] = self._enters(here, place, True)
        return found

    def passes(self, here: str, place: str) -> bool:
        """Whether a step may lead from one place into the next, and further ones on from there."""
        found = self.known[here].get(place)
        if found is None:
            found = self._enters(here, place, False)
            if found and self.rules and self.stops:
                found = self._ways.through(self.ground, self.unit, place) is None
            self.known[here][place] = found
        return found

    def _enters(self, here: str, place: str, last: bool) -> bool:
        if self._element != AIR and self.ground.view.place(place).is_sea != (self._element == SEA):
            return False
        if not self.rules:
            return True
        ground, unit = self.ground, self.unit
        if (here, place) not in self._open:
            self._open[here, place] = step.shut(ground, unit, here, place) is None
        if not self._open[here, place]:
            return False
        side = (
            here if self._element == SEA else "",
            place,
            last,
        )  # straits: ships alone are asked where they come from
        if side not in self._into:
            barred = self._bars and step.barred(ground, unit, place, last)
            self._into[side] = not barred and self._ways.enter(ground, unit, here, place, last) is None
        return self._into[side]


def step_graph(ground: Ground, unit: Unit, stops: bool = True, rules: bool = True) -> StepGraph:
    """The graph of a unit: one for all that are alike, as long as the position holds."""
    key = (alike(ground, unit), stops, rules)
    found: StepGraph | None = ground.memo.get(key)
    if found is None:
        found = ground.memo[key] = StepGraph(ground, unit, stops, rules)
    return found


def alike(ground: Ground, unit: Unit) -> Hashable:
    """What tells the units for which a step may be another one than for the rest: what they are, what they do, what leads
    them; those with marks, and those that others fly from, only with their like in the same place.

    So what hooks say of a step does not depend on the number of a unit, on how far it has come or where it began: where
    that matters it is asked for the way as a whole (`may_move`, `may_end`)."""
    view = ground.view
    led = frozenset(lead for lead, place in ground.leaders if place == unit.start) if ground.leaders else frozenset()
    bound = unit.place if unit.marks or view.of(unit).decks else ""
    return (
        *(unit.type, unit.owner, unit.damage, unit.marks, unit.role, bound, _rests(view, unit)),
        *(ground.power, ground.phase, ground.cleared, led),
    )


def _rests(view: View, unit: Unit) -> bool:
    """Whether a unit stands ashore and has not gone anywhere."""
    return not unit.route and view.place(unit.place).is_land
