"""Leaving standing orders, and leave for others to answer."""

from __future__ import annotations

from collections.abc import Sequence

from bot.game.moderator.moderator import Moderator
from bot.game.moderator.situation import powers_of
from bot.game.people.problems import PlayError
from bot.game.standing import given, seals, words
from bot.store import DropPolicy, SetPreference
from bot.store.records import Policy
from bot.store.records import Seat as SeatRow
from rules.model.board import load
from rules.model.names import listing


class StandingDesk:
    """Standing orders of people, kept."""

    def __init__(self, moderator: Moderator) -> None:
        self.moderator, self.store = moderator, moderator.store

    async def keep(self, policies: Sequence[Policy]) -> None:
        """Keep standing orders of one person in one game, and forget those of turns that are over. "ask" everywhere
        takes one back; at a place or for a turn it is an exception. Raises PlayError without the seat."""
        async with self.moderator.locked(policies[0].game_id) as row:
            _must_hold(await self.store.seats(row.id), policies[0].user_id, [p.power for p in policies])
            drop = [p for p in policies if p.data.get("do") == words.ASK and p.kind == p.data.get("question")]
            made = [p for p in policies if p not in drop]
            if row.engine is not None:
                turn = (await self.moderator.table(row.id)).game.state.turn
                drop += [p for p in await self.store.policies(row.id) if given.over(p, turn)]
            sealed = (step for policy in made for step in seals.leave(policy))
            await self.store.apply(*(DropPolicy(row.id, p.power, p.kind) for p in drop), *sealed)

    async def drop(self, game_id: str, user_id: int, power: str, kind: str) -> None:
        """Take one back by its key."""
        async with self.moderator.locked(game_id) as row:
            _must_hold(await self.store.seats(row.id), user_id, [power])
            await self.store.apply(DropPolicy(row.id, power, kind))

    async def let_answer(self, game_id: str, user_id: int, powers: Sequence[str], other: int | None) -> None:
        """Let another player of the same side answer what is asked of some powers (None: nobody any more). Raises
        PlayError."""
        async with self.moderator.locked(game_id) as row:
            seats, board = await self.store.seats(game_id), load(row.board)
            _must_hold(seats, user_id, powers)
            sides = {board.powers[p].side for p in (powers_of(seats, other) if other is not None else ())}
            if other is not None and any(board.powers[p].side not in sides for p in powers):
                raise PlayError("Only somebody who plays a power of the same side may answer for yours.")
            await self.store.apply(*(SetPreference("answerer", game_id, p, other) for p in powers))


def _must_hold(seats: list[SeatRow], user_id: int, powers: Sequence[str]) -> None:
    held = powers_of(seats, user_id)
    if lost := [power for power in powers if power not in held]:
        known = set(lost) <= {seat.power for seat in seats}
        raise PlayError(f"You do not play {listing(lost)}." if known else "You do not play that power.")
