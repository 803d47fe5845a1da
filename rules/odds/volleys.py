"""What the volleys of one side's states do to the states of the other."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from rules.odds import chances
from rules.odds.grid import Bodies, Grid
from rules.odds.model import ALL, REST, STRIKE, Bools, Dice, Floats, Ints

# Groups of pairs: (which pairs, the states a volley may leave [pair, outcome], how likely [pair, outcome])
Fans = list[tuple[Ints, Ints, Floats]]

_FAR = 10**6
_FINE = 1e-12  # outcomes less likely than this (times the chance of the pair) are left out
_SMALL = 1e-12  # numbers of hits less likely than this are


class Volleys:
    """The fire of the states of `grid` at those of `target`."""

    def __init__(self, grid: Grid, target: Grid) -> None:
        self.grid, self.target = grid, target
        self._all = tuple(range(len(target.shape)))
        self._dice: dict[str, Dice] = {}
        self._known: dict[tuple[str, tuple[frozenset[str], ...]], tuple[Ints, Floats, Ints]] = {}
        self._quiet: dict[frozenset[str], Floats] = {}
        self._firing: dict[tuple[str, frozenset[str]], Bools] = {}
        self._after: dict[Bodies, Ints] = {}
        self._next: dict[Bodies, Ints] = {}
        self._alike: dict[Bodies, Ints] = {}
        self._idle: dict[Bodies, Bools] = {}
        classes = sorted({kind for die in self.dice(ALL) for kind, p in die if p > 0})
        self._most = int(sum(self.dice(ALL).values(), np.zeros(1, np.intp)).max())
        self._on = {hunted: {k: target.bodies(k, hunted) for k in classes} for hunted in (False, True)}

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

    # --- nothing happens -----------------------------------------------------------------------------------

    def miss(self, s: Ints, t: Ints, hunted: Bools) -> Floats:
        """The chance that states s make no hit that states t can take."""
        kinds, code = list(self._on[False]), np.zeros(len(s), np.intp)
        for n, kind in enumerate(kinds):
            free, seen = (self._takes(self._on[h][kind])[t] for h in (False, True))
            code |= np.where(hunted, seen, free).astype(np.intp) << n
        found = np.ones(len(s))
        for number in _some(code):
            at = code == number
            found[at] = self._none(frozenset(k for n, k in enumerate(kinds) if number >> n & 1))[s[at]]
        return found

    def _none(self, kinds: frozenset[str]) -> Floats:
        if kinds not in self._quiet:
            self._quiet[kinds] = chances.none(self.dice(ALL), kinds, self.grid.size)
        return self._quiet[kinds]

    def _takes(self, bodies: Bodies) -> Bools:
        """Which states have a unit that such a hit can fall on."""
        if bodies not in self._idle:
            found, states = np.zeros(self.target.size, bool), np.arange(self.target.size)
            for b in bodies:
                found |= self.target.room(b, states) > 0
            self._idle[bodies] = found
        return self._idle[bodies]

    # --- fire ------------------------------------------------------------------------------------------------

    def fans(self, s: Ints, t: Ints, p: Floats, hunted: Bools, struck: Bools | None) -> Fans:
        """What general fire of states s leaves of states t. hunted: whether they hunt t's submarines; struck: whether
        those of them that strike first have done so."""
        code, found = hunted.astype(np.intp), Fans()
        if struck is not None:
            code = code | struck.astype(np.intp) << 1
        for number in _some(code):
            at = np.flatnonzero(code == number)
            found += self._sorted(REST if number & 2 else ALL, bool(number & 1), at, s, t, p)
        return found

    def _sorted(self, who: str, hunted: bool, at: Ints, s: Ints, t: Ints, p: Floats) -> Fans:
        """Fire of some pairs, sorted by the classes of hits that have to be told apart."""
        restricted, found = self._restricted(hunted), Fans()
        index, _, most = self._volley(who, (frozenset(self._on[hunted]),))
        hits, code = most[index[s[at]]] - 1, np.zeros(len(at), np.intp)
        for n, bodies in enumerate(restricted):
            apart = self._fires(who, self._classes(hunted, bodies))[s[at]] & (self._alike_up_to(bodies)[t[at]] < hits)
            code |= apart.astype(np.intp) << n
        for number in _some(code):
            here = at[code == number]
            axes = [(b, self._classes(hunted, b)) for n, b in enumerate(restricted) if number >> n & 1]
            rest = frozenset(self._on[hunted]).difference(*(kinds for _, kinds in axes))
            if self._fires(who, rest).any():
                axes.append((self._all, rest))
            found.append((here, *self._fan(who, axes, s[here], t[here], p[here])))
        return found

    def strikes(self, s: Ints, t: Ints, p: Floats, hunted: Bools, who: Bools) -> Fans:
        """What first strikes leave of states t, where `who` says that they happen."""
        found, idle = Fans(), np.flatnonzero(~who)
        if len(idle):
            found.append((idle, t[idle, None], np.ones((len(idle), 1))))
        for seen in (False, True):
            at = np.flatnonzero(who & (hunted == seen))
            if len(at):
                sets = {self._on[seen][kind] for die in self.dice(STRIKE) for kind, _ in die}
                axes = [(b, self._classes(seen, b)) for b in sorted(sets, key=lambda b: (len(b), b))]
                found.append((at, *self._fan(STRIKE, axes, s[at], t[at], p[at])))
        return found

    def _restricted(self, hunted: bool) -> list[Bodies]:
        """The sets of bodies that classes of hits are restricted to, smallest first."""
        sets = {bodies for bodies in self._on[hunted].values() if bodies != self._all}
        return sorted(sets, key=lambda bodies: (len(bodies), bodies))

    def _classes(self, hunted: bool, bodies: Bodies) -> frozenset[str]:
        return frozenset(k for k, on in self._on[hunted].items() if on == bodies)

    def _fires(self, who: str, kinds: frozenset[str]) -> Bools:
        """Which states roll for a hit of some classes."""
        if (who, kinds) not in self._firing:
            found = np.zeros(self.grid.size, bool)
            for die, number in self.dice(who).items():
                if any(p > 0 and kind in kinds for kind, p in die):
                    found |= number > 0
            self._firing[who, kinds] = found
        return self._firing[who, kinds]

    def _fan(
        self, who: str, axes: list[tuple[Bodies, frozenset[str]]], s: Ints, t: Ints, p: Floats
    ) -> tuple[Ints, Floats]:
        """Where volleys of states s may lead states t, and how likely. axes: (bodies, classes of hits on them)."""
        if not axes:
            return t[:, None], np.ones((len(t), 1))
        weight, hits = self._weights(who, [kinds for _, kinds in axes], s)
        lead = self._lead([bodies for bodies, _ in axes], t, hits)
        if len(axes) > 1:
            keep = ((weight * p[:, None]).max(0) > _FINE).nonzero()[0]
            weight, lead = weight[:, keep], lead[:, keep]
        return lead, weight

    def _weights(self, who: str, kinds: list[frozenset[str]], s: Ints) -> tuple[Floats, list[int]]:
        """(chances[state, outcome], numbers of outcomes on each axis)."""
        apart = len(kinds) == 1 or not any(
            sum(any(k in axis for k, _ in die) for axis in kinds) > 1 for die in self.dice(who)
        )
        if not apart:
            index, table, _ = self._volley(who, tuple(kinds))
            found = table[index[s]]
            return found.reshape(len(s), -1), list(found.shape[1:])
        weight, sizes = np.ones((len(s), 1)), []
        for axis in kinds:
            index, table, most = self._volley(who, (axis,))
            at = index[s]
            high = int(most[at].max())
            sizes.append(high)
            part = table[:, :high][at]
            weight = part if weight.shape[1] == 1 else (weight[:, :, None] * part[:, None, :]).reshape(len(s), -1)
        return weight, sizes

    def _lead(self, bodies: list[Bodies], t: Ints, sizes: list[int]) -> Ints:
        """lead[pair, outcome]: the states that hits leave, axis by axis where one axis has only what the next has too."""
        if _nested(bodies):
            found = t[:, None]
            for on, size in zip(bodies, sizes, strict=True):
                table = self._leads(on)
                if size > table.shape[1]:
                    table = table[:, np.minimum(np.arange(size), table.shape[1] - 1)]
                found = table[:, :size][found].reshape(len(t), -1)
            return found
        shape = np.indices(sizes).reshape(len(sizes), 1, -1)
        return self.target.lose(t[:, None], [(on, n) for on, n in zip(bodies, shape, strict=True)])

    def _leads(self, bodies: Bodies) -> Ints:
        """found[state, n]: where n hits on some bodies lead."""
        if bodies not in self._after:
            one = self._one(bodies)
            most = min(sum(self.target.shape[b] - 1 for b in bodies), self._most)
            found = np.empty((most + 1, self.target.size), np.intp)
            found[0] = np.arange(self.target.size)
            for n in range(1, len(found)):
                np.take(one, found[n - 1], out=found[n])
            self._after[bodies] = np.ascontiguousarray(found.T)
        return self._after[bodies]

    def _one(self, bodies: Bodies) -> Ints:
        """Where one hit on some bodies leads each state."""
        if bodies not in self._next:
            self._next[bodies] = self.target.lose(np.arange(self.target.size), [(bodies, np.ones(1, np.intp))])
        return self._next[bodies]

    def _alike_up_to(self, bodies: Bodies) -> Ints:
        """For each state the number of hits up to which those on some bodies fall where any hit would."""
        if bodies not in self._alike:
            same = self._one(bodies) == self._one(self._all)
            along = same[self._leads(self._all)]
            self._alike[bodies] = np.where(along.all(1), _FAR, along.argmin(1))
        return self._alike[bodies]

    def _volley(self, who: str, axes: tuple[frozenset[str], ...]) -> tuple[Ints, Floats, Ints]:
        """(index, chances, most): chances[index[state]] are those of 0, 1, 2, ... hits, most[index] of which matter."""
        if (who, axes) not in self._known:
            index, dice = self._distinct(self.dice(who), frozenset().union(*axes))
            table = chances.joint(dice, axes)
            flat = table.reshape(len(table), table.shape[1], -1).max(2)
            most = flat.shape[1] - (flat > _SMALL)[:, ::-1].argmax(1)
            self._known[who, axes] = index, table, most
        index, table, most = self._known[who, axes]
        return index, table, most

    def _distinct(self, dice: Dice, kinds: frozenset[str]) -> tuple[Ints, Dice]:
        """States that roll alike counted once: (number of each, dice). Bodies that nothing depends on are left out."""
        axes = self.grid.axes
        shape = [length for length, _ in axes]
        boxes = {die: n.reshape(shape) for die, n in dice.items() if any(k in kinds for k, _ in die) and n.any()}
        if not boxes:
            return np.zeros(self.grid.size, np.intp), {}
        index = np.zeros(self.grid.size, np.intp)
        for b, (length, at) in enumerate(axes):
            first = {die: n.take([0], b) for die, n in boxes.items()}
            if all((n == first[die]).all() for die, n in boxes.items()):
                boxes = first
            else:
                index = index * length + at
        return index, {die: n.ravel() for die, n in boxes.items()}


def _some(code: Ints) -> Iterable[int]:
    found: list[int] = np.flatnonzero(np.bincount(code)).tolist()
    return found


def _nested(sets: list[Bodies]) -> bool:
    """Whether each set lies within every later one it meets."""
    return all(set(a) <= set(b) or not set(a) & set(b) for i, a in enumerate(sets) for b in sets[i + 1 :])
