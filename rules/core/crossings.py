"""Lines that units cross: what stands on them (mines, obstacles) acts at once, or when conduct combat begins.

In combat move nothing is rolled: crossings are remembered (flag "turn.crossings"), all that pass one line in one
direction being one, and resolved in the stage "crossings" of conduct combat. A landing waits until its troops go ashore
where a sea battle comes first, or where a rule says so. In noncombat move, and in a retreat, each order is one crossing
and resolved at once. What a crossing does is told by rules (`guarded`, `on_crossing`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rules.core.act import Act, task
from rules.core.hooks import Crossing, Rule
from rules.core.view import View
from rules.model.events import Noted
from rules.model.names import listing, sentence
from rules.model.state import COMBAT_MOVE, Facility, Task, Unit, ids

FLAG = "turn.crossings"


def entered(act: Act, units: Sequence[Unit], origin: str, place: str, last: bool) -> None:
    """Units of one order have gone from one place to the next (last: they end there)."""
    act.table.notify(Rule.on_enter, act, units, origin, place, last)
    passed(act, act.get(ids(units)), origin, place)


def passed(act: Act, units: Iterable[Unit], origin: str, place: str, landing: bool = False) -> None:
    """Units pass the line between two places, or mean to when they land."""
    over = [u for u in units if guarded(act, u, origin, place)]
    if not over:
        return
    _warn(act, over[0], origin, place)
    crossing = Crossing(origin, place, ids(over), landing, act.owner(place), _facilities(act, place))
    if act.phase == COMBAT_MOVE:
        _remember(act, crossing)
    else:
        act.table.notify(Rule.on_crossing, act, crossing)


def _warn(act: Act, unit: Unit, origin: str, place: str) -> None:
    """Say what waits on the line, once an order."""
    none: tuple[str, ...] = ()
    view: View = act
    found = act.table.fold(Rule.line_fire, none, view, unit, origin, place)
    text = sentence(f"on the way: {listing(found)}")
    if found and not any(isinstance(e, Noted) and e.text == text for e in act.events):
        act.note(text, place=place, warning=True)


def guarded(view: View, unit: Unit, origin: str, place: str) -> bool:
    """Whether something on a line acts on a unit that passes it."""
    return view.table.fold(Rule.guarded, False, view, unit, origin, place)


def remembered(view: View) -> list[Crossing]:
    """The crossings still to be resolved, in the order in which the lines were first passed."""
    return [Crossing(*entry) for entry in view.flag(FLAG, ())]


def _remember(act: Act, crossing: Crossing) -> None:
    known = remembered(act)
    for i, old in enumerate(known):
        if (old.origin, old.place, old.landing) == (crossing.origin, crossing.place, crossing.landing):
            known[i] = old._replace(units=tuple(dict.fromkeys((*old.units, *crossing.units))))
            break
    else:
        known.append(crossing)
    _keep(act, known)


def _keep(act: Act, crossings: Iterable[Crossing]) -> None:
    act.set_flag(FLAG, tuple(tuple(c) for c in crossings) or None)


def resolve(act: Act, todo: Task) -> None:
    """Task: the next crossing, and the rest when its losses have been chosen; then captures that nobody lived to make
    are undone."""
    known = remembered(act)
    due = [c for c in known if not _waits(act, c)]
    if not due:
        undo_captures(act, todo.data.get("done", ()))
        return
    first = due[0]
    _keep(act, [c for c in known if c != first])
    act.then(task(todo.name, done=(*todo.data.get("done", ()), tuple(first))))
    _act_on(act, first)


def _act_on(act: Act, crossing: Crossing) -> None:
    """Each rule in its turn, the next when the losses of the one before have been chosen."""
    count = len(act.table.answering(Rule.on_crossing))
    act.then(*(task("cross", crossing=tuple(crossing), rule=i) for i in range(count)))


def cross(act: Act, todo: Task) -> None:
    """Task: what one rule does to a crossing."""
    rule = act.table.answering(Rule.on_crossing)[todo.data["rule"]]
    crossing = Crossing(*todo.data["crossing"])
    over = [u.id for u in act.get(crossing.units) if not crossing.landing or lands(u, crossing.place)]
    if over:
        rule.on_crossing(act, crossing._replace(units=tuple(over)))


def _waits(view: View, crossing: Crossing) -> bool:
    """Whether a landing's crossing is left to the fight: where a sea battle comes first."""
    if not crossing.landing:
        return False
    battle = view.state.battles.get(crossing.origin)
    first = battle is not None and battle.status == "due" and not battle.optional
    return view.table.fold(Rule.crossing_waits, first, view, crossing)


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
            _act_on(act, crossing._replace(units=units))


def undo_captures(act: Act, crossings: Iterable[Sequence[Any]]) -> None:
    """A territory taken in passing over a line is not taken if nobody who entered it lives."""
    for crossing in dict.fromkeys(Crossing(*entry) for entry in crossings):
        place, before = crossing.place, crossing.owner
        taken = not crossing.landing and before != act.owner(place) and act.at_war(before, act.active)
        if taken and not any(place in u.route[1:] for u in act.forces(act.active)):
            act.set_owner(place, before, "held")
            facilities = (Facility(t, n, o, frozenset(m)) for t, n, o, m in crossing.facilities)
            act.set_facilities(place, tuple(facilities), "held")
            act.note(sentence(f"{place} is not taken: nobody who entered it lives"), place=place)


def _facilities(view: View, place: str) -> tuple[Any, ...]:
    return tuple((f.type, f.damage, f.original, tuple(sorted(f.marks))) for f in view.facilities(place))
