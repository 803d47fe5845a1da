"""The table of a league: by rating, those first of whom enough is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from league.finished import Finished
from league.ratings import Ratings


@dataclass(frozen=True, slots=True)
class Row:
    """rank: None while too little is known. change: points since an earlier time, None where there was no rating."""

    rank: int | None
    person: str
    name: str
    points: float
    give: float
    won: int
    drawn: int
    lost: int
    last: float
    change: float | None = None

    @property
    def played(self) -> int:
        """Rated games."""
        return self.won + self.drawn + self.lost


def table(
    games: Iterable[Finished], now: Ratings, before: Mapping[str, float] | None = None, enough: int = 3
) -> list[Row]:
    """Everybody with a rating. games: the rated ones that are told of, such as a season's. before: points at an earlier time.
    enough: rated games that it takes to have a rank."""
    tallies, names = dict[str, list[int]](), dict[str, str]()
    for game in sorted(games, key=lambda game: (game.ended, game.id)):
        for seat in game.seats:
            if seat.name:
                names[seat.person] = seat.name
        if not game.unrated:
            for person, score in game.scores.items():
                if (line := tallies.get(person)) is None:
                    line = tallies[person] = [0, 0, 0]
                line[int(2 - 2 * score)] += 1
    earlier = before or {}
    rows, rank = list[Row](), 0
    for person in now.order():
        rating, (won, drawn, lost) = now.people[person], tallies.get(person, (0, 0, 0))
        ranked = won + drawn + lost >= enough
        rank += ranked
        change = rating.points - earlier[person] if person in earlier else None
        name = names.get(person, person)
        place = rank if ranked else None
        rows.append(Row(place, person, name, rating.points, rating.give, won, drawn, lost, rating.last, change))
    return sorted(rows, key=lambda row: row.rank is None)
