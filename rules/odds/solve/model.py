"""A battle as the odds see it: two sides made of slots, dice, hits that fall in the order of loss.

A *slot* is a number of units that are alike and equally damaged; a state of a side is how many are left in each, and
many states are worked on at once: an array [slot, state]. Slots stand in order of loss, so the losses of a volley are
known from the state and the hits alone. What states roll is asked of the side: that of a game answers with the engine's
own numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.intp]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

Die = tuple[tuple[str, float], ...]  # what one die may do: (class of the hit, chance), one of them or none
Dice = dict[Die, Ints]  # how many dice of a kind each state rolls

ALL, STRIKE, REST = "all", "strike", "rest"  # everybody; those who fire first; everybody else
NO_REROLL = -1  # the round of a unit that does not roll again any more


@dataclass(frozen=True, slots=True)
class Slot:
    """Units that are alike, in one state of damage.

    count: how many at the start. after: index of the slot a unit goes to when hit (-1: it is lost).
    hit_by: classes of hits it can take; hit_by_hunted: the same while the enemy has a destroyer. cost: IPC lost with
    it, cargo included. hunts: takes enemy submarines their abilities. strikes: fires before the others unless hunted.
    stands: keeps its side in the battle. fights: False for those that fall when left alone. shoots: False for the
    defenseless. takes: can take a territory. flies: an aircraft. leaves: index of the slot, of those who are out of the
    battle and safe, to which its units go when they leave it (-1: they stay).
    """

    name: str
    count: int
    cost: int = 0
    after: int = -1
    hit_by: frozenset[str] = frozenset({"any"})
    hit_by_hunted: frozenset[str] = frozenset({"any"})
    hunts: bool = False
    strikes: bool = False
    stands: bool = True
    fights: bool = True
    shoots: bool = True
    takes: bool = True
    flies: bool = False
    leaves: int = -1


Bound = Callable[[Sequence[int]], bool]  # whether hits on slots, first first, break a rule on the order of losses


class Side(Protocol):
    """One side: its slots in order of loss, and what it rolls."""

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The slots, first to be lost first."""
        ...

    @property
    def bound(self) -> Bound | None:
        """What hits may not be taken in this order (None: there is no such rule)."""
        ...

    def dice(self, left: Ints, who: str = ALL, first: bool = False) -> Dice:
        """What states (left[slot, state]: units) roll: all of a side, those who strike first, or the rest. first: in
        the first round, where its numbers may be others (Plan.first)."""
        ...


@runtime_checkable
class RerollingSide(Side, Protocol):
    """A side some units of which may roll a missed die again, once in a battle. Until then a round of such a unit is told
    by its number: of D dice at most, D means that all hit, less means that so many hit before one missed and fell again;
    NO_REROLL that its dice are as any others."""

    @property
    def reroll_dice(self) -> tuple[int, ...]:
        """For each of those units, the dice it has at most."""
        ...

    @property
    def single(self) -> bool:
        """Whether each die falls by itself (no dice mode)."""
        ...

    def rounds(self, left: Ints, first: bool = False) -> list[Floats]:
        """For each of those units how likely its rounds are: [round, state]."""
        ...

    def having(self, rounds: Sequence[Ints | int]) -> Side:
        """The same side when those units have these rounds (one for all states, or one for each)."""
        ...


def reroll_dice(side: Side) -> tuple[int, ...]:
    """For each unit of a side that may roll again, the dice it has at most."""
    return side.reroll_dice if isinstance(side, RerollingSide) else ()


@dataclass(frozen=True, slots=True)
class Opening:
    """Fire once before the first round. attacker: whether the attacker fires it (bombardment) or the defender
    (antiaircraft guns). dice: how many of each kind. fires_back: whether what is hit still fires in the first round."""

    attacker: bool
    dice: Mapping[Die, int]
    fires_back: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """How a battle goes.

    rounds: the attacker retreats after so many (None: to the end). strikes: whether a round has a first strike. first:
    whether the first round, which is fought in any case, has numbers of its own. stays: which states of the attacker
    go on ([slot, state] -> whether); where they do not he retreats. late: slots that leave do so after a round
    (otherwise before one). hunted: they stay while somebody hunts them. slips: the attacker's leave before the first round
    in any case.
    """

    openings: tuple[Opening, ...] = ()
    rounds: int | None = None
    strikes: bool = True
    first: bool = False
    stays: Callable[[Ints], Bools] | None = None
    late: bool = False
    slips: bool = False
    hunted: bool = True


def die(chance: float, kind: str = "any") -> Die:
    """A die that makes a hit of one class."""
    return ((kind, chance),)


def some(side: Side, trait: str, left: Ints, standing: bool = False) -> Bools:
    """Which states have a unit of a slot that says so; with `standing`, one that keeps its side in the battle."""
    rows = [i for i, s in enumerate(side.slots) if getattr(s, trait) and (s.stands or not standing)]
    found: Bools = np.logical_or.reduce(left if len(rows) == len(left) else left[rows], axis=0)
    return found
