"""Fire before a battle: what stands on the lines that its attackers cross (mines, obstacles), and what a side has
announced for before the battles or in answer to them (kamikaze).

The rules whose fire it is are asked by a rehearsal: on a copy of the position, crossings are resolved and announcements
kept with nothing rolled, and the fire is noted with whom it may hit.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass

from rules.core import border_crossings, moments, stages
from rules.core.act import Act
from rules.core.hooks import BorderCrossing, Rule
from rules.core.view import View
from rules.model.salvo import Salvo
from rules.model.state import Task
from rules.odds.read.outcomes import passed, travellers
from rules.play.game import NoDice

APART = "#"  # behind the class of a hit that only some units can take
REINFORCE = "admit reinforcements"


@dataclass(frozen=True)
class SurpriseFire:
    """Fire that may hit some units only, before a battle begins."""

    salvo: Salvo
    targets: frozenset[int]


def on_the_way(view: View, battle: str) -> tuple[tuple[SurpriseFire, ...], tuple[str, ...]]:
    """(the fire at the attackers of a battle that is due, first first; fire in words of which what it hits is not just
    lost, hit by hit)."""
    over = passed(view, battle)
    if not over:
        return (), ()
    act, mine = Act(view.table, view.state.copy(), NoDice()), travellers(view, battle)
    found = tuple(a for a in _rehearsed(act, over) if a.targets & mine)
    plain = tuple(a for a in found if not _special(act, a))
    return plain, tuple(dict.fromkeys(a.salvo.why for a in found if a not in plain))


def announced(view: View) -> tuple[SurpriseFire, ...]:
    """The aimed fire that is due before the battles begin, apart for each target."""
    lines = (view.state.agenda, *(line.agenda for line in view.state.stalled))
    todo = [task for agenda in lines for task in _before_battles(agenda)]
    if not todo and not view.table.doing(moments.stage_begins):
        return ()
    act = Act(view.table, view.state.copy(), NoDice())
    act.foretold = []
    for task in todo:
        act.table.first_to_handle(Rule.task, act, task)
    for stage in stages.automatic(act):
        act.tell(moments.stage_begins, stage)
    return tuple(one for salvo, _ in act.foretold for one in _by_target(salvo))


def _before_battles(agenda: tuple[Task, ...]) -> tuple[Task, ...]:
    """What is due before those who reinforce a battle join it, if that is still to come."""
    at = next((i for i, todo in enumerate(agenda) if todo.name == REINFORCE), 0)
    return agenda[:at]


def _by_target(salvo: Salvo) -> Iterable[SurpriseFire]:
    for target in dict.fromkeys(shot.target for shot in salvo.shots if shot.target):
        shots = tuple(shot for shot in salvo.shots if shot.target == target)
        yield SurpriseFire(dataclasses.replace(salvo, shots=shots), frozenset({target}))


def _rehearsed(act: Act, passed: Iterable[BorderCrossing]) -> list[SurpriseFire]:
    """What every rule would fire at those who cross. Nobody is hit: all fire at as many as there are now."""
    act.foretold = []
    act.state.agenda = ()
    for crossing in passed:
        over = tuple(
            u.id for u in act.get(crossing.units) if not crossing.landing or border_crossings.lands(u, crossing.place)
        )
        for rule in act.table.answering(Rule.on_crossing) if over else ():
            rule.on_crossing(act, crossing._replace(units=over))
            while act.state.agenda:
                act.table.first_to_handle(Rule.task, act, act.next_task())
    return [SurpriseFire(salvo, frozenset(targets)) for salvo, targets in act.foretold]


def _special(act: Act, fire: SurpriseFire) -> bool:
    """Whether what is hit is not simply lost, hit by hit."""
    units, why = act.get(sorted(fire.targets)), fire.salvo.loss
    aimed = any(shot.target for shot in fire.salvo.shots)
    whole = fire.salvo.whole and any(act.of(u).hits > 1 for u in units)
    laden = any(act.state.aboard(u.id) for u in units)
    return aimed or whole or laden or any(act.table.first_to_handle(Rule.on_hit, act, u, why) for u in units)
