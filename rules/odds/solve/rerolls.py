"""Battles in which units may roll a missed die again, once: each does so the first time that it misses.

Until then a round of such a unit is one of few (`RerollingSide`). So a battle is worked out once for each of the rounds
that all those units may have, and every round of those who may still roll again is shared out between them.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Mapping

import numpy as np

from rules.odds.solve.ends import Ends, goes_on
from rules.odds.solve.grid import Grid
from rules.odds.solve.grid_solver import REST_CUT, GridSolver, Pairs, TooWide, merged
from rules.odds.solve.model import NO_REROLL, Floats, Plan, RerollingSide, Side, reroll_dice
from rules.odds.solve.opening import Beginning

Rounds = tuple[int, ...]  # of all units that may roll again, the attacker's first
_LONGEST = 200  # rounds; who has not missed by then hits always, or never fires


def variants(grids: tuple[Grid, Grid]) -> int:
    """How many ways a round of those who may roll again can go: so many times the work."""
    found = 1
    for grid in grids:
        for dice in reroll_dice(grid.side):
            found *= dice + 1
    return found


def _rerolling(side: Side) -> RerollingSide:
    assert isinstance(side, RerollingSide)
    return side


class RerollSolver:
    """A battle of two grids."""

    def __init__(self, grids: tuple[Grid, Grid], plan: Plan) -> None:
        self._grids, self._plan = grids, plan
        self._sides = [_rerolling(grid.side) for grid in grids]
        self._dice = tuple(dice for side in self._sides for dice in side.reroll_dice)
        self._mine = len(self._sides[0].reroll_dice)
        on = goes_on(grids[0].side, True, grids[0].every, plan.stays), goes_on(grids[1].side, False, grids[1].every)
        self._over = ~on[0], ~on[1]
        self._shares: dict[bool, list[Floats]] = {}
        self._solvers: dict[Rounds, GridSolver] = {}

    def play(self) -> Ends:
        """How the battle may end."""
        plain: Rounds = (NO_REROLL,) * len(self._dice)
        going, fought = self._begun()
        limit = self._plan.rounds
        while limit is None or fought < limit:
            if limit is None and (not any(still != plain for still in going) or fought > _LONGEST):
                pairs = self._merged(list(going.values()))
                ends = self._solver(plain).play(pairs, None, fought)
                going = {plain: (ends.a, ends.d, ends.p)}
                break
            waits = going.pop(plain, None) if limit is None else None
            parts = self._round(going, fought)
            if waits:
                parts[plain].append(waits)
            going, fought = {still: self._merged(some) for still, some in parts.items()}, fought + 1
        a, d, p = self._merged(list(going.values()))
        return Ends(self._grids[0].every, self._grids[1].every, a, d, p)

    def _begun(self) -> tuple[dict[Rounds, Pairs], int]:
        """What is there before the first ordinary round, by who may still roll again; and rounds fought."""
        found: defaultdict[Rounds, list[Pairs]] = defaultdict(list)
        all_still = self._dice
        start = np.zeros(1, np.intp), np.zeros(1, np.intp), np.ones(1)
        for fallen in self._falls(all_still):
            (a, d, p), fought = Beginning(*self._having(fallen), self._plan).play()
            if not fought:
                return {all_still: (a, d, p)}, 0
            if not all(s.single for s in self._sides):
                raise TooWide  # once-only fire decides whose dice full sets leave over
            found[self._still(fallen)].append((a, d, p * self._share(fallen, start, self._plan.first)))
        return {still: self._merged(some) for still, some in found.items()}, 1

    def _round(self, going: Mapping[Rounds, Pairs], fought: int) -> defaultdict[Rounds, list[Pairs]]:
        found: defaultdict[Rounds, list[Pairs]] = defaultdict(list)
        plain = (NO_REROLL,) * len(self._dice)
        for may, (a, d, p) in going.items():
            over = self._over[0][a] | self._over[1][d]
            if over.any():
                found[plain].append((a[over], d[over], p[over]))
                a, d, p = a[~over], d[~over], p[~over]
            for fallen in self._falls(may):
                some = p * self._share(fallen, (a, d, p), False)
                if some.sum() < REST_CUT:  # so little that it is as if they had done it
                    found[plain].append((a, d, some))
                    continue
                ends = self._solver(fallen).play((a, d, some), 1, fought)
                found[self._still(fallen)].append((ends.a, ends.d, ends.p))
        return found

    def _falls(self, may: Rounds) -> list[Rounds]:
        """The rounds that those may have who may still roll again."""
        each = (
            (NO_REROLL,) if still == NO_REROLL else range(dice + 1) for dice, still in zip(self._dice, may, strict=True)
        )
        return list(itertools.product(*each))

    def _still(self, fallen: Rounds) -> Rounds:
        """Who may roll again after these rounds: those of whom all dice have hit."""
        return tuple(n if n == dice else NO_REROLL for dice, n in zip(self._dice, fallen, strict=True))

    def _solver(self, fallen: Rounds) -> GridSolver:
        if fallen not in self._solvers:
            self._solvers[fallen] = GridSolver(*self._having(fallen), self._plan)
        return self._solvers[fallen]

    def _having(self, fallen: Rounds) -> tuple[Grid, Grid]:
        mine, theirs = (side.having(some) for side, some in zip(self._sides, self._split(fallen), strict=True))
        return self._grids[0].of(mine), self._grids[1].of(theirs)

    def _split(self, fallen: Rounds) -> tuple[Rounds, Rounds]:
        return fallen[: self._mine], fallen[self._mine :]

    def _share(self, fallen: Rounds, pairs: Pairs, first: bool) -> Floats:
        """How likely these rounds are, of each pair."""
        if first not in self._shares:
            both = zip(self._sides, self._grids, strict=True)
            self._shares[first] = [chances for side, grid in both for chances in side.rounds(grid.every, first)]
        found = np.ones(len(pairs[2]))
        for number, (chances, n) in enumerate(zip(self._shares[first], fallen, strict=True)):
            if n != NO_REROLL:
                found *= chances[n][pairs[number >= self._mine]]
        return found

    def _merged(self, parts: list[Pairs]) -> Pairs:
        a, d, p = (np.concatenate(part) for part in zip(*parts, strict=True))
        return merged(a, d, p, self._grids[1].size)
