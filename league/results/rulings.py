"""What an arbiter says of a game that is over. The record stays as it was made; it is read with what was said of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from league.finished import Finished


@dataclass(frozen=True, slots=True)
class Ruling:
    """by, why, at: who says it, the reason everybody reads, Unix seconds. winner, how, unrated: what holds from then on, as
    in a finished game."""

    by: str
    why: str
    at: float
    winner: str
    how: str
    unrated: str


def ruled(games: Iterable[Finished], rulings: Mapping[str, Sequence[Ruling]]) -> list[Finished]:
    """Games as they count: the last ruling on each holds."""
    return [_ruled(game, rulings.get(game.id, ())) for game in games]


def _ruled(game: Finished, said: Sequence[Ruling]) -> Finished:
    if not said:
        return game
    return replace(game, winner=said[-1].winner, how=said[-1].how, unrated=said[-1].unrated)
