"""Who played which games, as arrays: what the fit, the fading and the counts are reckoned on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from league.ratings.games import RatedGame
from league.ratings.ratings import Array

Places = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Held:
    """An entry for each person in each game, by games in order of time, within one by people in the order of the alphabet.

    people: all, in that order. ends: when each game ended. game, person: which of them an entry is of. part: of the side that
    the person held, below 0 of the second.
    """

    people: list[str]
    ends: Array
    game: Places
    person: Places
    part: Array

    @property
    def played(self) -> Places:
        """How many entries each person has."""
        return np.bincount(self.person, minlength=len(self.people)).astype(np.int64, copy=False)

    def last(self) -> Array:
        """When the last game of each person ended."""
        found = np.zeros(len(self.people))
        np.maximum.at(found, self.person, self.ends[self.game])
        return found


def held(games: Sequence[RatedGame]) -> Held:
    """The entries of games that are in order of time."""
    people = sorted({person for game in games for team in (game.first, game.second) for person in team})
    index = {person: number for number, person in enumerate(people)}
    rows, who, parts = list[int](), list[int](), list[float]()
    for row, game in enumerate(games):
        for team, sign in ((game.first, 1.0), (game.second, -1.0)):
            for person, part in team.items():
                rows.append(row)
                who.append(index[person])
                parts.append(sign * part)
    game_of, person_of, part_of = np.array(rows, np.int64), np.array(who, np.int64), np.array(parts, float)
    order = np.lexsort((part_of, person_of, game_of))
    ends = np.array([game.at for game in games], float)
    return Held(people, ends, game_of[order], person_of[order], part_of[order])
