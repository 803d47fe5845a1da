"""Lines that units cross: what stands on them (mines, obstacles) acts at once, or when conduct combat begins.

In combat move nothing is rolled: crossings are remembered (flag "turn.crossings"), all that pass one line in one
direction being one, and resolved in the stage "crossings" of conduct combat. A landing waits until its troops go ashore
where a sea battle comes first, or where a rule says so. In noncombat move, and in a retreat, each order is one crossing
and resolved at once. What a crossing does is told by rules (`line_fire`, `on_crossing`). Whoever has such a line behind him
takes a territory in passing only when he has lived through it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.core import moments
from rules.core.act import Act, task
from rules.core.capture import capture
from rules.core.hooks import BorderCrossing, Rule
from rules.core.hooks.movement import MovementHooks
from rules.core.view import View
from rules.model.events import Noted
from rules.model.names import listing, sentence
from rules.model.profiles import LAND
from rules.model.state import COMBAT_MOVE, Task, Unit, ids

FLAG = "turn.crossings"


def entered(act: Act, units: Sequence[Unit], origin: str, place: str, last: bool) -> None:
    """Units of one order have gone from one place to the next (last: they end there)."""
    act.tell(moments.entered, units, origin, place, last)
    passed(act, act.get(ids(units)), origin, place)


def passed(act: Act, units: Iterable[Unit], origin: str, place: str, landing: bool = False) -> None:
    """Units pass the line between two places, or mean to when they land."""
    over = [u for u in units if guarded(act, u, origin, place)]
    if not over:
        return
    _warn(act, over[0], origin, place)
    crossing = BorderCrossing(origin, place, ids(over), landing)
    if act.phase == COMBAT_MOVE:
        _remember(act, crossing)
    else:
        for rule in act.table.answering(Rule.on_crossing):
            rule.on_crossing(act, crossing)


def _warn(act: Act, unit: Unit, origin: str, place: str) -> None:
    """Say what waits on the line, once an order."""
    found = [words for words in _line_fire(act, unit, origin, place) if words]
    text = sentence(f"on the way: {listing(found)}")
    if found and not any(isinstance(e, Noted) and e.text == text for e in act.events):
        act.note(text, place=place, warning=True)


def guarded(view: View, unit: Unit, origin: str, place: str) -> bool:
    """Whether something on a line acts on a unit that passes it."""
    return bool(_line_fire(view, unit, origin, place))


def _line_fire(view: View, unit: Unit, origin: str, place: str) -> tuple[str, ...]:
    none: tuple[str, ...] = ()
    return view.table.fold(Rule.line_fire, none, view, unit, origin, place)


def remembered(view: View) -> list[BorderCrossing]:
    """The crossings still to be resolved, in the order in which the lines were first passed."""
    return [BorderCrossing(*entry) for entry in view.flag(FLAG, ())]


def _remember(act: Act, crossing: BorderCrossing) -> None:
    known = remembered(act)
    for i, old in enumerate(known):
        if (old.origin, old.place, old.landing) == (crossing.origin, crossing.place, crossing.landing):
            known[i] = old._replace(units=tuple(dict.fromkeys((*old.units, *crossing.units))))
            break
    else:
        known.append(crossing)
    _keep(act, known)


def _keep(act: Act, crossings: Iterable[BorderCrossing]) -> None:
    act.set_flag(FLAG, tuple(tuple(c) for c in crossings) or None)


def resolve(act: Act, todo: Task) -> None:
    """Task: the next crossing, and the rest when its losses have been chosen and its survivors have gone on."""
    known = remembered(act)
    due = [c for c in known if not _waits(act, c)]
    if not due:
        return
    first = due[0]
    _keep(act, [c for c in known if c != first])
    act.then(*todo_for(act, first), task("crossed", place=first.place, units=first.units), task(todo.name))


def todo_for(view: View, crossing: BorderCrossing) -> tuple[Task, ...]:
    """Tasks: each rule in its turn, the next when the losses of the one before have been chosen."""
    return tuple(task("cross", crossing=tuple(crossing), rule=rule, part=part) for rule, part in _acting(view))


def _acting(view: View) -> dict[tuple[str, int], MovementHooks]:
    """What acts on crossings, in order: (id of a rule, which of its parts) -> the part."""
    found: dict[tuple[str, int], MovementHooks] = {}
    for rule in view.table.answering(Rule.on_crossing):
        found[rule.id, sum(known == rule.id for known, _ in found)] = rule
    return found


def cross(act: Act, todo: Task) -> None:
    """Task: what one rule does to a crossing."""
    rule = _acting(act)[todo.data["rule"], todo.data["part"]]
    crossing = BorderCrossing(*todo.data["crossing"])
    over = [u.id for u in act.get(crossing.units) if not crossing.landing or lands(u, crossing.place)]
    if over:
        rule.on_crossing(act, crossing._replace(units=tuple(over)))


def crossed(act: Act, todo: Task) -> None:
    """Task: whoever has lived through a crossing and gone on from there takes what he passed."""
    place = todo.data["place"]
    take_in_passing(act, [u for u in act.get(todo.data["units"]) if place in u.route[1:-1]], place)


def take_in_passing(act: Act, units: Iterable[Unit], place: str) -> None:
    """Land units that pass through an empty enemy territory, or go on from it, capture it (CL-5.3, G40-7.3): at once, or
    after what stands on the line behind them has acted."""
    ahead = {i for c in remembered(act) if c.place == place and not c.landing for i in c.units}
    takers = [u for u in units if act.element(u) == LAND and not act.has(u, "cannot capture") and u.id not in ahead]
    if takers and act.hostile_land(place, takers[0].owner):
        capture(act, place, takers[0].owner)


def _waits(view: View, crossing: BorderCrossing) -> bool:
    """Whether a landing's crossing is left to the fight: where a sea battle comes first."""
    if not crossing.landing:
        return False
    battle = view.state.battles.get(crossing.origin)
    first = battle is not None and battle.status == "due" and not battle.optional
    return first or any(rule.in_battle for rule in view.table.answering(Rule.on_crossing))


def lands(unit: Unit, place: str) -> bool:
    """Whether a unit is about to land in a place, or has just done so for a battle."""
    return unit.target == place if unit.role == "assault" else unit.role == "landed" and unit.place == place


def ashore(act: Act, place: str, landed: Iterable[Unit]) -> None:
    """Troops land for a battle: the crossings that have waited for it."""
    known, here = remembered(act), ids(landed)
    waiting = [c for c in known if c.landing and c.place == place]
    _keep(act, [c for c in known if c not in waiting])
    for crossing in reversed(waiting):
        if units := tuple(i for i in crossing.units if i in here):
            act.then(*todo_for(act, crossing._replace(units=units)))
