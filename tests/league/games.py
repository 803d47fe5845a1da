"""Finished games for tests."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from league.finished import Bid, Finished, Seat

AXIS, ALLIES = "Axis", "Allies"
DAY = 86400.0


def finished(number: int, allies: str, axis: str, winner: str, bid: int = 0, **more: Any) -> Finished:
    """A game of two people that ended on day `number`."""
    seats = (Seat("USSR", ALLIES, allies, allies.title()), Seat("Germany", AXIS, axis, axis.title()))
    given: dict[str, Any] = {
        "format": "classic",
        "board": "classic",
        "how": "victory" if winner else "draw",
        "bid": Bid(ALLIES, bid),
        "started": (number - 1) * DAY,
        "ended": number * DAY,
        "rounds": 6,
    }
    return Finished(id=f"g{number:04}", seats=seats, winner=winner, **{**given, **more})


def season(games: int, people: int = 12, seed: int = 1) -> list[Finished]:
    """Games by chance: whoever has the lower number is better, the Axis are ahead by what a bid of 20 makes good."""
    rng, found = random.Random(seed), []
    for number in range(1, games + 1):
        allies, axis = rng.sample(range(people), 2)
        bid = rng.randrange(0, 41, 4)
        ahead = 0.3 * (axis - allies) + 0.06 * (bid - 20)
        winner = ALLIES if rng.random() < 1 / (1 + 2.718281828 ** (-ahead)) else AXIS
        found.append(finished(number, f"p{allies:02}", f"p{axis:02}", winner, bid))
    return found


def unrated(game: Finished, why: str) -> Finished:
    """The same, not rated."""
    return replace(game, unrated=why)
