"""Telling people something, each in the way they chose."""

from __future__ import annotations

from collections.abc import Sequence

from bot.game.moderator.outbox_messages import direct, say
from bot.game.moderator.situation import DIRECT, MENTION
from bot.store import Game as Row
from bot.store import Message, Store


async def notices(
    store: Store, row: Row, text: str, key: str, users: Sequence[int], public: bool = False
) -> list[Message]:
    """Messages that tell people something, each in the way they chose. public: the channel reads it in any case."""
    ways = {user: (await store.preferences("user", user)).get("notify", MENTION) for user in dict.fromkeys(users)}
    called = [user for user, way in ways.items() if way == MENTION]
    found = [say(row, text, key, called)] if called or public else []
    private = f"{text}\n<#{row.place}>"
    return [*found, *(direct(user, private, key, row.place) for user, way in ways.items() if way == DIRECT)]
