"""Soviet factories on the move (BX-8.10, 8.11)."""

from __future__ import annotations

from rules.core.act import Act
from rules.core.view import View
from rules.mechanics.facilities import UNDERGROUND, complex_of, marked, replace
from rules.model.orders import Item, Move, Path
from rules.model.state import NONCOMBAT, Facility

SOVIET, ENEMY = "Soviet Union", "Germany"
MOST = 2
MOVED = "turn.moved factories"
MAJORS_MOVE = "bx.russian_major_moves"


def is_factory(view: View, item: Item) -> bool:
    """Whether an item of a move order is an industrial complex."""
    return view.table.units[item.unit].has("complex")


def moved(view: View, place: str) -> int:
    """Territories that the complex now in a place has come this turn."""
    return int(view.flag(MOVED, {}).get(place, 0))


def move(act: Act, order: Move) -> None:
    """`move 1 minor industrial complex: Ukraine > Bryansk` in the Soviet Union's noncombat move."""
    start, goal = order.path[0], order.path[-1]
    facility = _check(act, order)
    path = _way(act, order.path)
    far = moved(act, start) + len(path) - 1
    if far > MOST:
        act.refuse("too-far", f"A factory moves {MOST} territories a turn; this makes {far}.", "BX-8.10")
    if act.complexes(goal):
        act.refuse("limit-here", f"{goal} has a factory: another may pass through but not stay.", "BX-8.11")
    replace(act, start, facility, None, "moved")
    act.set_facilities(goal, (*act.state.facilities.get(goal, ()), marked(facility, without=UNDERGROUND)), "moved")
    act.set_flag(MOVED, {**{p: n for p, n in act.flag(MOVED, {}).items() if p != start}, goal: far})
    makes = "one unit" if far == 1 else "nothing"
    act.note(f"{SOVIET} moves its {facility.type} from {start} to {goal}: it makes {makes} this turn.", place=goal)


def _check(act: Act, order: Move) -> Facility:
    """The complex meant, if it may move at all."""
    start = order.path[0]
    if act.active != SOVIET:
        act.refuse("not-eligible", f"Only factories of the {SOVIET} move.", "BX-8.10")
    if not act.at_war(SOVIET, ENEMY):
        act.refuse("too-early", f"Soviet factories move once the {SOVIET} is at war with {ENEMY}.", "BX-8.10")
    if act.phase != NONCOMBAT:
        act.refuse("wrong-phase", "Factories move in noncombat move.", "BX-8.10")
    if len(order.items) != 1 or order.items[0].count != 1 or len(order.path) < 2:
        act.refuse("syntax", "The form is: move 1 minor industrial complex: Ukraine > Bryansk", "BX-8.10")
    facility = complex_of(act, start)
    if facility is None:
        act.refuse("no-target", f"There is no factory in {start}.", "BX-8.10")
    _check_ground(act, start)
    if act.table.units[facility.type].has("original only") and not act.option(MAJORS_MOVE):
        act.refuse("not-eligible", "Major complexes do not move in this game.", "BX-8.10")
    return facility


def _check_ground(act: Act, place: str) -> None:
    if act.place(place).is_sea:
        act.refuse("no-path", f"Factories move over land; {place} is a sea zone.", "BX-8.10")
    if not open_ground(act, place):
        act.refuse("blocked", f"{place} has not been Soviet since the start of the turn.", "BX-8.10")


def open_ground(view: View, place: str) -> bool:
    """Whether a factory may be in a territory: Soviet since the turn's start, without enemies."""
    return view.place(place).is_land and view.held_since_start(place, SOVIET) and not view.enemy_units(place, SOVIET)


def _way(act: Act, path: Path) -> Path:
    """The territories of the way; a leg between places that do not touch has one open place between them."""
    way = [path[0]]
    for goal in path[1:]:
        if goal not in act.board.near(way[-1]):
            way.append(_between(act, way[-1], goal))
        _check_ground(act, goal)
        way.append(goal)
    return tuple(way)


def _between(act: Act, start: str, goal: str) -> str:
    shared = [p for p in act.board.near(start) if p in act.board.near(goal)]
    if not shared:
        act.refuse("too-far", f"{goal} is more than {MOST} territories from {start}.", "BX-8.10")
    lands = [p for p in shared if open_ground(act, p)]
    if not lands:
        _check_ground(act, shared[0])
    return lands[0]
