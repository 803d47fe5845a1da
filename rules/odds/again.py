"""Battles in which a unit may roll a missed die again, once (elite units): it does so the first time that it misses.

Until then each of its rounds is one of two: it hits, and may still roll again later; or it has missed, and the die
that counts falls as any other, now and from then on. So a side is worked out in two ways, as it is and with a unit that
hits surely, and every round of those who may still roll again is shared out between the two.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Mapping

import numpy as np

from rules.odds.ends import Ends
from rules.odds.grid import Grid
from rules.odds.model import Floats, Plan
from rules.odds.opening import Beginning
from rules.odds.reading import EngineSide
from rules.odds.waves import REST_CUT, Pairs, Waves

Flags = tuple[bool, ...]  # of attacker and defender
_LONGEST = 200


def rolls_again(grids: tuple[Grid, Grid]) -> bool:
    """Whether a unit of any side may do so."""
    return any(_chances(grid, False) is not None for grid in grids)


class Again:
    """A battle of two grids."""

    def __init__(self, grids: tuple[Grid, Grid], plan: Plan) -> None:
        self._plan, self._grids = plan, grids
        self._may: Flags = tuple(_chances(grid, False) is not None for grid in grids)
        self._both = {
            flags: [_surely(grid) if sure else grid for grid, sure in zip(grids, flags, strict=True)]
            for flags in _less(self._may)
        }
        self._waves = {flags: Waves(one, two, plan) for flags, (one, two) in self._both.items()}

    def play(self) -> Ends:
        """How the battle may end."""
        going, fought = self._begun()
        rounds, plain = self._plan.rounds, (False, False)
        while rounds is None or fought < rounds:
            if rounds is None and not any(flags != plain for flags in going):
                ends = self._waves[plain].play(going.pop(plain), None, fought)
                going = {plain: (ends.a, ends.d, ends.p)}
                break
            waits = going.pop(plain) if rounds is None and plain in going else None
            parts = self._round(going, fought)
            if waits:
                parts[plain].append(waits)
            going, fought = {flags: self._merged(some) for flags, some in parts.items()}, fought + 1
        a, d, p = self._merged(list(going.values()))
        return Ends(self._grids[0].every, self._grids[1].every, a, d, p)

    def _begun(self) -> tuple[dict[Flags, Pairs], int]:
        """What is there before the first ordinary round, by who may still roll again; and rounds fought."""
        found: dict[Flags, Pairs] = {}
        start = np.zeros(1, np.intp), np.zeros(1, np.intp), np.ones(1)
        for flags, (one, two) in self._both.items():
            (a, d, p), fought = Beginning(one, two, self._plan).play()
            if not fought:
                return {self._may: (a, d, p)}, 0
            found[flags] = a, d, p * self._share(self._may, flags, start, self._plan.first)
        return found, 1

    def _round(self, going: Mapping[Flags, Pairs], fought: int) -> defaultdict[Flags, list[Pairs]]:
        found: defaultdict[Flags, list[Pairs]] = defaultdict(list)
        for may, (a, d, p) in going.items():
            for flags in _less(may):
                some = p * self._share(may, flags, (a, d, p), False)
                if some.sum() < REST_CUT:  # so little that it is as if they had done it
                    found[False, False].append((a, d, some))
                    continue
                ends = self._waves[flags].play((a, d, some), 1, fought)
                found[flags].append((ends.a, ends.d, ends.p))
        return found

    def _share(self, may: Flags, flags: Flags, pairs: Pairs, first: bool) -> Floats:
        """The chance that of those who may roll again these have hit at once, of each pair."""
        found = np.ones(len(pairs[2]))
        for grid, states, could, still in zip(self._grids, pairs, may, flags, strict=False):
            if could:
                chances = _chances(grid, first)
                assert chances is not None
                found *= chances[states] if still else 1 - chances[states]
        return found

    def _merged(self, parts: list[Pairs]) -> Pairs:
        a, d, p = (np.concatenate(part) for part in zip(*parts, strict=True))
        states, number = np.unique(a * self._grids[1].size + d, return_inverse=True)
        a, d = np.divmod(states, self._grids[1].size)
        merged: Floats = np.asarray(np.bincount(number.ravel(), p, len(states)), np.float64)
        return a, d, merged


def _surely(grid: Grid) -> Grid:
    assert isinstance(grid.side, EngineSide)
    return grid.of(grid.side.surely())


def _less(may: Flags) -> list[Flags]:
    """Who may still roll again a round later."""
    return list(itertools.product(*((False, True) if one else (False,) for one in may)))


def _chances(grid: Grid, first: bool) -> Floats | None:
    """For all states the chance that the unit hits that may roll again; None if there is none."""
    side = grid.side
    return side.again(grid.every, first) if isinstance(side, EngineSide) else None
