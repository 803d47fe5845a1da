"""How much an older game still says: skills move, and those of whom more is known since are told more by their newer games.

For one person alone this is Kalman's filter of a skill that wanders: what is known of it (a precision) shrinks while time
goes by and grows with each game; what an old game says has shrunk as often as what was known with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from league.ratings.games import RatedGame
from league.ratings.ratings import POINT, YEAR, Array, Prior

A_GAME: Final = 0.2
"""What a game tells of a skill, about: p (1 - p), between 0.16 (4 to 1) and 0.25 (even)."""


def weights(games: Sequence[RatedGame], at: float, prior: Prior) -> Array:
    """What each game counts at a time, from 1 down; games in order of time. What time has blurred of all who played, each by
    their part, adds up."""
    blurred, ends = [0.0] * len(games), [game.at for game in games]
    wander = (prior.drift * POINT) ** 2 / YEAR
    played: dict[str, list[tuple[int, float]]] = {}
    for row, game in enumerate(games):
        for team in (game.first, game.second):
            for person, share in team.items():
                played.setdefault(person, []).append((row, share))
    for person in sorted(played) if wander else ():
        mine = played[person]
        for (row, share), left in zip(mine, _left(ends, mine, at, wander, prior)):
            blurred[row] += share * (1 / left - 1)
    return 1 / (1 + np.array(blurred))


def _left(
    ends: Sequence[float], mine: Sequence[tuple[int, float]], at: float, wander: float, prior: Prior
) -> list[float]:
    """What is left of each game for one of those who played it. ends: when each game ended."""
    least = 1 / (prior.skill * POINT) ** 2
    known, kept = least, list[float]()
    until = [*(ends[row] for row, _ in mine[1:]), at]
    for (row, share), then in zip(mine, until):
        known += A_GAME * share * share
        kept.append(1 / (1 + known * wander * (then - ends[row])))
        known = max(known * kept[-1], least)
    left, found = 1.0, list[float]()
    for part in reversed(kept):
        left *= part
        found.append(max(left, 1e-9))
    return found[::-1]
