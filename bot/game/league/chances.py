"""What the ratings say of a game as it starts; it stands in its record for good."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.game.league.archive import Archive
from bot.game.league.courses import Kept
from bot.game.league.record import bid_of, changed_options, held
from bot.store.records import Game, Seat
from league.finished import Finished
from rules.play.game import Game as Position


async def with_chance(archive: Archive, kept: Kept, row: Game, seats: Sequence[Seat], start: Position) -> Kept:
    """A game that starts, with the chance of its first side; without one where it does not count, or nobody knows."""
    if not kept.course.verdict().counts:
        return kept
    ratings = await archive.ratings(kept.league, kept.format)
    if not ratings.people:
        return kept
    powers, bid = held(row, seats, kept, start), bid_of(row)
    about = (powers, "", "draw", 0.0, 0.0, tuple(row.rules), changed_options(row), bid)
    game = Finished(row.id, kept.format, row.board, *about)  # as its record will be, but for how it ends
    first, second = game.sides
    amount = bid.amount * (1 if bid.side == first else -1) if bid else 0
    chance = ratings.chance(game.team(first), game.team(second), game.ground, amount)
    return replace(kept, chance=round(chance.p, 4))
