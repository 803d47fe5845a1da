"""Units that leave a battle and live: submarines that submerge or withdraw, as soon as they may."""

from __future__ import annotations

import numpy as np

from rules.odds.grid import Grid
from rules.odds.model import Ints, Plan, some


def left(grids: tuple[Grid, Grid], plan: Plan, a: Ints, d: Ints, fought: bool) -> tuple[Ints, Ints]:
    """States of both sides (side by side) at the beginning of a round, with those gone who leave: the attacker's first,
    then the defender's where anybody still attacks. fought: whether a round has been fought."""
    states = [a, d]
    for mine in (0, 1):
        if not grids[mine].leaves or (plan.late and not fought):
            continue
        enemy = grids[1 - mine]
        they = enemy.left(states[1 - mine])
        go = some(enemy.side, "stands", they)
        if not plan.late and not (mine == 0 and plan.slips and not fought):
            go &= ~some(enemy.side, "hunts", they)
        states[mine] = np.where(go, grids[mine].gone(states[mine]), states[mine])
    return states[0], states[1]


def leaves(grids: tuple[Grid, Grid]) -> bool:
    """Whether anybody may leave."""
    return any(grid.leaves for grid in grids)
