"""Units that leave a battle and live: submarines that submerge or withdraw, as soon as they may."""

from __future__ import annotations

import numpy as np

from rules.odds.solve.ends import harms
from rules.odds.solve.grid import Grid
from rules.odds.solve.model import Bools, Ints, Plan, some


def left(grids: tuple[Grid, Grid], plan: Plan, a: Ints, d: Ints, fought: bool) -> tuple[Ints, Ints]:
    """States of both sides (side by side) at the beginning of a round, with those gone who leave: the attacker's first,
    then the defender's where anybody still attacks; early only where a round would be fought. fought: whether one has
    been."""
    states = [a, d]
    fight = np.ones(len(a), bool) if plan.late else _harm(grids, a, d)
    for mine in (0, 1):
        if not grids[mine].leaves or (plan.late and not fought):
            continue
        enemy = grids[1 - mine]
        they = enemy.left(states[1 - mine])
        go = fight & some(enemy.side, "stands", they)
        if plan.hunted and not (mine == 0 and plan.slips and not fought):
            go &= ~some(enemy.side, "hunts", they)
        states[mine] = np.where(go, grids[mine].gone(states[mine]), states[mine])
    return states[0], states[1]


def _harm(grids: tuple[Grid, Grid], a: Ints, d: Ints) -> Bools:
    """Whether anybody can hit anybody: otherwise the battle is over before anyone is asked."""
    (one, two), mine, theirs = [grid.side for grid in grids], grids[0].left(a), grids[1].left(d)
    return harms(one, two, mine, theirs) | harms(two, one, theirs, mine)


def leaves(grids: tuple[Grid, Grid]) -> bool:
    """Whether anybody may leave."""
    return any(grid.leaves for grid in grids)
