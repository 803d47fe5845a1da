"""Units that may roll a missed die again, once in a battle, and what a round of theirs is.

A unit that still may has one of several rounds: all its dice hit, and it still may later; or so many hit before it has
missed, and one of the others falls again. Such a round is told by its number: of D dice at most, D means all, less means so
many; NO_REROLL that the unit does not roll again any more, and its dice are as any others.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.salvo import Shot
from rules.model.state import Battle, Unit
from rules.odds.read.modes import FACES, Mode, add, die_of
from rules.odds.solve.model import NO_REROLL, Dice, Floats, Ints, die

MOST = 8  # units of a side that are looked at
Volley = Sequence[tuple[Shot, Ints]]


@dataclass(frozen=True)
class Reroller:
    """A unit that may roll again: its number, its slots (whole, damaged), the dice it has at most, units of its name that
    are younger."""

    unit: int
    slots: tuple[int, ...]
    dice: int
    behind: int

    def thrown(self, mode: Mode, volley: Volley) -> list[tuple[Shot, Ints]]:
        """Its shots, whole or damaged, and how many of its dice are thrown by themselves in many states."""
        mine = [shot for shot, _ in volley if shot.unit == self.unit and not shot.better]
        return [(shot, np.minimum(mode.thrown(volley, shot, self.behind), self.dice)) for shot in mine]

    def rounds(self, mode: Mode, volley: Volley, left: Ints) -> Floats:
        """found[round, state]: how likely each round is. Who is gone will not roll again."""
        found = np.zeros((self.dice + 1, left.shape[1]))
        here = left[list(self.slots)].any(0)
        thrown, chance = np.zeros(left.shape[1], np.intp), np.zeros(left.shape[1])
        for shot, some in self.thrown(mode, volley):
            thrown = thrown + some
            chance = np.where(some > 0, sum(p for _, p in shot.chances), chance)
        for hits in range(self.dice):
            ways = np.array([math.comb(n, hits) for n in range(self.dice + 1)])[thrown]
            misses = np.maximum(thrown - hits, 0)
            found[hits] = np.where(here & (thrown > hits), ways * chance**hits * (1 - chance) ** misses, 0)
        found[self.dice] = np.where(here, chance**thrown, 0)
        found[0] += ~here
        return found

    def change(self, dice: Dice, mode: Mode, volley: Volley, rounds: Ints | int) -> None:
        """Make of the dice of all what they are when the unit has these rounds."""
        still = np.asarray(rounds) != NO_REROLL
        if not still.any():
            return
        for shot, some in self.thrown(mode, volley):
            thrown = some * still
            add(dice, die_of(shot), -thrown)
            add(dice, die(1.0, shot.hit_class), np.maximum(np.minimum(rounds, thrown), 0))
            add(dice, die(shot.need / FACES, shot.hit_class), (still & (rounds < thrown)).astype(np.intp))


def may_roll_again(view: View, battle: Battle, unit: Unit) -> str:
    """The mark by which a unit may roll a missed die again, if it has not done so in this battle; "" if it may not."""
    marks = {mark: fact for rule in view.table.parts(Rule) for mark, fact in rule.again.items()}
    mine = (mark for mark, fact in marks.items() if mark in unit.marks and unit.id not in battle.fact(fact, ()))
    return next(mine, "")


def younger(unit: Unit, side: Iterable[Unit]) -> int:
    """Units of the same name that have a higher number."""
    return sum(u.type == unit.type and u.id > unit.id for u in side)
