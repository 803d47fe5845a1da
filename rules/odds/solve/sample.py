"""Odds by playing the battle many times at once, where working them out exactly would take too long.

The numbers come from a generator begun with a fixed seed: the same battle gives the same odds every time. The error
is told with the result.
"""

from __future__ import annotations

import numpy as np

from rules.odds.solve import leaving
from rules.odds.solve.ends import Ends, goes_on, harms
from rules.odds.solve.grid import Bodies, Grid
from rules.odds.solve.model import (
    ALL,
    NO_REROLL,
    REST,
    STRIKE,
    Bools,
    Dice,
    Ints,
    Opening,
    Plan,
    RerollingSide,
    Side,
    reroll_dice,
    some,
)

GAMES = 10_000
_LONGEST = 2000  # rounds after which a battle nobody can win is called off


class Sample:
    """Plays the battle of two grids."""

    def __init__(self, mine: Grid, theirs: Grid, plan: Plan, games: int = GAMES) -> None:
        self._grids, self._plan, self._games = (mine, theirs), plan, games
        self._random = np.random.Generator(np.random.PCG64(1))
        self._sides: list[Side] = [mine.side, theirs.side]  # as they fire in this round
        self._may_reroll = [[np.ones(games, bool) for _ in reroll_dice(side)] for side in self._sides]

    def play(self) -> Ends:
        """How the battles ended."""
        plan = self._plan
        firing = [np.zeros(self._games, np.intp), np.zeros(self._games, np.intp)]
        left = [x.copy() for x in firing]
        for opening in self._plan.openings:
            self._open(opening, firing, left)
        going = np.arange(self._games)
        most = _LONGEST if self._plan.rounds is None else self._plan.rounds
        leave = leaving.leaves(self._grids)
        for done in range(most):
            first = done == 0 and plan.first
            going = going[self._goes_on([x[going] for x in firing], first or (leave and plan.late))]
            if leave:
                self._leave(left, firing, going, done > 0)
                going = going[self._goes_on([x[going] for x in firing], first or not plan.late)]
            if not len(going):
                break
            fires = [x[going] for x in firing]
            self._sides = [self._having(which, fires[which], going, first) for which in (0, 1)]
            after = self._round(fires, [x[going] for x in left], first)
            for which in (0, 1):
                firing[which][going] = left[which][going] = after[which]
        if leave and plan.late:
            going = going[self._goes_on([x[going] for x in firing], True)]
            self._leave(left, firing, going, True)
        mine, theirs = (g.left(x) for g, x in zip(self._grids, left, strict=True))
        return Ends(mine, theirs, np.arange(self._games), np.arange(self._games), np.full(self._games, 1 / self._games))

    def _leave(self, left: list[Ints], firing: list[Ints], going: Ints, fought: bool) -> None:
        """Those are gone who leave now."""
        for states in (left, firing):
            found = leaving.left(self._grids, self._plan, states[0][going], states[1][going], fought)
            states[0][going], states[1][going] = found

    def _having(self, which: int, states: Ints, going: Ints, first: bool) -> Side:
        """A side with the rounds drawn that those have who may still roll again."""
        grid = self._grids[which]
        if not self._may_reroll[which] or not isinstance(grid.side, RerollingSide):
            return grid.side
        drawn = []
        for may, chances in zip(self._may_reroll[which], grid.side.rounds(grid.left(states), first), strict=True):
            sums, most = chances.cumsum(0), len(chances) - 1
            rounds = (self._random.random(len(states)) >= sums[:-1]).sum(0)
            drawn.append(np.where(may[going], rounds, NO_REROLL))
            may[going] &= rounds == most
        return grid.side.having(drawn)

    def _goes_on(self, states: list[Ints], first: bool) -> Bools:
        """Which battles are undecided; one in which neither side can hit the other is over. first: nobody breaks off."""
        (mine, theirs), (one, two) = (
            [g.left(s) for g, s in zip(self._grids, states, strict=True)],
            [g.side for g in self._grids],
        )
        stays = None if first else self._plan.stays
        going = goes_on(one, True, mine, stays) & goes_on(two, False, theirs)
        return going & (harms(one, two, mine, theirs) | harms(two, one, theirs, mine))

    def _open(self, opening: Opening, firing: list[Ints], left: list[Ints]) -> None:
        which = int(opening.attacker)  # whom it falls on
        dice = {die: np.full(self._games, n) for die, n in opening.dice.items()}
        left[which] = self._hit(which, left[which], dice, np.zeros(self._games, bool))
        if not opening.fires_back:
            firing[which] = left[which].copy()

    def _round(self, firing: list[Ints], left: list[Ints], first: bool) -> list[Ints]:
        hunts = [some(g.side, "hunts", g.left(s)) for g, s in zip(self._grids, firing, strict=True)]
        strikes = [self._plan.strikes & ~hunts[1], self._plan.strikes & ~hunts[0]]
        if any(x.any() for x in strikes) and any(s.strikes for g in self._grids for s in g.slots):
            left = self._volleys(firing, left, hunts, STRIKE, strikes, first)
            firing = left
        else:
            strikes = [np.zeros(len(firing[0]), bool)] * 2
        found = self._volleys(firing, left, hunts, ALL, [~x for x in strikes], first)
        if any(x.any() for x in strikes):
            rest = self._volleys(firing, left, hunts, REST, strikes, first)
            found = [np.where(strikes[1 - w], rest[w], found[w]) for w in (0, 1)]
        return found

    def _volleys(
        self, firing: list[Ints], left: list[Ints], hunts: list[Bools], who: str, where: list[Bools], first: bool
    ) -> list[Ints]:
        """Both sides (where they do) fire at the same time."""
        found = []
        for target in (0, 1):
            shooter = 1 - target
            grid = self._grids[shooter]
            dice = self._sides[shooter].dice(grid.left(firing[shooter]), who, first)
            dice = {die: n * where[shooter] for die, n in dice.items()}
            found.append(self._hit(target, left[target], dice, hunts[shooter]))
        return found

    def _hit(self, target: int, states: Ints, dice: Dice, hunted: Bools) -> Ints:
        hits: dict[str, Ints] = {}
        for die, number in dice.items():
            over = 1.0
            for kind, chance in die:
                made = self._random.binomial(number, min(1.0, chance / over))
                hits[kind] = hits.get(kind, np.zeros(len(states), np.intp)) + made
                number, over = number - made, over - chance
        found, grid = states, self._grids[target]
        for seen in (False, True):
            at = np.flatnonzero(hunted == seen)
            if len(at):
                on: dict[Bodies, Ints] = {}
                for kind, made in hits.items():
                    bodies = grid.bodies(kind, seen)
                    on[bodies] = on.get(bodies, np.zeros(len(at), np.intp)) + made[at]
                after = grid.lose(states[at], list(on.items()))
                found = found.copy()
                found[at] = after
        return found
