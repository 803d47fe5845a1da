"""Noncombat: a unit walks into each territory of nobody that would join, where that is worth more than what the unit leaves.
Which would join is found by going there on a copy."""

from __future__ import annotations

from collections import defaultdict

from rules.core.view import View
from rules.model.profiles import LAND
from rules.model.state import Unit
from rules.movement.reach import Reach
from rules.play.game import Game
from seats.position.situation import Situation
from seats.turn.rehearsal import Rehearsal
from seats.turn.worth import standing
from seats.wish import Wish, items

LEAST = 0.5  # IPC that has to come of it


def joining(s: Situation) -> list[Wish]:
    """Orders for one unit to each such territory in reach, those that bring most first."""
    rehearsal = Rehearsal(s.game)
    while best := max(_offers(s, rehearsal.game), key=lambda offer: (offer[0], offer[1].text), default=None):
        if best[0] < LEAST or rehearsal.give([best[1]]):
            break
    return rehearsal.kept


def _offers(s: Situation, game: Game) -> list[tuple[float, Wish]]:
    """What each territory in reach brings, with the order for the unit that is missed least."""
    found, before = list[tuple[float, Wish]](), None
    for goal, units in sorted(_in_reach(game.view, s.me).items()):
        missed = {u.id: _missed(s, game.view, u) for u in units}
        unit = min(units, key=lambda u: (missed[u.id], game.view.of(u).cost, u.id))
        wish = Wish(f"move {items([unit])}: {unit.place} > {goal}", f"{goal} joins.")
        tried = Rehearsal(game)
        if tried.give([wish]) or not tried.game.view.friendly_land(goal, s.me):
            continue
        before = standing(game.view, s.me) if before is None else before
        found.append((standing(tried.game.view, s.me) - before - missed[unit.id], tried.kept[0]))
    return found


def _in_reach(view: View, me: str) -> dict[str, list[Unit]]:
    """Territory of nobody -> own land units that could go there now, one of each kind and place."""
    reach, found = Reach(view), defaultdict[str, list[Unit]](list)
    kinds = {
        (u.place, u.type, u.turn): u
        for u in sorted(view.forces(me, LAND), key=lambda u: -u.id)
        if u.carrier is None and view.points(u) > u.spent and (view.of(u).attack or view.of(u).defense)
    }
    for unit in kinds.values():
        for goal in reach.destinations(unit):
            if view.neutral_land(goal):
                found[goal].append(unit)
    return found


def _missed(s: Situation, view: View, unit: Unit) -> float:
    """What the unit's place loses with it."""
    here = [u for u in view.units(unit.place) if u.carrier is None and view.allied(u.owner, s.me)]
    return s.risk(unit.place, [u for u in here if u.id != unit.id]) - s.risk(unit.place, here)
