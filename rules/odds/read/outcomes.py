"""What becomes of attackers on their way where that is more than a loss, hit by hit: obstacles keep troops aboard, a mine
takes a whole unit, or a craft with its load.

The engine itself carries the crossing out on copies of the position, once for each number of hits that its dice may make;
losses are the recommended ones. Each way is a battle of its own, with a chance.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rules.battle import TASKS, casualties, losses, setup
from rules.core import border_crossings
from rules.core.act import Act
from rules.core.hooks import BorderCrossing, Rule
from rules.core.view import View
from rules.dice import PracticeDice

MOST = 60  # ways that are looked at


class Beyond(Exception):
    """There is too much of it, or something that only its rule knows."""


@dataclass(frozen=True)
class Outcome:
    """A way it may go: the position then, its chance, IPC that the attacker has lost."""

    act: Act
    chance: float
    lost: int


class _Fork(Exception):
    """The next dice: so many."""


class _ScriptedAct(Act):
    """An act on a copy of a position, of which it is said how many of its dice hit, throw by throw."""

    def __init__(self, view: View, script: Sequence[int]) -> None:
        super().__init__(view.table, view.state.copy(), PracticeDice(0))
        self._script, self.chance = list(script), 1.0

    def roll(
        self,
        count: int,
        why: str,
        place: str = "",
        who: str = "",
        needs: Sequence[int] = (),
        labels: Sequence[str] = (),
        together: Sequence[int] = (),
    ) -> tuple[int, ...]:
        """The dice as they are said to fall."""
        if not count:
            return ()
        if len(set(needs)) != 1:
            raise Beyond
        if not self._script:
            raise _Fork(count)
        hits, p = self._script.pop(0), needs[0] / 6
        self.chance *= math.comb(count, hits) * p**hits * (1 - p) ** (count - hits)
        return (1,) * hits + (6,) * (count - hits)


def outcomes(view: View, battle: str, prepare: Callable[[Act], None]) -> tuple[Outcome, ...]:
    """The ways on which those who attack in a battle that is due may come to it. prepare: what has to be done before
    troops land. Raises Beyond."""
    found: list[Outcome] = []
    scripts: list[tuple[int, ...]] = [()]
    while scripts:
        script = scripts.pop()
        act = _ScriptedAct(view, script)
        try:
            _travel(act, battle, prepare)
        except _Fork as fork:
            scripts += [(*script, hits) for hits in range(fork.args[0] + 1)]
            if len(scripts) + len(found) > MOST:
                raise Beyond from None
            continue
        if act.chance:
            found.append(Outcome(act, act.chance, _lost(view, act, battle)))
    return tuple(found)


def travellers(view: View, battle: str) -> set[int]:
    """Those who attack in a battle, or are about to land for it."""
    fight = view.state.battles[battle]
    return {*fight.attackers, *(u.id for u in view.state.units.values() if border_crossings.lands(u, fight.place))}


def passed(view: View, battle: str) -> tuple[BorderCrossing, ...]:
    """The lines that they have crossed or are about to cross."""
    mine = travellers(view, battle)
    return tuple(c for c in border_crossings.remembered(view) if mine.intersection(c.units))


def _travel(act: Act, battle: str, prepare: Callable[[Act], None]) -> None:
    over = passed(act, battle)
    act.state.agenda, act.state.pending = (), ()
    for crossing in over:
        if not crossing.landing:
            act.then(*border_crossings.todo_for(act, crossing))
            _settle(act)
    prepare(act)
    if any(crossing.landing for crossing in over):
        setup.approach(act, battle)
        _settle(act)
    act.set_flag(border_crossings.FLAG, None)


def _settle(act: Act) -> None:
    """Do what is on the agenda; losses are as recommended."""
    while act.state.pending or act.state.agenda:
        if act.state.pending:
            asked = act.state.pending[0]
            if asked.kind != "casualties":
                raise Beyond
            fire, side = act.battle(asked.data["battle"]), asked.data["side"]
            casualties.book_losses(act, fire.id, side, losses.default(act, fire, side, asked.data["hits"]))
            act.drop_decision(asked)
            continue
        todo = act.next_task()
        if todo.name == "cross":
            border_crossings.cross(act, todo)
        elif todo.name in TASKS:
            TASKS[todo.name](act, todo)
        else:
            act.table.first_to_handle(Rule.task, act, todo)


def _lost(before: View, after: View, battle: str) -> int:
    gone = travellers(before, battle) - after.state.units.keys()
    return sum(before.of(unit).cost for unit in before.get(gone))
