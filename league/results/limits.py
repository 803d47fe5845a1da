"""Limits on what counts in a season."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from league.finished import Finished


def beyond(games: Iterable[Finished], pair: int) -> frozenset[str]:
    """The rated games that do not count because the same people have met `pair` times by then (0: all count). Those that
    ended first count."""
    met, over = Counter[tuple[str, ...]](), set[str]()
    for game in sorted(games, key=lambda game: (game.ended, game.id)):
        if game.unrated or not pair:
            continue
        met[game.people] += 1
        if met[game.people] > pair:
            over.add(game.id)
    return frozenset(over)
