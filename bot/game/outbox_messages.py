"""What is stored to be sent with an order: the game's panel is brought up to date."""

from __future__ import annotations

from collections.abc import Sequence

from bot.game.session import Draft
from bot.store import Game, Message


def announce(row: Game, draft: Draft) -> Sequence[Message]:
    """The panel is refreshed after every order; a key by log number makes it once."""
    return (panel(row, str(draft.game.log[-1].number)),)


def panel(row: Game, key: str) -> Message:
    """A request to bring a game's panel up to date. key: what it is for, so that it is asked for once."""
    return Message(row.place, "panel", {"game": row.id}, f"panel:{row.id}:{row.place}:{key}", f"panel:{row.id}")


def say(row: Game, text: str, key: str, mention: Sequence[int] = ()) -> Message:
    """A message in a game's channel. mention: people who are notified."""
    payload = {"content": text, "mention": [str(user) for user in mention]}
    return Message(row.place, "say", payload, f"say:{row.id}:{key}")


def direct(user_id: int, text: str, key: str) -> Message:
    """A direct message; it waits in a line of its own."""
    return Message(user_id, "direct", {"content": text}, f"direct:{user_id}:{key}")
