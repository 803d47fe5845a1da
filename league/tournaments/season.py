"""A season: a span of time with a table at its end, and a play-off of the best."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from league.finished import Finished
from league.tournaments.record import Entered


@dataclass(frozen=True, slots=True)
class Season:
    """start, end: Unix seconds; a game belongs to the season in which it ends. places: how many go to the play-off. games:
    how many rated ones that takes. champions: who stand first by right, such as last season's first and second."""

    start: float
    end: float
    places: int = 8
    games: int = 3
    champions: tuple[str, ...] = ()

    def of(self, games: Iterable[Finished]) -> list[Finished]:
        """The rated games of the season."""
        return [game for game in games if not game.unrated and self.start <= game.ended < self.end]


def playoff(
    season: Season, games: Iterable[Finished], ratings: Mapping[str, float], willing: Sequence[str]
) -> list[Entered]:
    """Who enters the play-off, the highest seed first: of those who are willing and have played enough the champions by
    right, then by rating. The seeds are places, so that the order stands whatever the ratings."""
    played: dict[str, int] = {}
    for game in season.of(games):
        for person in game.people:
            played[person] = played.get(person, 0) + 1
    return best(season, played, ratings, willing)


def best(
    season: Season, played: Mapping[str, int], ratings: Mapping[str, float], willing: Sequence[str]
) -> list[Entered]:
    """The same by how many rated games everybody has played, as the table of the season says."""
    able = [p for p in dict.fromkeys(willing) if p in season.champions or played.get(p, 0) >= season.games]
    by_right = [p for p in season.champions if p in able]
    others = sorted((p for p in able if p not in by_right), key=lambda p: (-ratings.get(p, float("-inf")), p))
    chosen = [*by_right, *others][: season.places]
    return [Entered(person, float(len(chosen) - place)) for place, person in enumerate(chosen)]
