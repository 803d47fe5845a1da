"""Exact odds in general: hits that only some units can take, first strikes.

All pairs of states fight one round at once, and then the next, the chance that nothing changes taken
out. What a round makes of a pair is independent for the two sides, so the sum over all pairs is a product of two
matrices (pair, state of one side). Pairs are sorted, for each side apart, by the classes of hits that have to be told
apart: up to some number of hits a class may well fall where any hit would.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from rules.odds.solve import leaving
from rules.odds.solve.ends import Ends, goes_on
from rules.odds.solve.grid import Grid
from rules.odds.solve.model import Bools, Floats, Ints, Plan, some
from rules.odds.solve.volleys import Numbering, Transition, Transitions, Volleys

Pairs = tuple[Ints, Ints, Floats]
CUT = 3e-10  # pairs less likely than this are left out
REST_CUT = 1e-8  # the battle is over when no more than this goes on
_NOWHERE: Pairs = np.zeros(0, np.intp), np.zeros(0, np.intp), np.zeros(0)
_PIECE = 128  # pairs whose outcomes are added up together, about
_SURE = 1 - 1e-9
_WIDEST = 30_000_000  # pairs of states at the same time
_USUAL = 6_000_000  # pairs of states of two large fleets


def merged(a: Ints, d: Ints, p: Floats, columns: int) -> Pairs:
    """Each pair of states once. columns: how many states the second side has."""
    states, number = np.unique(a * columns + d, return_inverse=True)
    return (*np.divmod(states, columns), np.bincount(number.ravel(), p, len(states)).astype(np.float64))


class TooWide(Exception):
    """More pairs of states are likely at the same time than there is room for."""


@dataclass
class Distribution:
    """Chances of pairs of states: table[i, j] that of (rows[i], columns[j])."""

    rows: Ints
    columns: Ints
    table: Floats

    def pairs(self, cut: float) -> tuple[Ints, Ints, Floats]:
        """The pairs that are likelier than that."""
        i, j = np.nonzero(self.table > cut)
        return self.rows[i], self.columns[j], self.table[i, j]


class GridSolver:
    """The battle of two grids. care: how much less than usual is left out."""

    def __init__(self, one: Grid, two: Grid, plan: Plan, care: float = 1.0) -> None:
        self._plan, self._grids, self._fought = plan, (one, two), 0
        self._one, self._two = Volleys(one, two), Volleys(two, one)
        self._alive = goes_on(one.side, True, one.every), goes_on(two.side, False, two.every)
        self._fights = self._alive
        if plan.stays is not None:
            self._fights = goes_on(one.side, True, one.every, plan.stays), self._alive[1]
        self._hunts = some(one.side, "hunts", one.every), some(two.side, "hunts", two.every)
        self._strikes = tuple(some(g.side, "strikes", g.every) for g in (one, two)) if plan.strikes else ()
        self._ends: list[Pairs] = []
        self._cut = CUT * min(4.0, math.sqrt(_USUAL / (one.size * two.size))) / care  # more pairs, more left out
        self._numbers = Numbering(one.size), Numbering(two.size)
        self._rows = Numbering(one.size)

    def play(self, pairs: Pairs, rounds: int | None = None, fought: int = 0) -> Ends:
        """How the battle ends from these pairs, after so many rounds at most. fought: rounds before."""
        done, self._fought, self._ends = 0, fought, []
        while rounds is None or done < rounds:
            done += 1
            found = self._next_round(self._left(pairs), rounds is None and not self._to_leave())
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
        return merged(a, d, p, self._grids[1].size)

    def _decided(self, a: Ints, d: Ints, p: Floats, fights: tuple[Bools, Bools]) -> Pairs:
        """Keep the pairs that go on; the others are how the battle ends."""
        going = fights[0][a] & fights[1][d]
        if going.all():
            return a, d, p
        self._ends.append((a[~going], d[~going], p[~going]))
        return a[going], d[going], p[going]

    def _next_round(self, pairs: Pairs, endless: bool) -> Distribution | None:
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

    def _fight(self, a: Ints, d: Ints, p: Floats, hunted: tuple[Bools, Bools], back: Pairs | None) -> Distribution:
        """One round. back: what would lead to itself, to be left out of the result."""
        struck = self._struck(a, d, p, hunted)
        if struck is not None:
            a, d, p = self._decided(*struck, self._alive)
            hunted = self._hunts[1][d], self._hunts[0][a]
        strikers = bool(self._strikes)
        transitions = (
            self._two.transitions(d, a, p, hunted[0], ~hunted[1] if strikers else None),
            self._one.transitions(a, d, p, hunted[1], ~hunted[0] if strikers else None),
        )
        return self._gather(transitions, a, p, back)

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
        transitions = (
            self._two.strikes(d[at], a[at], p[at], hunted[0][at], theirs[at]),
            self._one.strikes(a[at], d[at], p[at], hunted[1][at], mine[at]),
        )
        found = self._gather(transitions, a[at], p[at], None).pairs(self._cut)
        return tuple(np.concatenate((x, y[rest])) for x, y in zip(found, (a, d, p), strict=True))  # type: ignore[return-value]

    # --- adding up ---------------------------------------------------------------------------------------

    def _gather(
        self, transitions: tuple[Transitions, Transitions], a: Ints, p: Floats, back: Pairs | None
    ) -> Distribution:
        """What a round makes of its pairs, in pieces: pairs of the same state of one side lead it to the same few."""
        edges, (back_a, back_d, less) = _edges(a), back or _NOWHERE
        rows, *to_a, back_a = self._numbers[0].those(*(part.to for part in transitions[0]), back_a)
        columns, *to_d, back_d = self._numbers[1].those(*(part.to for part in transitions[1]), back_d)
        if len(rows) * len(columns) > _WIDEST:
            raise TooWide
        total = np.zeros((len(rows), len(columns)))
        pieces = zip(_cut(transitions[0], to_a, edges), _cut(transitions[1], to_d, edges), strict=True)
        for begin, end, (mine, theirs) in zip(edges, edges[1:], pieces, strict=False):
            some, f = self._few(mine, end - begin)
            f *= p[begin:end, None]
            total[some] += f.T @ _matrix(theirs, end - begin, len(columns))
        if back:
            total[back_a, back_d] -= less
        return Distribution(rows, columns, total)

    def _few(self, transitions: Transitions, pairs: int) -> tuple[Ints, Floats]:
        """The matrix of a piece whose pairs are of few states of a side, with the numbers of its columns."""
        ranges = [(int(part.targets.min()), int(part.targets.max()) + 1) for part in transitions]
        few, *to = self._rows.those(
            *(part.to[first:last] for part, (first, last) in zip(transitions, ranges, strict=True))
        )
        parts = [
            part._replace(targets=part.targets - first, to=states)
            for part, (first, _), states in zip(transitions, ranges, to, strict=True)
        ]
        return few, _matrix(parts, pairs, len(few))


def _cut(transitions: Transitions, to: Sequence[Ints], edges: Sequence[int]) -> Iterator[Transitions]:
    """The groups of pairs of each piece, pairs counted from its beginning. to: the states they lead to by number."""
    places = [np.searchsorted(part.at, edges).tolist() for part in transitions]
    for n, begin in enumerate(edges[:-1]):
        cuts = (
            (part, states, slice(at[n], at[n + 1])) for part, states, at in zip(transitions, to, places, strict=True)
        )
        yield [
            Transition(part.at[cut] - begin, part.targets[cut], states, part.shooters[cut], part.weight)
            for part, states, cut in cuts
            if cut.start < cut.stop
        ]


def _matrix(transitions: Transitions, pairs: int, wide: int) -> Floats:
    """Outcomes of the pairs of a piece as a matrix (pair, number of a state)."""
    places = [(part.to[part.targets] + (part.at * wide)[:, None]).ravel() for part in transitions]
    weights = [part.weight[part.shooters].ravel() for part in transitions]
    several = len(transitions) > 1
    place, weight = (np.concatenate(places), np.concatenate(weights)) if several else (places[0], weights[0])
    found: Floats = np.asarray(np.bincount(place, weight, pairs * wide).reshape(pairs, wide), np.float64)
    return found


def _edges(a: Ints) -> list[int]:
    """Where the pieces begin that pairs are worked on in, and the end: between different states of a side."""
    if not len(a):
        return [0]
    starts = (a[1:] != a[:-1]).nonzero()[0] + 1
    wanted = np.searchsorted(starts, np.arange(_PIECE, len(a), _PIECE))
    return [0, *dict.fromkeys(starts[wanted[wanted < len(starts)]].tolist()), len(a)]
