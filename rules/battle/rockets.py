"""Rocket attacks, common to the boards that have them: range, target, damage."""

from __future__ import annotations

from collections.abc import Callable

from rules.battle.raid import book_damage
from rules.core.act import Act
from rules.core.view import View
from rules.model.orders import Launch

ROCKET = "rocket"


def is_rocket(order: object) -> bool:
    """Whether an order launches rockets of the technology."""
    return isinstance(order, Launch) and all(i.unit == ROCKET for i in order.items)


def spaces(view: View, start: str, goal: str, crossed: Callable[[str], bool]) -> int:
    """Spaces from one place to another over places that may be crossed; 99 if there is no way."""
    far, front = {start: 0}, [start]
    while front:
        following = []
        for here in front:
            for place in view.board.near(here):
                if place == goal:
                    return far[here] + 1
                if place not in far and not view.place(place).impassable and crossed(place):
                    far[place] = far[here] + 1
                    following.append(place)
        front = following
    return 99


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
    away = spaces(act, start, goal, crossed)
    if away > reach:
        far = f"{away} spaces away" if away < 99 else "out of reach"
        act.refuse("too-far", f"{goal} is {far} from {start}; a rocket flies {reach}.", rule)
    return start, goal


def strike(act: Act, place: str, facility: str) -> None:
    """One die of damage (or of IPC), without any defense."""
    (die,) = act.roll(1, "rocket", place, act.active, (0,), ("rocket",))
    book_damage(act, place, facility, die)
