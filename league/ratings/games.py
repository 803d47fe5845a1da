"""What a fit needs of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from league.finished import DRAW, Finished


@dataclass(frozen=True, slots=True)
class RatedGame:
    """One rated game, seen from its first side. at: Unix seconds. first, second: person -> part of the side, adding up to 1.
    score: 1 the first side won, 0 it lost, a half drawn. bid: IPC the first side got, below 0 what the other did."""

    id: str
    at: float
    first: Mapping[str, float]
    second: Mapping[str, float]
    score: float
    ground: str = ""
    bid: float = 0.0


def rated_game(game: Finished) -> RatedGame | None:
    """A finished game as ratings see it; None for one that does not count. Whoever sat on both sides counts on neither; a
    game of which then nobody is left on a side does not count."""
    if game.unrated:
        return None
    one, other = game.sides
    first, second = game.team(one), game.team(other)
    if both := first.keys() & second.keys():
        first, second = _without(first, both), _without(second, both)
    if not (first and second):
        return None
    bid = 0 if game.bid is None else game.bid.amount if game.bid.side == one else -game.bid.amount
    score = 0.5 if game.winner == DRAW else float(game.winner == one)
    return RatedGame(game.id, game.ended, first, second, score, game.ground, bid)


def rated_games(finished: Iterable[Finished]) -> list[RatedGame]:
    """The rated games among finished ones."""
    return [rated for game in finished if (rated := rated_game(game)) is not None]


def _without(team: Mapping[str, float], people: Iterable[str]) -> dict[str, float]:
    left = {person: share for person, share in team.items() if person not in set(people)}
    total = sum(left.values())
    return {person: share / total for person, share in left.items()}
