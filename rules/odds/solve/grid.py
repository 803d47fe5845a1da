"""The states of a side, and where hits lead.

Units that can take the same classes of hits are a *body* (submarines, surface ships, aircraft). Within a body hits
fall in a fixed order, so a state is one number for each body, the hits it has taken: a small box, numbered row by row.
Every hit leads to a higher number, and state 0 is the start. Where units may leave the battle (submarines that submerge) they
are a body by themselves, and all states are there once more, with them gone.

Hits of several classes fall together as many as can be placed, each as early in the order of loss as the others allow
(G40-11.8, 11.10). How many fall on the units up to some place of that order is a smallest cut: over all sets of
classes, the hits outside the set and the room of the bodies that the set can hit.
"""

from __future__ import annotations

import copy
import functools
import itertools
import math
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from rules.odds.solve.model import ALL, Bound, Dice, Ints, Side, Slot

Bodies = tuple[int, ...]  # bodies that a class of hits can fall on


class Track:
    """What is left of a side when it takes one hit after another, whoever can be hit at all in one order of loss.
    left[slot, n] after n hits; dice: what it rolls then."""

    def __init__(self, side: Side) -> None:
        slots = side.slots
        self.body = [i for i, s in enumerate(slots) if s.hit_by or s.hit_by_hunted]
        start = np.array([s.count for s in slots], np.intp)
        self.steps, self.ranks = track_of(side, start, self.body)
        idle = start.copy()
        idle[self.body] = 0
        self.left = self.steps + idle[:, None]
        hurt = [int(s.count > 0 or _becomes(slots, i)) for i, s in enumerate(slots)]
        dice = side.dice(np.column_stack((self.left, hurt)), ALL)
        self.dice = {die: n[:-1] for die, n in dice.items()}
        self.kinds = kinds_of(dice)


class Grid:
    """A side's states. classes: all that the enemy may ever hit with."""

    def __init__(self, side: Side, classes: frozenset[str], whole: Track | None = None) -> None:
        self.side, self.slots = side, side.slots
        self.start = np.array([s.count for s in self.slots], np.intp)
        self._marks, members = _bodies(self.slots, classes)
        self._idle = self.start.copy()  # units that nothing can hit
        self._tracks, self._ranks = [], []
        for body in members:
            self._idle[body] = 0
            if whole is not None and body == whole.body:
                track, ranks = whole.steps, whole.ranks
            else:
                track, ranks = track_of(side, self.start, body)
            self._tracks.append(track)
            self._ranks.append(ranks)
        self.shape: tuple[int, ...] = tuple(t.shape[1] for t in self._tracks)
        self.box = math.prod(self.shape)
        self._leaving = [(i, s.leaves) for i, s in enumerate(self.slots) if s.leaves >= 0]
        self._leaving_bodies = [b for b, marks in enumerate(self._marks) if marks[2]]
        self.size = 2 * self.box if self._leaving else self.box
        self.strides = tuple(math.prod(self.shape[b + 1 :]) for b in range(len(self.shape)))
        self.hits = sum(n - 1 for n in self.shape)  # that the side can take in all

    def of(self, side: Side) -> Grid:
        """The same grid for a side that has the same units."""
        found = copy.copy(self)
        found.side = side
        return found

    def at(self, states: Ints) -> list[Ints]:
        """Hits that each body has taken."""
        return [states // stride % length for stride, length in zip(self.strides, self.shape, strict=True)]

    def left(self, states: Ints) -> Ints:
        """left[slot, state]: units of each slot."""
        shape = (len(self.slots), *(1,) * states.ndim)
        found = self._idle.reshape(shape) + np.zeros(states.shape, np.intp)
        for track, at in zip(self._tracks, self.at(states), strict=True):
            found += track[:, at]
        for slot, to in self._leaving:
            gone = np.where(states >= self.box, found[slot], 0)
            found[slot] -= gone
            found[to] += gone
        return found

    @property
    def leaves(self) -> bool:
        """Whether units of the side may leave the battle."""
        return bool(self._leaving)

    def gone(self, states: Ints) -> Ints:
        """The same states with those out of the battle who leave it."""
        return np.where(states < self.box, states + self.box, states)

    @cached_property
    def axes(self) -> list[tuple[int, Ints]]:
        """What a state consists of, as (how many there are, which one each state has): the hits that each body has
        taken, and before them whether some have left."""
        found = list(zip(self.shape, self.numbers, strict=True))
        return [(2, np.arange(self.size) // self.box), *found] if self._leaving else found

    def room(self, body: int, states: Ints) -> Ints:
        """The hits that a body can still take."""
        found = self.shape[body] - 1 - states // self.strides[body] % self.shape[body]
        return np.where(states < self.box, found, 0) if body in self._leaving_bodies else found

    @cached_property
    def numbers(self) -> list[Ints]:
        """Hits that each body has taken, in all states."""
        return self.at(np.arange(self.size))

    @cached_property
    def every(self) -> Ints:
        """left[slot, state] of all states."""
        return self.left(np.arange(self.size))

    def bodies(self, kind: str, hunted: bool) -> Bodies:
        """The bodies that a class of hits can fall on."""
        return tuple(b for b, marks in enumerate(self._marks) if kind in (marks[1] if hunted else marks[0]))

    @cached_property
    def _places(self) -> list[tuple[int, list[int]]]:
        """Places in the order of loss: (body, for each body the hits it takes up to there)."""
        places = sorted({(rank, b) for b, ranks in enumerate(self._ranks) for rank in ranks.tolist()})
        return [(b, [int(np.searchsorted(ranks, rank, "right")) for ranks in self._ranks]) for rank, b in places]

    def struck(self, bodies: Bodies) -> Ints:
        """Where one hit on some bodies leads, for every state: to the first in order of loss that it may fall on."""
        states = np.arange(self.size)
        best, found = np.full(self.size, len(self.slots)), states.copy()
        for b in bodies:
            ranks = np.append(self._ranks[b], len(self.slots))[self.numbers[b]]
            if b in self._leaving_bodies:
                ranks = np.where(states < self.box, ranks, len(self.slots))
            np.copyto(found, states + self.strides[b], where=ranks < best)
            np.minimum(best, ranks, out=best)
        return found

    def lose(self, states: Ints, hits: Sequence[tuple[Bodies, Ints]]) -> Ints:
        """The states that hits leave: for each class the bodies it can fall on and how many, to be broadcast."""
        at = self.at(states)
        cuts = [_cut(inside, outside) for inside, outside in _splits(hits)]
        before: Ints | int = 0
        moved: Ints = states
        for body, until in self._places:
            room = [np.maximum(n - taken, 0) for n, taken in zip(until, at, strict=True)]
            for b in self._leaving_bodies:
                room[b] = np.where(states < self.box, room[b], 0)
            sums = (functools.reduce(np.add, (room[b] for b in inside), out) for out, inside in cuts)
            fallen: Ints = functools.reduce(np.minimum, sums)
            moved = moved + (fallen - before) * self.strides[body]
            before = fallen
        return moved


def kinds_of(dice: Dice) -> frozenset[str]:
    """The classes of hits that some of the states may make."""
    return frozenset(kind for die, n in dice.items() if n[0] or n.any() for kind, p in die if p > 0)


def _becomes(slots: Sequence[Slot], at: int) -> bool:
    """Whether units may come into a slot by damage."""
    return any(s.after == at and (s.count or _becomes(slots, i)) for i, s in enumerate(slots))


def _cut(inside: Sequence[tuple[Bodies, Ints]], outside: Sequence[tuple[Bodies, Ints]]) -> tuple[Ints, list[int]]:
    """(hits of the classes outside, bodies that the classes inside can fall on)."""
    none = np.zeros(1, np.intp)
    return functools.reduce(np.add, (n for _, n in outside), none), sorted({b for bodies, _ in inside for b in bodies})


def _splits(hits: Sequence[tuple[Bodies, Ints]]) -> list[tuple[list[tuple[Bodies, Ints]], list[tuple[Bodies, Ints]]]]:
    found = []
    for chosen in itertools.product((False, True), repeat=len(hits)):
        pairs = list(zip(chosen, hits, strict=True))
        found.append(([h for c, h in pairs if c], [h for c, h in pairs if not c]))
    return found


Marks = tuple[frozenset[str], frozenset[str], bool]


def _bodies(slots: Sequence[Slot], classes: frozenset[str]) -> tuple[list[Marks], list[list[int]]]:
    """The classes that each body can take (unhunted, hunted) with whether it may leave, and its slots; those nothing
    can hit are in none."""
    found: dict[Marks, list[int]] = {}
    for i, slot in enumerate(slots):
        marks = (slot.hit_by & classes, slot.hit_by_hunted & classes, slot.leaves >= 0)
        if marks[0] or marks[1]:
            found.setdefault(marks, []).append(i)
    return list(found), list(found.values())


def track_of(side: Side, start: Ints, body: Sequence[int]) -> tuple[Ints, Ints]:
    """(track[slot, n]: units of a body after n hits on its first units in order of loss, for each hit its place in
    that order). A place behind a later one counts as that: it is reached together with it."""
    counts, slots = start.tolist(), side.slots
    if all(slots[i].after < 0 for i in body) and side.bound is None:
        return _straight(counts, body)
    left = {i: counts[i] for i in body}
    struck: list[int] = []
    while some := [i for i in body if left[i]]:
        first = _next(struck, some, side.bound)
        after = slots[first].after
        many = left[first] if side.bound is None and (after < 0 or after > first) else 1
        struck += [first] * many
        left[first] -= many
        if after >= 0:
            left[after] += many
    steps = np.zeros((len(start), len(struck) + 1), np.intp)
    at = np.array(struck, np.intp)
    steps[body, 0] = start[body]
    steps[at, np.arange(1, len(at) + 1)] -= 1
    afters = np.array([slots[i].after for i in struck], np.intp)
    stay = np.flatnonzero(afters >= 0)
    steps[afters[stay], stay + 1] += 1
    return np.cumsum(steps, axis=1), np.maximum.accumulate(at)


def _next(struck: Sequence[int], some: Sequence[int], bound: Bound | None) -> int:
    """The first of some slots that may be hit after others."""
    free = (i for i in some if bound is None or not bound([*struck, i]))
    return next(free, some[0])


def _straight(counts: Sequence[int], body: Sequence[int]) -> tuple[Ints, Ints]:
    """The same where every hit is the end of a unit."""
    struck = [i for i in body for _ in range(counts[i])]
    steps = np.zeros((len(counts), len(struck) + 1), np.intp)
    hits, done = np.arange(len(struck) + 1), 0
    for i in body:
        done += counts[i]
        np.minimum(np.maximum(done - hits, 0), counts[i], out=steps[i])
    return steps, np.array(struck, np.intp)
