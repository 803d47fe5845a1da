"""Factories on the move: in noncombat move a power shifts its complexes, which make less or nothing in that turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.core.act import Act
from rules.core.view import View
from rules.mechanics.economy.facilities import UNDERGROUND, complex_of, marked, replace
from rules.mechanics.mechanic import Mechanic, always, never
from rules.model.orders import Item, Move, Order, Path
from rules.model.profiles import UnitType
from rules.model.state import NONCOMBAT, Facility

MOVED: Final = "turn.moved factories"


@dataclass(frozen=True, eq=False, kw_only=True)
class MovingFactories(Mechanic):
    """`move 1 minor industrial complex: Ukraine > Bryansk` in the power's noncombat move, over own land held since the
    turn began: one territory and it makes one unit, or as many as `most` and it makes none. It passes another complex,
    but does not stop there; an underground one comes out.

    power: whose factories move; enemy: with whom it must be at war. open: whether they do so in this game; large: which
    sizes stay, unless `large_move`; full_build: whether one that moved one territory makes as much as ever.
    cites: "move", "stop".
    """

    priority: ClassVar[int] = 5  # a moved complex makes one unit however big and well equipped it is
    power: str
    enemy: str
    most: int = 2
    open: Callable[[View], bool] = always
    large: tuple[str, ...] = ()
    large_move: Callable[[View], bool] = always
    full_build: Callable[[View], bool] = never

    def handle(self, act: Act, order: Order) -> bool:
        """The move."""
        if not isinstance(order, Move) or not any(_is_factory(act, item) for item in order.items):
            return False
        if not self.open(act):
            return False
        start, goal = order.path[0], order.path[-1]
        facility = self._check(act, order)
        path = self._way(act, order.path)
        far = moved(act, start) + len(path) - 1
        if far > self.most:
            text = f"A factory moves {self.most} territories a turn; this makes {far}."
            act.refuse("too-far", text, self.cite("move"))
        if act.complexes(goal):
            text = f"{goal} has a factory: another may pass through but not stay."
            act.refuse("limit-here", text, self.cite("stop"))
        self._shift(act, facility, start, goal, far)
        return True

    def _shift(self, act: Act, facility: Facility, start: str, goal: str, far: int) -> None:
        replace(act, start, facility, None, "moved")
        act.set_facilities(goal, (*act.state.facilities.get(goal, ()), marked(facility, without=UNDERGROUND)), "moved")
        act.set_flag(MOVED, {**{p: n for p, n in act.flag(MOVED, {}).items() if p != start}, goal: far})
        makes = "one unit" if far == 1 else "nothing"
        text = f"{self.power} moves its {facility.type} from {start} to {goal}: it makes {makes} this turn."
        act.note(text, place=goal)

    def capacity(self, view: View, power: str, place: str, quota: UnitType | None, capacity: int) -> int:
        """A complex that moved one territory makes one unit, one that moved further none."""
        far = moved(view, place)
        if quota or not far or (far == 1 and self.full_build(view)):
            return capacity
        return min(capacity, 1) if far == 1 else 0

    def _check(self, act: Act, order: Move) -> Facility:
        """The complex meant, if it may move at all."""
        start, entry = order.path[0], self.cite("move")
        if act.active != self.power:
            act.refuse("not-eligible", f"Only factories of the {self.power} move.", entry)
        if not act.at_war(self.power, self.enemy):
            text = f"Factories of the {self.power} move once it is at war with {self.enemy}."
            act.refuse("too-early", text, entry)
        if act.phase != NONCOMBAT:
            act.refuse("wrong-phase", "Factories move in noncombat move.", entry)
        if len(order.items) != 1 or order.items[0].count != 1 or len(order.path) < 2:
            act.refuse("syntax", "The form is: move 1 minor industrial complex: Ukraine > Bryansk", entry)
        facility = complex_of(act, start)
        if facility is None:
            act.refuse("no-target", f"There is no factory in {start}.", entry)
        self._check_ground(act, start)
        if facility.type in self.large and not self.large_move(act):
            act.refuse("not-eligible", f"No {facility.type} moves in this game.", entry)
        return facility

    def _check_ground(self, act: Act, place: str) -> None:
        if act.place(place).is_sea:
            act.refuse("no-path", f"Factories move over land; {place} is a sea zone.", self.cite("move"))
        if not self._open_ground(act, place):
            text = f"{place} has not been {self.power}'s since the start of the turn."
            act.refuse("blocked", text, self.cite("move"))

    def _open_ground(self, view: View, place: str) -> bool:
        """Whether a factory may be in a territory: the power's own since the turn's start, without enemies."""
        held = view.place(place).is_land and view.held_since_start(place, self.power)
        return held and not view.enemy_units(place, self.power)

    def _way(self, act: Act, path: Path) -> Path:
        """The territories of the way; a leg between places that do not touch has one open place between them."""
        way = [path[0]]
        for goal in path[1:]:
            if goal not in act.board.near(way[-1]):
                way.append(self._between(act, way[-1], goal))
            self._check_ground(act, goal)
            way.append(goal)
        return tuple(way)

    def _between(self, act: Act, start: str, goal: str) -> str:
        shared = [p for p in act.board.near(start) if p in act.board.near(goal)]
        if not shared:
            text = f"{goal} is more than {self.most} territories from {start}."
            act.refuse("too-far", text, self.cite("move"))
        lands = [p for p in shared if self._open_ground(act, p)]
        if not lands:
            self._check_ground(act, shared[0])
        return lands[0]


def moved(view: View, place: str) -> int:
    """Territories that the complex now in a place has come this turn."""
    return int(view.flag(MOVED, {}).get(place, 0))


def _is_factory(view: View, item: Item) -> bool:
    return view.table.units[item.unit].has("complex")
