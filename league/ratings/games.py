"""What a fit needs of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from league.finished import Finished


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


def rated_games(finished: Iterable[Finished]) -> list[RatedGame]:
    """The rated games among finished ones. Whoever sat on both sides counts on neither; a game of which then nobody is
    left on a side does not count."""
    found = []
    for game in finished:
        if game.unrated:
            continue
        one, other = game.sides
        first, second = game.team(one), game.team(other)
        if both := first.keys() & second.keys():
            first, second = _without(first, both), _without(second, both)
        if first and second:
            bid = 0 if game.bid is None else game.bid.amount if game.bid.side == one else -game.bid.amount
            found.append(RatedGame(game.id, game.ended, first, second, game.score, game.ground, bid))
    return found


def _without(team: Mapping[str, float], people: Iterable[str]) -> dict[str, float]:
    left = {person: share for person, share in team.items() if person not in set(people)}
    total = sum(left.values())
    return {person: share / total for person, share in left.items()}
