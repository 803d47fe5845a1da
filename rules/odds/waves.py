"""Exact odds in general: hits that only some units can take, first strikes.

Chances are pushed in waves: all pairs of states at once, each fights one round, the chance that nothing changes taken
out. What a round makes of a pair is independent for the two sides, so the sum over all pairs is a product of two
matrices (pair, state of one side). Pairs are sorted, for each side apart, by the classes of hits that have to be told
apart: up to some number of hits a class may well fall where any hit would.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rules.odds import leaving
from rules.odds.ends import Ends, goes_on
from rules.odds.grid import Grid
from rules.odds.model import Bools, Floats, Ints, Plan, some
from rules.odds.volleys import Fans, Volleys

CUT = 3e-10  # pairs less likely than this are left out
REST_CUT = 1e-8  # the battle is over when no more than this goes on
_PIECE = 256  # pairs whose outcomes are added up together
_SURE = 1 - 1e-9
_WIDEST = 30_000_000  # pairs of states at the same time
_USUAL = 6_000_000  # pairs of states of two large fleets


class TooWide(Exception):
    """More pairs of states are likely at the same time than there is room for."""


@dataclass
class Cloud:
    """Chances of pairs of states: table[i, j] that of (rows[i], columns[j])."""

    rows: Ints
    columns: Ints
    table: Floats

    def pairs(self, cut: float) -> tuple[Ints, Ints, Floats]:
        """The pairs that are likelier than that."""
        i, j = np.nonzero(self.table > cut)
        return self.rows[i], self.columns[j], self.table[i, j]


Pairs = tuple[Ints, Ints, Floats]


class Waves:
    """The battle of two grids. fought: rounds that have been fought before. care: how much less than usual is left
    out."""

    def __init__(self, one: Grid, two: Grid, plan: Plan, fought: int = 0, care: float = 1.0) -> None:
        self._plan, self._grids, self._fought = plan, (one, two), fought
        self._one, self._two = Volleys(one, two), Volleys(two, one)
        self._alive = goes_on(one.side, True, one.every), goes_on(two.side, False, two.every)
        self._fights = self._alive
        if plan.stays is not None:
            self._fights = goes_on(one.side, True, one.every, plan.stays), self._alive[1]
        self._hunts = some(one.side, "hunts", one.every), some(two.side, "hunts", two.every)
        self._strikes = tuple(some(g.side, "strikes", g.every) for g in (one, two)) if plan.strikes else ()
        self._ends: list[Pairs] = []
        self._cut = CUT * min(4.0, math.sqrt(_USUAL / (one.size * two.size))) / care  # more pairs, more left out
        self._seen = [(np.zeros(g.size, bool), np.empty(g.size, np.intp)) for g in (one, two)]

    def play(self, pairs: Pairs, rounds: int | None = None) -> Ends:
        """How the battle ends from these pairs, after so many rounds at most."""
        wave = 0
        while rounds is None or wave < rounds:
            wave += 1
            found = self._wave(self._left(pairs), rounds is None and not self._to_leave())
            if found is None:
                break
            pairs = found.pairs(self._cut)
            self._fought += 1
        else:
            self._ends.append(self._left(pairs) if self._plan.late else pairs)
        a, d, p = (np.concatenate(part) for part in zip(*self._ends, strict=True))
        return Ends(self._one.grid.every, self._two.grid.every, a, d, p)

    def _to_leave(self) -> bool:
        """Whether units leave after this round whatever happens: it does not lead to itself."""
        return self._plan.late and not self._fought and leaving.leaves(self._grids)

    def _left(self, pairs: Pairs) -> Pairs:
        """The pairs when those are gone who leave before the next round: after the attacker has decided to go on, or,
        if they leave late, before."""
        if not leaving.leaves(self._grids):
            return pairs
        a, d, p = self._decided(*pairs, self._alive if self._plan.late else self._fights)
        a, d = leaving.left(self._grids, self._plan, a, d, self._fought > 0)
        states, number = np.unique(a * self._grids[1].size + d, return_inverse=True)
        a, d = np.divmod(states, self._grids[1].size)
        merged: Floats = np.bincount(number.ravel(), p, len(states)).astype(np.float64)
        return a, d, merged

    def _decided(self, a: Ints, d: Ints, p: Floats, fights: tuple[Bools, Bools]) -> Pairs:
        """Keep the pairs that go on; the others are how the battle ends."""
        going = fights[0][a] & fights[1][d]
        if going.all():
            return a, d, p
        self._ends.append((a[~going], d[~going], p[~going]))
        return a[going], d[going], p[going]

    def _wave(self, pairs: Pairs, endless: bool) -> Cloud | None:
        early = leaving.leaves(self._grids) and not self._plan.late
        a, d, p = self._decided(*pairs, self._alive if early else self._fights)
        hunted = self._hunts[1][d], self._hunts[0][a]  # side one by two, side two by one
        stays = self._one.miss(a, d, hunted[1]) * self._two.miss(d, a, hunted[0])
        never = stays > _SURE
        if never.any():
            self._ends.append((a[never], d[never], p[never]))
            go = ~never
            a, d, p, stays, hunted = a[go], d[go], p[go], stays[go], (hunted[0][go], hunted[1][go])
        if float(p.sum()) < REST_CUT:
            return None
        back = None
        if endless:
            p = p / (1 - stays)
            back = a, d, p * stays
        return self._fight(a, d, p, hunted, back)

    def _fight(self, a: Ints, d: Ints, p: Floats, hunted: tuple[Bools, Bools], back: Pairs | None) -> Cloud:
        """One round. back: what would lead to itself, to be left out of the result."""
        struck = self._struck(a, d, p, hunted)
        if struck is not None:
            a, d, p = self._decided(*struck, self._alive)
            hunted = self._hunts[1][d], self._hunts[0][a]
        strikers = bool(self._strikes)
        fans = (
            self._two.fans(d, a, p, hunted[0], ~hunted[1] if strikers else None),
            self._one.fans(a, d, p, hunted[1], ~hunted[0] if strikers else None),
        )
        return self._gather(fans, p, back)

    def _struck(self, a: Ints, d: Ints, p: Floats, hunted: tuple[Bools, Bools]) -> Pairs | None:
        """First strikes, of the sides that the other does not hunt: what they hit does not fire. They fall on sides
        without a destroyer only, so nobody's abilities change within a round."""
        if not self._strikes:
            return None
        mine, theirs = self._strikes[0][a] & ~hunted[0], self._strikes[1][d] & ~hunted[1]
        some_strike = mine | theirs
        if not some_strike.any():
            return None
        at, rest = np.flatnonzero(some_strike), np.flatnonzero(~some_strike)
        fans = (
            self._two.strikes(d[at], a[at], p[at], hunted[0][at], theirs[at]),
            self._one.strikes(a[at], d[at], p[at], hunted[1][at], mine[at]),
        )
        found = self._gather(fans, p[at], None).pairs(self._cut)
        return tuple(np.concatenate((x, y[rest])) for x, y in zip(found, (a, d, p), strict=True))  # type: ignore[return-value]

    # --- adding up ---------------------------------------------------------------------------------------

    def _gather(self, fans: tuple[Fans, Fans], p: Floats, back: Pairs | None) -> Cloud:
        """What a round makes of its pairs, in pieces: neighbouring pairs lead to the same few states."""
        pieces = []
        for begin in range(0, len(p), _PIECE):
            end = min(begin + _PIECE, len(p))
            some_a, f = self._matrix(0, fans[0], begin, end)
            some_d, g = self._matrix(1, fans[1], begin, end)
            pieces.append((some_a, some_d, (f * p[begin:end, None]).T @ g))
        rows = self._all([piece[0] for piece in pieces], back[0] if back else None, 0)
        columns = self._all([piece[1] for piece in pieces], back[1] if back else None, 1)
        number_a, number_d = self._seen[0][1], self._seen[1][1]
        if len(pieces) == 1 and back is None:
            return Cloud(*pieces[0])
        if len(rows) * len(columns) > _WIDEST:
            raise TooWide
        total = np.zeros((len(rows), len(columns)))
        for some_a, some_d, table in pieces:
            total[number_a[some_a][:, None], number_d[some_d]] += table
        if back is not None:
            total[number_a[back[0]], number_d[back[1]]] -= back[2]
        return Cloud(rows, columns, total)

    def _all(self, lists: list[Ints], more: Ints | None, which: int) -> Ints:
        mark = self._seen[which][0]
        for states in lists:
            mark[states] = True
        if more is not None:
            mark[more] = True
        return self._numbered(which)

    def _numbered(self, which: int) -> Ints:
        """The states that are marked, in order; each is given its number among them."""
        mark, number = self._seen[which]
        states = np.flatnonzero(mark)
        mark[states] = False
        number[states] = np.arange(len(states))
        return states

    def _matrix(self, which: int, fans: Fans, begin: int, end: int) -> tuple[Ints, Floats]:
        """Outcomes of some pairs as a matrix (pair, state), with the states that turn up."""
        mark, number = self._seen[which]
        parts = []
        for at, to, weight in fans:
            low, high = np.searchsorted(at, (begin, end)).tolist()
            if low < high:
                parts.append((at[low:high] - begin, to[low:high], weight[low:high]))
                mark[to[low:high]] = True
        states = self._numbered(which)
        wide = len(states)
        total = np.zeros((end - begin, wide))
        for at, to, weight in parts:
            place = number[to] + np.arange(0, len(at) * wide, wide)[:, None]
            total[at] = np.bincount(place.ravel(), weight.ravel(), len(at) * wide).reshape(-1, wide)
        return states, total
