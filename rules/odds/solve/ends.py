"""How a battle may end: pairs of states with their chances, and what each means."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rules.odds.solve.model import ALL, Bools, Floats, Ints, Side, some

WIN, LOSS, DRAW, STALEMATE, RETREAT = range(5)


@dataclass(frozen=True)
class Ends:
    """mine[slot, i], theirs[slot, j]: states of attacker and defender. a, d, p: chance p[n] that what is left is
    states a[n] and d[n]."""

    mine: Ints
    theirs: Ints
    a: Ints
    d: Ints
    p: Floats


def goes_on(side: Side, attacking: bool, left: Ints, stays: Callable[[Ints], Bools] | None = None) -> Bools:
    """Whether a battle goes on as far as a side is concerned: something stands there, on the defender's side
    something that fights and shoots; and the attacker does not break off."""
    if attacking:
        standing = some(side, "stands", left)
        return standing if stays is None else standing & stays(left)
    return some(side, "fights", left, True) & some(side, "shoots", left, True)


def verdicts(attacker: Side, defender: Side, ends: Ends) -> Ints:
    """The verdict of each end: what is neither won nor lost nor a stalemate is a retreat."""
    mine, theirs = some(attacker, "stands", ends.mine)[ends.a], some(defender, "stands", ends.theirs)[ends.d]
    found = np.where(mine, WIN, np.where(theirs, LOSS, DRAW))
    fights = some(defender, "fights", ends.theirs, True)[ends.d]
    both = np.flatnonzero(mine & theirs & fights)
    if len(both):
        found[both] = _between(attacker, defender, ends.mine[:, ends.a[both]], ends.theirs[:, ends.d[both]])
    return found


def _between(attacker: Side, defender: Side, mine: Ints, theirs: Ints) -> Ints:
    """Verdicts where the attacker stands and something that fights on the other side."""
    shoots = some(defender, "shoots", theirs, True)
    can = harms(attacker, defender, mine, theirs)
    idle = ~can
    if idle.any():
        idle &= ~harms(defender, attacker, theirs, mine)
    return np.where(~shoots & can, WIN, np.where(idle, STALEMATE, RETREAT))


def harms(shooter: Side, target: Side, mine: Ints, theirs: Ints) -> Bools:
    """Whether states of a side can hit anything of the states they face."""
    hunting = some(shooter, "hunts", mine)
    found = np.zeros(mine.shape[1], bool)
    fires: dict[str, Bools] = {}
    for die, number in shooter.dice(mine, ALL).items():
        for kind, chance in die:
            if chance > 0:
                fires[kind] = fires.get(kind, False) | (number > 0)
    for kind, firing in fires.items():
        for hunted in (False, True):
            rows = [i for i, s in enumerate(target.slots) if kind in (s.hit_by_hunted if hunted else s.hit_by)]
            found |= firing & theirs[rows].any(0) & (hunting == hunted)
    return found
