"""How the shots of a volley become dice, under the dice mode that a game is played with.

What a volley may hit is asked here alone: ordinary dice, low luck, where the numbers of all dice of a class are added up,
each six of them a sure hit and one die for the rest, or medium luck, where full sets of dice hit surely. Another mode is one
more `Mode` here. One whose dice depend on what has been rolled before is none: its battles are worked out as if with
ordinary dice.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rules.core.dice_modes import LOW_LUCK, MEDIUM_LUCK, full_set
from rules.core.view import View
from rules.model.salvo import Shot
from rules.odds.solve.model import Dice, Die, Ints, die

FACES = 6
Volley = Iterable[tuple[Shot, Ints]]
"""Shots, with how many there are of each in many states at once."""


@dataclass(frozen=True)
class Mode:
    """dice: what a volley may hit. thrown: how many dice of one of its shots are thrown each by itself, in many states
    (behind: units of the same name that would come behind it). single: whether dice are thrown each by themselves."""

    dice: Callable[[Volley], Dice]
    thrown: Callable[[Sequence[tuple[Shot, Ints]], Shot, int], Ints]
    single: bool = True


def ordinary(shots: Volley) -> Dice:
    """Each die by itself; the best of several is one."""
    found: Dice = {}
    for shot, count in shots:
        add(found, die_of(shot), count * shot.counted)
    return found


def low_luck(shots: Volley) -> Dice:
    """Numbers of a class added up; shots with several numbers, aimed ones and the best of several as they are."""
    power: dict[str, Ints] = {}
    alone = []
    for shot, count in shots:
        if _alone(shot):
            alone.append((shot, count))
        else:
            power[shot.hit_class] = power.get(shot.hit_class, 0) + count * (shot.need * shot.dice)
    found = ordinary(alone)
    for kind, total in power.items():
        add(found, die(1.0, kind), total // FACES)
        for rest in range(1, FACES):
            add(found, die(rest / FACES, kind), (total % FACES == rest).astype(np.intp))
    return found


def medium_luck(shots: Volley) -> Dice:
    """Full sets of dice of one number and class hit surely; the rest as they are."""
    groups: dict[tuple[str, int], Ints] = {}
    alone = []
    for shot, count in shots:
        if _alone(shot):
            alone.append((shot, count))
        else:
            key = (shot.hit_class, shot.need)
            groups[key] = groups.get(key, 0) + count * shot.dice
    found = ordinary(alone)
    for (kind, need), total in groups.items():
        size, hits = full_set(need)
        add(found, die(1.0, kind), total // size * hits)
        add(found, die(need / FACES, kind), total % size)
    return found


def _all_thrown(volley: Sequence[tuple[Shot, Ints]], shot: Shot, behind: int) -> Ints:
    return _own(volley, shot) * shot.counted


def _none_thrown(volley: Sequence[tuple[Shot, Ints]], shot: Shot, behind: int) -> Ints:
    return _all_thrown(volley, shot, behind) * _alone(shot)


def _rest_thrown(volley: Sequence[tuple[Shot, Ints]], shot: Shot, behind: int) -> Ints:
    """What full sets leave over are the first dice by unit name and age; of like units the youngest are left longest."""
    if _alone(shot):
        return _all_thrown(volley, shot, behind)
    group = [(s, n) for s, n in volley if (s.hit_class, s.need) == (shot.hit_class, shot.need) and not _alone(s)]
    mine = _own(volley, shot)
    like = sum((n for s, n in group if s.label == shot.label and s.unit != shot.unit), np.zeros_like(mine))
    before = sum((n * s.dice for s, n in group if s.label < shot.label), np.maximum(like - behind, 0) * shot.dice)
    rest = sum(n * s.dice for s, n in group) % full_set(shot.need)[0]
    found: Ints = np.clip(rest - before, 0, mine * shot.dice)
    return found


def _own(volley: Sequence[tuple[Shot, Ints]], shot: Shot) -> Ints:
    return next(n for s, n in volley if s is shot)


ORDINARY = Mode(ordinary, _all_thrown)
MODES: Mapping[str, Mode] = {
    LOW_LUCK: Mode(low_luck, _none_thrown, single=False),
    MEDIUM_LUCK: Mode(medium_luck, _rest_thrown, single=False),
}
"""Modes by the option that switches them on."""


def mode_of(view: View) -> Mode:
    """The mode of a game."""
    return next((mode for option, mode in MODES.items() if view.table.options.get(option)), ORDINARY)


def _alone(shot: Shot) -> bool:
    """Whether a shot is rolled as it is in every mode."""
    return bool(shot.best or shot.better or shot.target)


@functools.lru_cache(maxsize=1024)
def die_of(shot: Shot) -> Die:
    """One of the dice of a shot that count: chances of a hit of each class."""
    return tuple((kind, chance) for kind, chance in shot.chances if chance > 0)


def add(dice: Dice, kind: Die, count: Ints) -> None:
    """So many dice more of a kind, in many states."""
    dice[kind] = dice[kind] + count if kind in dice else count
