"""Who played which games, as arrays: what the fit, the fading and the counts are reckoned on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from league.ratings.games import RatedGame
from league.ratings.ratings import BID_UNIT, Array

Places = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Held:
    """An entry for each person in each game, by games in order of time, within one by people in the order of the alphabet.

    people, grounds: all, in that order. ends, score, bid, ground: of each game when it ended, what the first side made of it,
    its bid in units of the fit, its ground. game, person: which of them an entry is of. part: of the side that the person
    held, below 0 of the second.
    """

    people: list[str]
    grounds: list[str]
    ends: Array
    score: Array
    bid: Array
    ground: Places
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

    def until(self, at: float) -> Held:
        """Only the games that had ended by a time, with those who had played by then: as if nothing else was known."""
        games = int(np.searchsorted(self.ends, at, side="right"))
        if games == len(self.ends):
            return self
        entries = int(np.searchsorted(self.game, games))
        people, person = np.unique(self.person[:entries], return_inverse=True)
        grounds, ground = np.unique(self.ground[:games], return_inverse=True)
        return Held(
            [self.people[number] for number in people],
            [self.grounds[number] for number in grounds],
            self.ends[:games],
            self.score[:games],
            self.bid[:games],
            ground,
            self.game[:entries],
            person,
            self.part[:entries],
        )

    def followed_by(self, games: Iterable[RatedGame]) -> Held:
        """These games and some that ended after them (of those that ended at once: with ids behind theirs), as `held` of all
        would have them. Raises ValueError if two of those that follow have one id."""
        then = held(games)
        people, mine, theirs = _merged(self.people, then.people)
        grounds, here, there = _merged(self.grounds, then.grounds)
        return Held(
            people,
            grounds,
            np.concatenate([self.ends, then.ends]),
            np.concatenate([self.score, then.score]),
            np.concatenate([self.bid, then.bid]),
            np.concatenate([here[self.ground], there[then.ground]]),
            np.concatenate([self.game, then.game + len(self.ends)]),
            np.concatenate([mine[self.person], theirs[then.person]]),
            np.concatenate([self.part, then.part]),
        )


def _merged(some: Sequence[str], others: Sequence[str]) -> tuple[list[str], Places, Places]:
    """All in the order of the alphabet, and where each of both stands among them."""
    every = sorted({*some, *others})
    where = {name: number for number, name in enumerate(every)}
    mine, theirs = (np.array([where[name] for name in names], np.int64) for names in (some, others))
    return every, mine, theirs


def held(games: Iterable[RatedGame]) -> Held:
    """The entries of games, in whatever order they are given. Raises ValueError if two have one id."""
    known = sorted(games, key=lambda game: (game.at, game.id))
    if len({game.id for game in known}) < len(known):
        raise ValueError("Two games have the same id.")
    teams = [team for game in known for team in (game.first, game.second)]
    names = [person for team in teams for person in team]
    people, grounds = sorted(set(names)), sorted({game.ground for game in known})
    index = {person: number for number, person in enumerate(people)}
    where = {ground: number for number, ground in enumerate(grounds)}
    team_of = np.repeat(np.arange(len(teams)), [len(team) for team in teams])
    person_of = np.array([index[name] for name in names], np.int64)
    part_of = np.array([part for team in teams for part in team.values()], float) * (1.0 - 2.0 * (team_of % 2))
    order = np.lexsort((part_of, person_of, team_of // 2))
    return Held(
        people,
        grounds,
        np.array([game.at for game in known], float),
        np.array([game.score for game in known], float),
        np.array([game.bid for game in known], float) / BID_UNIT,
        np.array([where[game.ground] for game in known], np.int64),
        team_of[order] // 2,
        person_of[order],
        part_of[order],
    )
