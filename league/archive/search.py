"""The archive: finished games found by who played, on what, how long, and how surprising."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from league.finished import Finished


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for; what is left alone does not matter. people: all of them played; apart: not all on one side. rules:
    documents or rules that were all on. upset: the winner's chance before was at most that. by: what comes first."""

    people: tuple[str, ...] = ()
    apart: bool = False
    winner: str = ""
    format: str = ""
    board: str = ""
    rules: tuple[str, ...] = ()
    how: str = ""
    rated: bool | None = None
    event: str = ""
    shortest: int = 0
    longest: int = 10**6
    since: float = float("-inf")
    until: float = float("inf")
    upset: float | None = None
    by: str = "newest"


UPSET = 1 / 3
"""A win is an upset where the ratings gave it so much at most."""
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")


def day(text: str) -> float:
    """The beginning of a day, a month or a year as Unix seconds, by UTC: of `2026-11-02`, `2026-11`, `2026`. Raises
    ValueError."""
    found = _DATE.fullmatch(text.strip())
    try:
        if found:
            return datetime(int(found[1]), int(found[2] or 1), int(found[3] or 1), tzinfo=UTC).timestamp()
    except (ValueError, OverflowError):
        pass
    raise ValueError(f"“{text[:20]}” is no date: a day such as 2026-11-02, a month such as 2026-11, or a year.")


_ORDER: Mapping[str, Callable[[Finished], Any]] = {
    "newest": lambda game: -game.ended,
    "oldest": lambda game: game.ended,
    "longest": lambda game: -game.rounds,
    "shortest": lambda game: game.rounds,
    "upset": lambda game: 2.0 if game.winners_chance is None else game.winners_chance,
}
ORDERS = tuple(_ORDER)


def search(games: Iterable[Finished], query: Query) -> list[Finished]:
    """The games that are meant, in the order that is wanted. Those whose players said no to the archive are not found. Raises
    ValueError for an order that there is not."""
    if query.by not in _ORDER:
        raise ValueError(f"Games are ordered by {', '.join(ORDERS)}.")
    key = _ORDER[query.by]
    return sorted((game for game in games if _is_meant(game, query)), key=lambda game: (key(game), game.id))


def _is_meant(game: Finished, query: Query) -> bool:
    wanted = ((query.format, game.format), (query.board, game.board), (query.how, game.how))
    if not game.public or any(want and want != has for want, has in wanted):
        return False
    if not (query.shortest <= game.rounds <= query.longest and query.since <= game.ended < query.until):
        return False
    if query.rated is not None and query.rated == bool(game.unrated):
        return False
    if query.event and (game.event is None or game.event[0] != query.event):
        return False
    if query.upset is not None and (game.winners_chance is None or game.winners_chance > query.upset):
        return False
    return _has_rules(game, query.rules) and _has_people(game, query)


def _has_rules(game: Finished, rules: tuple[str, ...]) -> bool:
    return all(any(has == rule or has.startswith(f"{rule}.") for has in game.rules) for rule in rules)


def _has_people(game: Finished, query: Query) -> bool:
    if not query.people and not query.winner:
        return True
    seats = {seat.person for seat in game.seats}
    if not seats.issuperset(query.people) or (query.winner and game.score_of(query.winner) != 1):
        return False
    return not query.apart or len({game.side_of(person) for person in query.people}) > 1
