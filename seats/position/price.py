"""What an attack on a territory of nobody costs beside the battle, found by ordering it on a copy: others that turn to the
enemy, and what is paid. Its army is killed for nothing, too: it would have fought for nobody."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.core.view import View
from rules.mechanics.movement.leanings import PRO
from rules.model.profiles import LAND
from rules.model.state import Unit
from rules.movement.reach import Reach
from rules.play.game import Game, NoDice, Outcome
from seats.position.situation import Situation
from seats.position.world import rivals

TURNED = 0.3  # of the worth of those that turn away, what the enemy will have of it
INCOME = 4.0  # turns of it
ARMY = 1.0  # of the army of one that nobody leads: killing it gains nothing
LED = 0.4  # the same of one that would join the enemy


def prices(s: Situation, reach: Reach) -> dict[str, float]:
    """Territory of nobody that could be attacked now -> IPC."""
    found, before = dict[str, float](), _leanings(s.view)
    for place, unit in sorted(_first(s.view, s.me, reach).items()):
        twin = Game(s.game.table, s.game.state.copy(), s.game.log.copy())
        if all(isinstance(twin.submit(text, NoDice()), Outcome) for text in _orders(unit, place)):
            found[place] = _price(s, twin.view, place, before)
    return found


def _orders(unit: Unit, place: str) -> Iterable[str]:
    yield f"move 1 {unit.type}: {unit.place} > {place}"
    yield "done"


def _first(view: View, me: str, reach: Reach) -> dict[str, Unit]:
    """Territory of nobody -> an own unit that could march there."""
    found, kinds = dict[str, Unit](), set[tuple[str, str]]()
    for unit in sorted(view.forces(me, LAND), key=lambda u: u.id):
        if unit.carrier is not None or (unit.place, unit.type) in kinds or not view.of(unit).attack:
            continue
        kinds.add((unit.place, unit.type))
        for goal in reach.destinations(unit):
            if view.neutral_land(goal):
                found.setdefault(goal, unit)
    return found


def _leanings(view: View) -> dict[str, str]:
    """Territory of nobody -> what it is now."""
    return {p: view.leaning(p) for p in view.board.places if view.neutral_land(p)}


def _price(s: Situation, after: View, place: str, before: Mapping[str, str]) -> float:
    turned = [p for p, was in before.items() if p != place and after.neutral_land(p) and after.leaning(p) != was]
    worth = sum(_army(s, p) + INCOME * s.view.value(p) for p in turned)
    own = LED if _to_the_enemy(s, before[place]) else ARMY
    return TURNED * worth + own * _army(s, place) + s.view.money(s.me) - after.money(s.me)


def _army(s: Situation, place: str) -> float:
    return s.cost(s.army(place))


def _to_the_enemy(s: Situation, lean: str) -> bool:
    """Whether a leaning is towards the other side."""
    return any(lean == PRO.get(s.view.side(power)) for power in rivals(s.view, s.me))
