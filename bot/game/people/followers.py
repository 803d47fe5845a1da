"""Who follows a game that they do not play: its recaps and its result come to them as direct messages.

Kept as preferences of scope "follower": game -> person.
"""

from __future__ import annotations

from bot.game.moderator.outbox_messages import direct
from bot.game.people.problems import PlayError
from bot.store import Enqueue, SetPreference, Step, Store
from bot.store.records import Game

SCOPE = "follower"
MOST = 50


async def followers(store: Store, game_id: str) -> list[int]:
    """Who follows a game."""
    return [int(user) for user in await store.preferences(SCOPE, game_id)]


async def follow(store: Store, row: Game, user: int) -> None:
    """Somebody follows a game from now on. Raises PlayError."""
    if row.status == "over":
        raise PlayError("This game is over: its log is all there is of it.")
    if any(seat.user_id == user for seat in await store.seats(row.id)):
        raise PlayError("You play in this game: `/settings me` says how you are told of it.")
    known = await followers(store, row.id)
    if user not in known and len(known) >= MOST:
        raise PlayError(f"{MOST} people follow this game, which is the limit.")
    await store.apply(SetPreference(SCOPE, row.id, str(user), True))


async def leave(store: Store, game_id: str, user: int) -> None:
    """Somebody follows it no more."""
    await store.apply(SetPreference(SCOPE, game_id, str(user), None))


async def told(store: Store, row: Game, text: str, key: str) -> list[Step]:
    """Steps that tell all who follow a game. key: what it is for, so that it is told once."""
    where = f"**{row.name}** (<#{row.place}>)\n"
    return [Enqueue(direct(user, where + text, f"{row.id}:{key}"), row.id) for user in await followers(store, row.id)]
