"""Openings: what a power bought or attacked in its first turn, how often, at which bids, and how those games went."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from league.finished import DRAW, Finished, Opening

BOUGHT, ATTACKED, ALL_ATTACKED = "bought", "attacked", "attacked together"
_Z = 1.96


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen in so many of `of` games. score: of the power's side, a draw being half; low, high: what that may be as
    well, 19 of 20 times. bid: IPC for that side on average (below 0: for the other)."""

    what: str
    games: int
    of: int
    score: float
    low: float
    high: float
    bid: float


def openings(games: Iterable[Finished], board: str, power: str, by: str = BOUGHT) -> list[Choice]:
    """The choices of a power on a board, the commonest first. by: BOUGHT (all it bought), ATTACKED (each place by itself) or
    ALL_ATTACKED (all places together)."""
    found, total = dict[str, list[tuple[float, float]]](), 0
    for game in games:
        opening = next((one for one in game.openings if one.power == power), None)
        side = next((seat.side for seat in game.seats if seat.power == power), None)
        if game.board != board or opening is None or side is None:
            continue
        total += 1
        score = 0.5 if game.winner == DRAW else float(game.winner == side)
        bid = 0.0 if game.bid is None else game.bid.amount if game.bid.side == side else -game.bid.amount
        for what in _choices(opening, by):
            found.setdefault(what, []).append((score, bid))
    made = [_choice(what, total, played) for what, played in found.items()]
    return sorted(made, key=lambda one: (-one.games, one.what))


def _choices(opening: Opening, by: str) -> list[str]:
    if by == BOUGHT:
        return [", ".join(f"{number} {unit}" for unit, number in sorted(opening.bought.items())) or "nothing"]
    places = sorted(set(opening.attacked))
    return places if by == ATTACKED else [", ".join(places) or "nowhere"]


def _choice(what: str, total: int, played: list[tuple[float, float]]) -> Choice:
    n = len(played)
    score, bid = sum(s for s, _ in played) / n, sum(b for _, b in played) / n
    low, high = wilson(score, n)
    return Choice(what, n, total, score, low, high, bid)


def wilson(rate: float, n: int) -> tuple[float, float]:
    """What a rate of so many games may be as well, 19 of 20 times."""
    middle, width = rate + _Z * _Z / 2 / n, _Z * math.sqrt(rate * (1 - rate) / n + _Z * _Z / 4 / n / n)
    whole = 1 + _Z * _Z / n
    return max(0.0, (middle - width) / whole), min(1.0, (middle + width) / whole)
