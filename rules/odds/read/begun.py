"""A battle that has begun: what of its round, or of what comes before the first, is still to come."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battle import casualties, losses, salvos_of, sides
from rules.battle.sides import BOTH
from rules.core.act import Act
from rules.core.view import View
from rules.model.salvo import Salvo, Side
from rules.model.state import Task, Unit


def settle(act: Act, battle: str) -> None:
    """Take the hits that wait for an answer as recommended; who is hit is gone, but for those who fire once more before
    they go (they stay in `Battle.hit`)."""
    volley = act.battle(battle).volley
    if volley:
        side = sides.other(volley.side)
        casualties.book_losses(act, battle, side, losses.default(act, act.battle(battle), side, volley.hits))
    once_more = _fire_once_more(act, battle)
    casualties.remove(act, battle, only=[side for side in BOTH if side not in once_more])


def the_last_hunter_fell(view: View, battle: str) -> bool:
    """Whether a side has just lost its last destroyer, which counts against submarines to the end of a round in which
    somebody has still to fire: nobody reckons with it then."""
    found = view.state.battles[battle]
    units: dict[str, list[Unit]] = {side: sides.units(view, found, side) for side in BOTH}
    fallen = [side for side in found.hunters if not any(sides.hunter(view, unit, side) for unit in units[side])]
    hunted = any(view.has(unit, "hidden from air") for side in fallen for unit in units[sides.other(side)])
    return hunted and any(still_to_fire(view, battle))


def _fire_once_more(view: View, battle: str) -> list[Side]:
    """The sides whose hit units fire in the first round, which is still to come."""
    if view.state.battles[battle].round:
        return []
    gone = {side for todo in _of(view, battle) if todo.name == "remove" for side in todo.data.get("only", BOTH)}
    return [side for side in BOTH if side not in gone]


def still_to_fire(view: View, battle: str) -> Iterator[Salvo]:
    """The salvos of a step in which only one side has fired: who was hit by it fires too."""
    for todo in _of(view, battle):
        if todo.name == "salvo":
            found = salvos_of(view, view.state.battles[battle], todo.data["step"])
            yield from (salvo for salvo in found if salvo.side == todo.data["side"])


def steps_left(view: View, battle: str) -> tuple[str, ...]:
    """The steps that are still to come, of the round or before the first."""
    return tuple(todo.data["step"] for todo in _of(view, battle) if todo.name == "battle step")


def have_fired(view: View, battle: str) -> tuple[int, ...]:
    """Units that have fired in a round in which others are still to fire."""
    fight = view.state.battles[battle]
    if not fight.round or "fire" not in steps_left(view, battle):
        return ()
    due = (shot.unit for salvo in still_to_fire(view, battle) for shot in salvo.shots)
    return (*fight.fired, *due)


def _of(view: View, battle: str) -> Iterator[Task]:
    return (todo for todo in view.state.agenda if todo.data.get("id") == battle)
