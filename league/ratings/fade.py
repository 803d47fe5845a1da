"""How much an older game still says: skills move, and those of whom more is known since are told more by their newer games.

For one person alone this is Kalman's filter of a skill that wanders: what is known of it (a precision) shrinks while time
goes by and grows with each game; what an old game says has shrunk as often as what was known with it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from league.ratings.held import Held, Places
from league.ratings.ratings import POINT, YEAR, Array, Prior

A_GAME: Final = 0.2
"""What a game tells of a skill, about: p (1 - p), between 0.16 (4 to 1) and 0.25 (even)."""


def weights(held: Held, at: float, prior: Prior) -> Array:
    """What each game counts at a time, from 1 down. What time has blurred of all who played, each by their part, adds up."""
    count = len(held.ends)
    wander = (prior.drift * POINT) ** 2 / YEAR
    if not wander or not count:
        return np.ones(count)
    order = np.lexsort((held.game, held.person))  # the games of each person one after the other
    part, ends, played = np.abs(held.part[order]), held.ends[held.game[order]], held.played
    until = np.append(ends[1:], at)
    until[np.cumsum(played) - 1] = at
    left = _left(part, (until - ends) * wander, played, 1 / (prior.skill * POINT) ** 2)
    blurred = np.bincount(held.game[order], part * (1 / left - 1), count)
    return 1 / (1 + blurred)


def _left(part: Array, wandered: Array, played: Places, least: float) -> Array:
    """What is left of each game for each of those who played it: the first games of all at once, then their second ones, to
    the last; and back. wandered: the variance that their skill gains until their next game."""
    most_first = np.argsort(-played, kind="stable")
    begin = (np.cumsum(played) - played)[most_first]
    who_has = len(played) - np.searchsorted(np.sort(played), np.arange(played.max()), side="right")
    known, kept = np.full(len(played), least), np.empty(len(part))
    for number, people in enumerate(who_has):  # so many have played that often
        at = begin[:people] + number
        known[:people] += A_GAME * part[at] ** 2
        kept[at] = 1 / (1 + known[:people] * wandered[at])
        known[:people] = np.maximum(known[:people] * kept[at], least)
    left, found = np.ones(len(played)), np.empty(len(part))
    for number, people in reversed(list(enumerate(who_has))):
        at = begin[:people] + number
        left[:people] *= kept[at]
        found[at] = np.maximum(left[:people], 1e-9)
    return found
