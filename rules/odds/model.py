"""A battle as the odds see it: two sides made of slots, volleys, hits that fall in the order of loss.

A *slot* is a number of units that are alike and equally damaged; a side's state is how many are left in each.
Slots stand in order of loss, so the losses of a volley are known from the state and the hits alone. What a
state fires is asked of the side: the adapter to the engine (from_state.py) reads the engine's own numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

State = tuple[int, ...]
Shots = Mapping[tuple[float, str], int]  # (chance of a hit, class of the hit) -> dice

STRIKE, REST, ALL = "strike", "rest", "all"  # those who fire first; everybody else; everybody together
FIRST = "first"  # everybody in the first round, where its numbers are others (Plan.first)


@dataclass(frozen=True, slots=True)
class Slot:
    """Units that are alike, in one state of damage.

    count: how many at the start. after: index of the slot a unit goes to when hit (-1: it is lost).
    hit_by: classes of hits it can take; hit_by_hunted: the same while
    the enemy has a destroyer. cost: IPC lost with it, cargo included. hunts: takes enemy submarines their
    abilities. strikes: fires before the others unless hunted. stands: keeps its side in the battle.
    fights: False for those that fall when left alone. shoots: False for the defenseless. takes: can take a
    territory.
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


class Side(Protocol):
    """One side: its slots in order of loss, and what it fires."""

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The slots, first to be lost first."""
        ...

    def shots(self, state: State, step: str) -> Shots:
        """What the units of a state fire in a step: STRIKE, REST, ALL or FIRST."""
        ...


@dataclass(frozen=True, slots=True)
class Opening:
    """Fire once before the first round. attacker: whether the attacker fires it (bombardment) or the
    defender (antiaircraft guns). fires_back: whether what is hit still fires in the first round."""

    attacker: bool
    shots: Shots
    fires_back: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """How a battle goes. rounds: the attacker retreats after so many (None: to the end).
    strikes: whether a round has a first strike. end_after_strike: whether a side with nothing left to
    fight for is beaten before the general fire. first: whether the first round's general fire is a step of
    its own (only without first strikes)."""

    openings: tuple[Opening, ...] = ()
    rounds: int | None = None
    strikes: bool = True
    end_after_strike: bool = False
    first: bool = False


class TooBig(Exception):
    """The exact calculation would take too long."""
