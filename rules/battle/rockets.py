"""Rocket attacks, common to the boards that have them: range, target, damage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rules.battle.raid import book_damage
from rules.core import distance
from rules.core.act import Act
from rules.core.view import View
from rules.model.names import several
from rules.model.orders import Launch

ROCKET = "rocket"


def is_rocket(order: object) -> bool:
    """Whether an order launches rockets of the technology."""
    return isinstance(order, Launch) and all(i.unit == ROCKET for i in order.items)


def launches(view: View, bases: Iterable[str], reach: int, crossed: Callable[[str], bool]) -> Iterator[str]:
    """Launches from some places at everything in reach that facilities of enemies stand in."""
    targets = [p for p in view.state.facilities if view.facilities(p) and view.at_war(view.owner(p), view.active)]
    for base in bases:
        near = distance.within(view.board, base, reach, crossed)
        yield from (f"launch 1 {ROCKET}: {base} > {goal}" for goal in targets if goal in near)


def check(act: Act, order: Launch, reach: int, rule: str, crossed: Callable[[str], bool]) -> tuple[str, str]:
    """Start and target of a launch: technology, war, range. Refuses."""
    power, (start, *_, goal) = act.active, (*order.path, order.path[-1])
    if "rockets" not in act.techs(power):
        act.refuse("not-eligible", f"{power} has not developed rockets.", rule)
    if sum(i.count for i in order.items) != 1 or len(order.path) < 2:
        act.refuse("syntax", "One rocket an order: launch 1 rocket: Germany > United Kingdom", rule)
    if not act.at_war(power, act.owner(goal)):
        peace = act.owner(goal) is not None and not act.allied(act.owner(goal), power)
        text = f"{goal} is not in the hands of a power at war with {power}."
        act.refuse("at-peace" if peace else "no-target", text, rule)
    away = distance.spaces(act.board, start, goal, crossed)
    if away > reach:
        far = f"{several(away, 'space')} away" if away < 99 else "out of reach"
        act.refuse("too-far", f"{goal} is {far} from {start}; a rocket flies {reach}.", rule)
    return start, goal


def strike(act: Act, place: str, facility: str) -> None:
    """One die of damage (or of IPC), without any defense."""
    (die,) = act.roll(1, "rocket", place, act.active, (0,), ("rocket",))
    book_damage(act, place, facility, die)
