"""What happens before the ordinary rounds: once-only fire, and a first round that is unlike the others.

Units hit by once-only fire may still fire in the first round; so a position here is who fires and, apart from it, who
is left to be hit.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rules.odds.solve import chances, leaving
from rules.odds.solve.grid import Bodies, Grid
from rules.odds.solve.model import ALL, REST, STRIKE, Dice, Floats, Ints, Opening, Plan, some

_CUT = 1e-11
Volley = tuple[list[tuple[Bodies, Ints]], Floats]  # hits by the bodies they may fall on, and how likely


@dataclass
class Positions:
    """Arrays of one length: states of both sides that fire, states that are left, chances."""

    fire_a: Ints
    fire_d: Ints
    a: Ints
    d: Ints
    p: Floats

    @property
    def marked(self) -> bool:
        """Whether somebody still fires who has been hit."""
        return bool((self.fire_a != self.a).any() or (self.fire_d != self.d).any())

    def merged(self, sizes: tuple[int, int]) -> Positions:
        """Equal positions added up, the least likely left out."""
        if len(self.p) == 1:
            return self
        key = self.fire_a
        for part, size in ((self.fire_d, sizes[1]), (self.a, sizes[0]), (self.d, sizes[1])):
            key = key * size + part
        _, first, number = np.unique(key, return_index=True, return_inverse=True)
        p: Floats = np.bincount(number.ravel(), self.p).astype(np.float64)
        keep = p > _CUT
        fire_a, fire_d, a, d = (x[first][keep] for x in (self.fire_a, self.fire_d, self.a, self.d))
        return Positions(fire_a, fire_d, a, d, p[keep])


class Beginning:
    """The beginning of a battle of two grids."""

    def __init__(self, mine: Grid, theirs: Grid, plan: Plan) -> None:
        self._mine, self._theirs, self._plan = mine, theirs, plan
        self._sizes = (mine.size, theirs.size)

    def play(self) -> tuple[tuple[Ints, Ints, Floats], int]:
        """(states of both sides and chances, rounds that have been fought)."""
        zero = np.zeros(1, np.intp)
        now = Positions(zero, zero, zero, zero, np.ones(1))
        for opening in self._plan.openings:
            now = self._opened(now, opening)
        rounds = int(self._plan.first or now.marked)
        if rounds:
            now = self._round(self._left(now))
        return (now.a, now.d, now.p), rounds

    def _opened(self, now: Positions, opening: Opening) -> Positions:
        target, left = (self._theirs, now.d) if opening.attacker else (self._mine, now.a)
        hits, p = self._volley({k: np.array([n]) for k, n in opening.dice.items()}, target, False)
        after = target.lose(left[:, None], hits)
        fire_a, fire_d, a, d = (
            np.broadcast_to(x[:, None], after.shape) for x in (now.fire_a, now.fire_d, now.a, now.d)
        )
        if opening.attacker:
            fire_d, d = fire_d if opening.fires_back else after, after
        else:
            fire_a, a = fire_a if opening.fires_back else after, after
        chance = (now.p[:, None] * p).ravel()
        found = Positions(fire_a.ravel(), fire_d.ravel(), a.ravel(), d.ravel(), chance)
        return found.merged(self._sizes)

    def _left(self, now: Positions) -> Positions:
        """Those gone who leave before the first round; who was hit by once-only fire may fire and be gone at once."""
        grids = (self._mine, self._theirs)
        if not leaving.leaves(grids):
            return now
        a, d = leaving.left(grids, self._plan, now.a, now.d, False)
        fire_a, fire_d = leaving.left(grids, self._plan, now.fire_a, now.fire_d, False)
        return Positions(fire_a, fire_d, a, d, now.p)

    def _volley(self, dice: Dice, target: Grid, hunted: bool) -> Volley:
        """The hits of one state's dice."""
        on: dict[Bodies, set[str]] = {}
        for die in dice:
            for kind, _ in die:
                on.setdefault(target.bodies(kind, hunted), set()).add(kind)
        on.pop((), None)
        if not on:
            return _nothing()
        table = chances.joint(dice, [frozenset(kinds) for kinds in on.values()])[0]
        numbers = np.indices(table.shape).reshape(table.ndim, -1)
        keep = np.flatnonzero(table.ravel() > _CUT)
        return [(bodies, n[keep]) for bodies, n in zip(on, numbers, strict=True)], table.ravel()[keep]

    def _round(self, now: Positions) -> Positions:
        """The first round, for each pair that fires."""
        found: list[Positions] = []
        pairs = now.fire_a * self._sizes[1] + now.fire_d
        for pair in np.unique(pairs).tolist():
            at = pairs == pair
            fire_a, fire_d = divmod(pair, self._sizes[1])
            found += self._fought(fire_a, fire_d, now.a[at], now.d[at], now.p[at])
        return _together(found).merged(self._sizes)

    def _fought(self, fire_a: int, fire_d: int, a: Ints, d: Ints, p: Floats) -> list[Positions]:
        hunts = tuple(
            bool(some(g.side, "hunts", g.left(np.array([s])))[0])
            for g, s in ((self._mine, fire_a), (self._theirs, fire_d))
        )
        strikes = [self._plan.strikes and not hunted for hunted in (hunts[1], hunts[0])]
        volleys = [self._shots(i, s, STRIKE, hunts) for i, s in enumerate((fire_a, fire_d))]
        strikes = [on and bool(volley[0]) for on, volley in zip(strikes, volleys, strict=True)]
        if not any(strikes):
            return [self._general(fire_a, fire_d, (False, False), hunts, a, d, p)]
        struck = self._hit(a, d, p, *(v if on else _nothing() for v, on in zip(volleys, strikes, strict=True)))
        struck = Positions(struck.a, struck.d, struck.a, struck.d, struck.p).merged(self._sizes)
        return [
            self._general(int(x), int(y), (strikes[0], strikes[1]), hunts, *(np.array([z]) for z in (x, y, q)))
            for x, y, q in zip(struck.a, struck.d, struck.p, strict=True)
        ]

    def _general(
        self, fire_a: int, fire_d: int, struck: tuple[bool, bool], hunts: tuple[bool, ...], a: Ints, d: Ints, p: Floats
    ) -> Positions:
        volleys = [self._shots(i, s, REST if struck[i] else ALL, hunts) for i, s in enumerate((fire_a, fire_d))]
        return self._hit(a, d, p, *volleys)

    def _shots(self, which: int, state: int, who: str, hunts: tuple[bool, ...]) -> Volley:
        grid, target = (self._theirs, self._mine) if which else (self._mine, self._theirs)
        dice = grid.side.dice(grid.left(np.array([state])), who, self._plan.first)
        return self._volley({k: n for k, n in dice.items() if n.any()}, target, hunts[which])

    def _hit(self, a: Ints, d: Ints, p: Floats, mine: Volley, theirs: Volley) -> Positions:
        """Both volleys at the same time."""
        new_d, new_a = self._theirs.lose(d[:, None], mine[0]), self._mine.lose(a[:, None], theirs[0])
        chance = p[:, None, None] * theirs[1][None, :, None] * mine[1][None, None, :]
        shape = chance.shape
        left_a = np.broadcast_to(np.broadcast_to(new_a, shape[:2])[:, :, None], shape).ravel()
        left_d = np.broadcast_to(np.broadcast_to(new_d, (shape[0], shape[2]))[:, None, :], shape).ravel()
        return Positions(left_a, left_d, left_a, left_d, chance.ravel())


def _nothing() -> Volley:
    return [], np.ones(1)


def _together(parts: list[Positions]) -> Positions:
    names = ("fire_a", "fire_d", "a", "d", "p")
    return Positions(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))
