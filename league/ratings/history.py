"""Ratings as they were at several times: each from the games that had ended by then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from league.ratings.fit import fit
from league.ratings.games import RatedGame
from league.ratings.held import Held, held
from league.ratings.ratings import Prior, Ratings


def history(games: Iterable[RatedGame] | Held, times: Sequence[float], prior: Prior | None = None) -> Iterator[Ratings]:
    """The ratings at some times (Unix seconds), one after the other; each takes as long as a fit."""
    known = games if isinstance(games, Held) else held(games)
    for at in times:
        yield fit(known, at, prior)
