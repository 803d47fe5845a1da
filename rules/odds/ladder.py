"""Exact odds of battles in which every hit falls on the next unit in order of loss, whoever made it.

Nearly every land battle is one. A side's state is then just the number of hits it has taken, its *rung*, and a
whole round of fire is a few row operations: 60 units against 60 take a tenth of a second.
"""

from __future__ import annotations

from rules.odds.chances import convolve_shots
from rules.odds.field import RETREAT, STALEMATE, Ends, Field, Pair
from rules.odds.force import Force
from rules.odds.model import ALL

_CUT = 1e-8  # numbers of hits less likely than this are left out
_IGNORED = 1e-10  # states less likely than this are
Volley = tuple[int, list[float]]  # fewest hits, chances from there on
Grid = list[list[float]]  # chance by attacker's and defender's rung


def fits(field: Field) -> bool:
    """Whether a battle can be worked out this way."""
    if field.plan.strikes and (field.attacker.strikes or field.defender.strikes):
        return False
    return field.attacker.takes_all_alike(field.defender) and field.defender.takes_all_alike(field.attacker)


class Ladder:
    """The battle from one pair of states on (what both sides have left after the once-only fire)."""

    def __init__(self, field: Field, start: Pair) -> None:
        self.field = field
        self._mine = field.attacker.rungs(start[0])
        self._theirs = field.defender.rungs(start[1])
        self._my_volleys = _volleys(field.attacker, self._mine)
        self._their_volleys = _volleys(field.defender, self._theirs)
        self.ends: Ends = {}

    def run(self, chances: dict[Pair, float], rounds: int | None) -> Ends:
        """How the battle ends from these states, after `rounds` rounds at most."""
        grid = self._empty()
        at_a = {state: rung for rung, state in enumerate(self._mine)}
        at_d = {state: rung for rung, state in enumerate(self._theirs)}
        for (a, d), p in chances.items():
            grid[at_a[a]][at_d[d]] += p
        if rounds is None:
            self._pass(grid, grid)
            return self.ends
        for _ in range(rounds):
            after = self._empty()
            self._pass(grid, after)
            grid = after
        self._leave(grid)
        return self.ends

    def _empty(self) -> Grid:
        return [[0.0] * len(self._theirs) for _ in self._mine]

    def _pass(self, grid: Grid, after: Grid) -> None:
        """Every state fires once; with `after` the same grid, until it is another state."""
        for a, row in enumerate(grid):
            for d, p in enumerate(row):
                if p > _IGNORED and not self._ended(a, d, p):
                    self._fire(a, d, p, after, grid is after)

    def _fire(self, a: int, d: int, p: float, after: Grid, until_changed: bool) -> None:
        (least, chances), (fewest, theirs) = self._my_volleys[a], self._their_volleys[d]
        if until_changed:
            stays = chances[0] * theirs[0] if least == fewest == 0 else 0.0
            if stays > 1 - _IGNORED:
                self._end(a, d, STALEMATE, p)
                return
            p /= 1 - stays
        last = len(after) - 1
        for taken, q in enumerate(theirs, fewest):
            both, row = p * q, after[min(a + taken, last)]
            if until_changed and taken == least == 0:
                _add(row, d + 1, both, chances[1:])
            elif both > _IGNORED:
                _add(row, d + least, both, chances)

    def _ended(self, a: int, d: int, p: float) -> bool:
        verdict = self.field.verdict((self._mine[a], self._theirs[d]))
        if verdict:
            self._end(a, d, verdict, p)
        return bool(verdict)

    def _end(self, a: int, d: int, verdict: str, p: float) -> None:
        key = ((self._mine[a], self._theirs[d]), verdict)
        self.ends[key] = self.ends.get(key, 0.0) + p

    def _leave(self, grid: Grid) -> None:
        for a, row in enumerate(grid):
            for d, p in enumerate(row):
                if p > _IGNORED and not self._ended(a, d, p):
                    self._end(a, d, RETREAT, p)


def _add(row: list[float], at: int, p: float, chances: list[float]) -> None:
    """Add chances, times p, to a row from a place on; what is past its end belongs to its last place."""
    last = len(row) - 1
    end = at + len(chances)
    if end <= last:
        row[at:end] = [x + p * y for x, y in zip(row[at:end], chances, strict=True)]
        return
    room = max(last - at, 0)
    if room:
        row[at:last] = [x + p * y for x, y in zip(row[at:last], chances[:room], strict=True)]
    row[last] += p * sum(chances[room:])


def _volleys(force: Force, rungs: list[int]) -> list[Volley]:
    return [_trimmed(convolve_shots(force.shots(state, ALL))) for state in rungs]


def _trimmed(chances: list[float]) -> Volley:
    low, high = 0, len(chances)
    while chances[low] < _CUT:
        low += 1
    while chances[high - 1] < _CUT:
        high -= 1
    return low, chances[low:high]
