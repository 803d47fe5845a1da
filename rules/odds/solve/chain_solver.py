"""Exact odds where every hit falls on the next unit in order of loss, whoever made it: nearly all land battles.

The states of a side are then a *chain*: each says how many hits it can still take, whatever it has begun with. Where
once-only fire has left several beginnings (antiaircraft guns: so many aircraft lost), each has a chain of its own,
and all chains of a side end in the same state, the last. A state of the battle is (row r, chain m, column c): rows are
the states of the side with one chain.

Rows are gone through once, first to last. In a row only rounds in which the column side misses lead to the row itself:
a series that soon comes to nothing tells how often each state is visited, or, among the last few on both sides, a
triangular system. All that these lead to is one matrix product a block.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from rules.odds.solve.model import Bools, Floats, Ints

CUT = 1e-10  # states, and numbers of hits, less likely than this are left out
_BLOCK = 40  # columns worked on together: others have other numbers of hits that matter
_SURE = 1 - 1e-12
_AGAIN = 8  # rounds in a row that are followed one by one
_STEP = 100.0  # by how much the states of a row are less likely, for fewer numbers of hits to matter


@dataclass
class ChainStates:
    """A side. hits[k, m, c]: chance that state c of chain m makes k hits. fights[m, c]: whether the battle goes on, as
    far as this side is concerned."""

    hits: Floats
    fights: Bools

    def __post_init__(self) -> None:
        self.top = self.hits.shape[2] - 1
        self._spans: dict[int, tuple[list[int], list[int]]] = {}

    def spans(self, level: int) -> tuple[list[int], list[int]]:
        """For each state the first number of hits that matters, and the one behind the last, where states are less
        likely than 1 by so many steps."""
        if level not in self._spans:
            likely: Bools = np.asarray(self._likeliest > CUT * _STEP**level)
            behind = len(likely) - likely[::-1].argmax(0)
            self._spans[level] = likely.argmax(0).tolist(), behind.tolist()
        return self._spans[level]

    @cached_property
    def _likeliest(self) -> Floats:
        found: Floats = self.hits[:, 0] if self.chains == 1 else self.hits.max(1)
        return found

    @property
    def chains(self) -> int:
        """How many chains there are."""
        return int(self.hits.shape[1])


class ChainSolver:
    """Works a battle through. start[r, m, c]: chances before its next round."""

    def __init__(self, rows: ChainStates, columns: ChainStates, start: Floats) -> None:
        self._rows, self._columns = rows, columns
        shape = (rows.top + len(columns.hits), columns.chains, columns.top + len(rows.hits))
        self._grid = np.zeros(shape)  # with room for hits beyond the last unit
        self._grid[: rows.top + 1, :, : columns.top + 1] = start
        self._going: list[int] = np.flatnonzero(rows.fights[0]).tolist()
        alive = np.flatnonzero(columns.fights.any(0))
        self._end = int(alive[-1]) + 1 if len(alive) else 0
        self._live = columns.fights[:, : self._end]
        self._all_live = bool(self._live.all())
        self._steps = _bands(rows.hits[:, 0], columns.top + 1)
        self._quiet = columns.hits[0, :, : self._end] * self._live  # chances that the column side misses
        loud = np.flatnonzero((self._quiet > CUT).any(0))
        self._slow = int(loud[0]) if len(loud) else self._end  # from here on a row may lead to itself
        self._never = self._quiet > _SURE
        idle = (rows.hits[0, 0] > _SURE) & bool(self._never.any())
        self._idle: list[bool] = idle.tolist()  # rows in which some states lead nowhere
        self._stuck: list[tuple[int, Floats]] = []

    def play(self, rounds: int | None = None) -> Floats:
        """found[r, m, c]: how likely the battle ends there, undecided if so many rounds did not decide it."""
        if not self._end or not self._going:
            return self._folded()
        if rounds is None:
            self._to_the_end()
        for _ in range(rounds or 0):
            if not self._round():
                break
        found = self._folded()
        for r, chances in self._stuck:
            found[r, :, : self._end] += chances
        return found

    def _to_the_end(self) -> None:
        for r in self._going:
            visits, states = self._open(r, self._grid)
            if states is not None:
                if states.high > self._slow:
                    visits, states = self._staying(r, visits, states)
                self._fire(r, visits, states, self._grid)
        self._clear(self._grid)

    def _round(self) -> bool:
        after, some = self._grid.copy(), False
        self._clear(after)
        for r in self._going:
            visits, states = self._open(r, self._grid)
            if states is not None:
                some = True
                self._fire(r, visits, states, after)
        self._grid = after
        return some

    def _open(self, r: int, grid: Floats) -> tuple[Floats, Span | None]:
        """The states of a row that fight on, and where those are that are likely enough; those that nobody can leave
        are put by."""
        here = grid[r, :, : self._end]
        if not self._all_live:
            here = here * self._live
        if self._idle[r]:
            self._stuck.append((r, here * self._never))
            here = here * ~self._never
        return here, _span(here)

    def _staying(self, r: int, here: Floats, states: Span) -> tuple[Floats, Span]:
        """How often each state of a row is visited, rounds counted in which the column side misses; and where they
        are."""
        low, first, last = max(states.low, self._slow), states.first, states.last
        size = self._end - low
        quiet = self._quiet[first:last, low:]
        again: Floats = here[first:last, low:] * quiet
        if again.max() <= CUT:
            return here, states
        visits, led, step = here.copy(), np.empty_like(again), self._steps[r, :size, :size].copy()
        states, found = states._replace(high=self._end), visits[first:last, low:]
        for _ in range(_AGAIN):
            np.matmul(again, step, out=led)
            found += led
            np.multiply(led, quiet, out=again)
            if again.max() <= CUT:
                return visits, states
        found[:] = self._solved(r, here[first:last, low:], quiet, step)
        return visits, states

    def _solved(self, r: int, here: Floats, quiet: Floats, step: Floats) -> Floats:
        """The same from a triangular system."""
        size = len(step)
        system = np.multiply(step.T, -quiet[:, None], order="C")
        diagonal = system.reshape(len(here), size * size)[:, :: size + 1]
        diagonal += 1
        if self._idle[r]:
            diagonal[diagonal < 1e-9] = 1  # a state that nobody leaves: not visited
        return np.asarray(np.linalg.solve(system, here[:, :, None])[:, :, 0], np.float64)

    def _fire(self, r: int, here: Floats, states: Span, to: Floats) -> None:
        """All that the states of a row lead to."""
        few, many = (hits[r] for hits in self._rows.spans(states.level))
        low, high, first, last = states.low, states.high, states.first, states.last
        size = -(-(high - low) // -(-(high - low) // _BLOCK))
        step = self._steps[r, :size, few : size + many - 1].copy()
        least_hits, most_hits = self._columns.spans(states.level)
        for begin in range(low, high, size):
            end = min(begin + size, high)
            wide = end - begin + many - 1 - few  # the last block may be smaller: the grid ends where its hits do
            least, most = min(least_hits[begin:end]), max(most_hits[begin:end])
            volley = self._columns.hits[least:most, first:last, begin:end] * here[first:last, begin:end]
            found = volley.reshape(-1, end - begin) @ step[: end - begin, :wide]
            into = to[r + least : r + most, first:last, begin + few : begin + few + wide]
            into += found.reshape(into.shape)

    def _clear(self, grid: Floats) -> None:
        """Take out what goes on; what is decided stays."""
        rows = self._going
        block = slice(rows[0], rows[-1] + 1) if rows[-1] - rows[0] + 1 == len(rows) else None
        if block is not None and self._all_live:
            grid[block, :, : self._end] = 0
        else:
            grid[np.ix_(rows, range(len(self._live)), range(self._end))] *= ~self._live

    def _folded(self) -> Floats:
        """The chances, with hits beyond the last unit on nobody."""
        top_r, top_c, grid = self._rows.top, self._columns.top, self._grid
        grid[top_r] += grid[top_r + 1 :].sum(0)
        grid[: top_r + 1, :, top_c] += grid[: top_r + 1, :, top_c + 1 :].sum(2)
        found: Floats = grid[: top_r + 1, :, : top_c + 1]
        return found


class Span(NamedTuple):
    """Where states of a row are likely: chains first to last, columns low to high (both behind the last). level: by how
    many steps the likeliest is less likely than 1."""

    first: int
    last: int
    low: int
    high: int
    level: int


def _span(chances: Floats) -> Span | None:
    """Where anything is likely enough."""
    chains = len(chances)
    top = chances[0] if chains == 1 else chances.max(0)
    columns = (top > CUT).nonzero()[0]
    if not len(columns):
        return None
    most, first, last = float(top.max()), 0, chains
    if chains > 1 and most < _STEP * CUT:
        some = (chances.max(1) > CUT).nonzero()[0]
        first, last = int(some[0]), int(some[-1]) + 1
    level = int(-math.log(most, _STEP)) if most < 1 else 0
    return Span(first, last, int(columns[0]), int(columns[-1]) + 1, level)


def _bands(hits: Floats, width: int) -> Floats:
    """found[r, i, j] is hits[j - i, r], a view: where a volley of state r leads along the other chain."""
    most, states = hits.shape
    padded = np.zeros((states, width + most + width))
    padded[:, width : width + most] = hits.T
    down, along = padded.strides
    return np.ndarray((states, width, most + width), float, padded, width * along, (down, -along, along))


def aligned(tracks: list[Ints]) -> tuple[Ints, list[int]]:
    """(left[slot, m, c] of several chains that end together, the column each begins in)."""
    top = max(t.shape[1] for t in tracks)
    begins = [top - t.shape[1] for t in tracks]
    left = np.zeros((len(tracks[0]), len(tracks), top), np.intp)
    for m, (track, begin) in enumerate(zip(tracks, begins, strict=True)):
        left[:, m, begin:] = track
    return left, begins
