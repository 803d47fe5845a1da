"""How the shots of a volley become dice, under the dice mode that a game is played with.

What a volley may hit is asked here alone: ordinary dice, or low luck, where the numbers of all dice of a class are
added up, each six of them a sure hit and one die for the rest. Another mode is one more function here. A mode whose dice
depend on what has been rolled before has no such function: its battles are worked out as if with ordinary dice.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping

import numpy as np

from rules.core.dice_modes import LOW_LUCK, MEDIUM_LUCK, full_set
from rules.core.view import View
from rules.model.salvo import Shot
from rules.odds.model import Dice, Die, Ints, die

FACES = 6
Volley = Iterable[tuple[Shot, Ints]]
"""Shots, with how many there are of each in many states at once."""
Mode = Callable[[Volley], Dice]


def ordinary(shots: Volley) -> Dice:
    """Each die by itself; the best of several is one."""
    found: Dice = {}
    for shot, count in shots:
        _add(found, _die(shot), count * shot.counted)
    return found


def low_luck(shots: Volley) -> Dice:
    """Numbers of a class added up; shots with several numbers, aimed ones and the best of several as they are."""
    power: dict[str, Ints] = {}
    alone = []
    for shot, count in shots:
        if shot.best or shot.better or shot.target:
            alone.append((shot, count))
        else:
            power[shot.hit_class] = power.get(shot.hit_class, 0) + count * (shot.need * shot.dice)
    found = ordinary(alone)
    for kind, total in power.items():
        _add(found, die(1.0, kind), total // FACES)
        for rest in range(1, FACES):
            _add(found, die(rest / FACES, kind), (total % FACES == rest).astype(np.intp))
    return found


def medium_luck(shots: Volley) -> Dice:
    """Full sets of dice of one number and class hit surely; the rest as they are."""
    groups: dict[tuple[str, int], Ints] = {}
    alone = []
    for shot, count in shots:
        if shot.best or shot.better or shot.target:
            alone.append((shot, count))
        else:
            key = (shot.hit_class, shot.need)
            groups[key] = groups.get(key, 0) + count * shot.dice
    found = ordinary(alone)
    for (kind, need), total in groups.items():
        size, hits = full_set(need)
        _add(found, die(1.0, kind), total // size * hits)
        _add(found, die(need / FACES, kind), total % size)
    return found


MODES: Mapping[str, Mode] = {LOW_LUCK: low_luck, MEDIUM_LUCK: medium_luck}
"""Modes by the option that switches them on."""


def mode_of(view: View) -> Mode:
    """The mode of a game."""
    return next((mode for option, mode in MODES.items() if view.table.options.get(option)), ordinary)


@functools.lru_cache(maxsize=1024)
def _die(shot: Shot) -> Die:
    """One of the dice of a shot that count: chances of a hit of each class."""
    return tuple((kind, chance) for kind, chance in shot.chances if chance > 0)


def _add(dice: Dice, kind: Die, count: Ints) -> None:
    dice[kind] = dice[kind] + count if kind in dice else count
