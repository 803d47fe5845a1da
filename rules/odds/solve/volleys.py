"""What the volleys of one side's states do to the states of the other."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

from rules.odds.solve import chances
from rules.odds.solve.grid import Bodies, Grid
from rules.odds.solve.model import ALL, REST, STRIKE, Bools, Dice, Floats, Ints
from rules.odds.solve.tables import FINE, MASSES, Table


class Transition(NamedTuple):
    """Where volleys lead a group of pairs. at: which pairs, in order. Of pair n outcome i is the state
    to[targets[n], i], with the chance weight[shooters[n], i]."""

    at: Ints
    targets: Ints
    to: Ints
    shooters: Ints
    weight: Floats


Transitions = list[Transition]
Axis = tuple[Bodies, frozenset[str]]  # classes of hits that fall on the same bodies

_FAR = 10**6
_MANY = 4000  # outcomes of a group of pairs from which the unlikely pairs are looked at apart


class Volleys:
    """The fire of the states of `grid` at those of `target`."""

    def __init__(self, grid: Grid, target: Grid) -> None:
        self.grid, self.target = grid, target
        self._all = tuple(range(len(target.shape)))
        self._dice: dict[str, Dice] = {}
        self._tables: dict[tuple[bool, tuple[frozenset[str], ...]], Table] = {}
        self._quiet: dict[frozenset[str], Floats] = {}
        self._firing: dict[frozenset[str], Bools] = {}
        self._after: dict[Bodies, Ints] = {}
        self._next: dict[Bodies, Ints] = {}
        self._alike: dict[Bodies, Ints] = {}
        self._room: dict[int, Bools] = {}
        self._kinds = sorted({kind for die in self.dice(ALL) for kind, p in die if p > 0})
        self._mixed = any(len(die) > 1 for die in self.dice(ALL))
        self._most = int(sum(self.dice(ALL).values(), np.zeros(1, np.intp)).max())
        self._on = [{k: target.bodies(k, hunted) for k in self._kinds} for hunted in (False, True)]
        self._codes = [self._taken(on) for on in self._on]
        self._apart = self._restricted()
        self._targets, self._shooters = Numbering(target.size), Numbering(2 * grid.size)

    def dice(self, who: str) -> Dice:
        """What all states roll."""
        if who not in self._dice:
            self._dice[who] = self._rest() if who == REST else self.grid.side.dice(self.grid.every, who)
        return self._dice[who]

    def _rest(self) -> Dice:
        """What those roll who do not strike first: the other dice, unless the mode has added them up."""
        struck = self.dice(STRIKE)
        rest = {die: n - struck[die] if die in struck else n for die, n in self.dice(ALL).items()}
        apart = struck.keys() <= rest.keys() and all((n >= 0).all() for n in rest.values())
        return rest if apart else self.grid.side.dice(self.grid.every, REST)

    @cached_property
    def _both(self) -> Dice:
        """What all states roll, and behind them what they roll when those have fired who strike first."""
        if not self._strikes:
            return self.dice(ALL)
        both, none = (self.dice(ALL), self.dice(REST)), np.zeros(self.grid.size, np.intp)
        return {die: np.concatenate([dice.get(die, none) for dice in both]) for die in {**both[0], **both[1]}}

    @cached_property
    def _strikes(self) -> bool:
        return any(slot.strikes for slot in self.grid.slots)

    # --- nothing happens -----------------------------------------------------------------------------------

    def miss(self, s: Ints, t: Ints, hunted: Bools) -> Floats:
        """The chance that states s make no hit that states t can take."""
        code = np.where(hunted, self._codes[1][t], self._codes[0][t])
        numbers = _some(code)
        if len(numbers) == 1:
            return self._none(numbers[0])[s]
        found = np.ones(len(s))
        for number in numbers:
            at = code == number
            found[at] = self._none(number)[s[at]]
        return found

    def _taken(self, on: dict[str, Bodies]) -> Ints:
        """For each state of the target the classes it can take, one bit each."""
        found = np.zeros(self.target.size, np.intp)
        for n, bodies in enumerate(on.values()):
            for b in bodies:
                found |= self._has(b).astype(np.intp) << n
        return found

    def _has(self, body: int) -> Bools:
        """Which states have a unit of a body."""
        if body not in self._room:
            self._room[body] = self.target.room(body, np.arange(self.target.size)) > 0
        return self._room[body]

    def _none(self, number: int) -> Floats:
        kinds = frozenset(k for n, k in enumerate(self._kinds) if number >> n & 1)
        if kinds not in self._quiet:
            self._quiet[kinds] = chances.none(self.dice(ALL), kinds, self.grid.size)
        return self._quiet[kinds]

    # --- fire ------------------------------------------------------------------------------------------------

    def transitions(self, s: Ints, t: Ints, p: Floats, hunted: Bools, struck: Bools | None) -> Transitions:
        """What general fire of states s leaves of states t. hunted: whether they hunt t's submarines; struck: whether
        those of them that strike first have done so. Pairs are sorted by the classes of hits that have to be told
        apart."""
        if struck is not None and self._strikes:
            s = s + struck * self.grid.size
        whole = self._table((frozenset(self._kinds),))
        mass = np.searchsorted(MASSES, p)
        rows, code = whole.rows(s), np.zeros(len(s), np.intp)
        hits = whole.most[mass, rows] - 1
        for n, ((bodies, kinds), seen) in enumerate(self._apart.items()):
            apart = self._fires(kinds)[s] & (self._alike_up_to(bodies)[t] < hits)
            if len(seen) == 1:
                apart &= hunted == seen[0]
            code |= apart.astype(np.intp) << n
        found = Transitions()
        for number in _some(code):
            at = np.flatnonzero(code == number)
            axes = self._axes(number)
            for here in _by_mass(at, mass[at], int(hits[at].max()) + 1):
                found.append(self._led(here, axes, s[here], t[here], float(p[here].max()), int(mass[here].max())))
        return found

    def _axes(self, number: int) -> list[Axis]:
        """The classes to be told apart, and all others together."""
        axes = [axis for n, axis in enumerate(self._apart) if number >> n & 1]
        rest = frozenset(self._kinds).difference(*(kinds for _, kinds in axes))
        return [(bodies, kinds) for bodies, kinds in (*axes, (self._all, rest)) if bodies and kinds]

    def strikes(self, s: Ints, t: Ints, p: Floats, hunted: Bools, who: Bools) -> Transitions:
        """What first strikes leave of states t, where `who` says that they happen."""
        found, idle = Transitions(), np.flatnonzero(~who)
        if len(idle):
            found.append(self._led(idle, [], s[idle], t[idle], 1.0, len(MASSES)))
        kinds = {kind for die in self.dice(STRIKE) for kind, _ in die}
        alike = all(self._on[0][kind] == self._on[1][kind] for kind in kinds)
        for seen in (False,) if alike else (False, True):
            at = np.flatnonzero(who if alike else who & (hunted == seen))
            if len(at):
                axes = _on_bodies({kind: self._on[seen][kind] for kind in kinds})
                found.append(self._led(at, axes, s[at], t[at], float(p[at].max()), len(MASSES), True))
        return found

    def _restricted(self) -> dict[Axis, list[bool]]:
        """Classes of hits that not all bodies can take, fewest bodies first, and whether that is so for hunters."""
        found: dict[Axis, list[bool]] = {}
        for hunted, on in enumerate(self._on):
            for axis in _on_bodies(on, self._all):
                found.setdefault(axis, []).append(bool(hunted))
        return dict(sorted(found.items(), key=lambda item: (len(item[0][0]), item[0][0])))

    def _fires(self, kinds: frozenset[str]) -> Bools:
        """Which states roll for a hit of some classes."""
        if kinds not in self._firing:
            found = np.zeros(self.grid.size * (1 + self._strikes), bool)
            for die, number in self._both.items():
                if any(p > 0 and kind in kinds for kind, p in die):
                    found |= number > 0
            self._firing[kinds] = found
        return self._firing[kinds]

    def _led(
        self, at: Ints, axes: list[Axis], s: Ints, t: Ints, p: float, mass: int, strike: bool = False
    ) -> Transition:
        """Where volleys of states s may lead states t, and how likely. p: the likeliest pair."""
        t, targets = self._targets.those(t)
        if not axes:
            return Transition(at, targets, t[:, None], np.zeros_like(at), np.ones((1, 1)))
        s, shooters = self._shooters.those(s)
        weight, sizes = self._weights([kinds for _, kinds in axes], s, mass, strike)
        if len(axes) == 1 and mass == len(MASSES):
            return Transition(at, targets, self._leads(axes[0][0])[:, : sizes[0]][t], shooters, weight)
        keep = (weight.max(0) * p > FINE).nonzero()[0]
        return Transition(
            at, targets, self._lead([bodies for bodies, _ in axes], t, sizes, keep), shooters, weight[:, keep]
        )

    def _weights(self, kinds: list[frozenset[str]], s: Ints, mass: int, strike: bool) -> tuple[Floats, list[int]]:
        """(chances[state, outcome], numbers of outcomes on each axis)."""
        if self._mixed and any(sum(any(k in axis for k, _ in die) for axis in kinds) > 1 for die in self.dice(ALL)):
            table = self._table(tuple(kinds), strike)
            found = table.chances[table.rows(s)]
            return found.reshape(len(s), -1), list(found.shape[1:])
        weight, sizes = np.ones((len(s), 1)), []
        for axis in kinds:
            table = self._table((axis,), strike)
            at = table.rows(s)
            sizes.append(int(table.most[mass][at].max()))
            part = table.chances[:, : sizes[-1]][at]
            weight = part if weight.shape[1] == 1 else (weight[:, :, None] * part[:, None, :]).reshape(len(s), -1)
        return weight, sizes

    def _lead(self, bodies: list[Bodies], t: Ints, sizes: list[int], keep: Ints) -> Ints:
        """lead[pair, outcome]: the states that hits leave, axis by axis where one axis has only what the next has too."""
        numbers = np.unravel_index(keep, sizes)
        if _nested(bodies):
            found = t[:, None]
            for on, n in zip(bodies, numbers, strict=True):
                found = self._leads(on)[found, n]
            return found
        return self.target.lose(t[:, None], [(on, n[None]) for on, n in zip(bodies, numbers, strict=True)])

    def _leads(self, bodies: Bodies) -> Ints:
        """found[state, n]: where n hits on some bodies lead."""
        if bodies not in self._after:
            one = self._one(bodies)
            found = np.empty((self._most + 1, self.target.size), np.intp)
            found[0] = np.arange(self.target.size)
            most = min(sum(self.target.shape[b] - 1 for b in bodies), self._most)
            for n in range(most):
                np.take(one, found[n], out=found[n + 1])
            found[most + 1 :] = found[most]
            self._after[bodies] = np.ascontiguousarray(found.T)
        return self._after[bodies]

    def _one(self, bodies: Bodies) -> Ints:
        """Where one hit on some bodies leads each state."""
        if bodies not in self._next:
            self._next[bodies] = self.target.struck(bodies)
        return self._next[bodies]

    def _alike_up_to(self, bodies: Bodies) -> Ints:
        """For each state the number of hits up to which those on some bodies fall where any hit would."""
        if bodies not in self._alike:
            same = self._one(bodies) == self._one(self._all)
            along = same[self._leads(self._all)]
            self._alike[bodies] = np.where(along.all(1), _FAR, along.argmin(1))
        return self._alike[bodies]

    def _table(self, axes: tuple[frozenset[str], ...], strike: bool = False) -> Table:
        """Hits of some classes, of all who fire (or of those who strike first)."""
        if (strike, axes) not in self._tables:
            dice = self.dice(STRIKE) if strike else self._both
            self._tables[strike, axes] = Table(dice, axes, self.grid.size * (1 if strike else 1 + self._strikes))
        return self._tables[strike, axes]


class Numbering:
    """Numbers states in order, for arrays of states in which most are there many times."""

    def __init__(self, size: int) -> None:
        self._seen, self._number = np.zeros(size, bool), np.empty(size, np.intp)

    def those(self, *states: Ints) -> tuple[Ints, ...]:
        """The states of some arrays, each once; and behind them for each array the numbers of its states."""
        for some in states:
            self._seen[some] = True
        found = self._seen.nonzero()[0]
        self._seen[found] = False
        self._number[found] = np.arange(len(found))
        return (found, *(self._number[some] for some in states))


def _by_mass(at: Ints, mass: Ints, outcomes: int) -> list[Ints]:
    """Pairs sorted by how likely they are, where that saves work."""
    if len(at) * outcomes < _MANY:
        return [at]
    return [at[mass == number] for number in _some(mass)]


def _on_bodies(on: dict[str, Bodies], other: Bodies | None = None) -> list[Axis]:
    """The classes of hits by the bodies they fall on, fewest bodies first; those on `other` are left out."""
    sets = sorted({bodies for bodies in on.values() if bodies != other}, key=lambda b: (len(b), b))
    return [(bodies, frozenset(k for k, some in on.items() if some == bodies)) for bodies in sets]


def _some(code: Ints) -> list[int]:
    found: list[int] = np.bincount(code).nonzero()[0].tolist()
    return found


def _nested(sets: list[Bodies]) -> bool:
    """Whether each set lies within every later one it meets."""
    return all(set(a) <= set(b) or not set(a) & set(b) for i, a in enumerate(sets) for b in sets[i + 1 :])
