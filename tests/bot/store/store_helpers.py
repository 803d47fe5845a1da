"""Small makers for the store's tests."""

from __future__ import annotations

from typing import Any

from bot.store import Change, CreateGame, Game, Message, NewEntry, Outgoing, Store

CHANNEL = 700


class Clock:
    """A clock that stands still until it is told to go on."""

    def __init__(self, now: float = 1_700_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def go(self, seconds: float) -> None:
        self.now += seconds


def a_game(game_id: str = "g1", **values: Any) -> Game:
    defaults = {"guild_id": 1, "channel_id": CHANNEL, "name": "A game", "board": "classic", "master": 5}
    return Game(id=game_id, **{**defaults, **values})


async def create(store: Store, game_id: str = "g1", **values: Any) -> None:
    await store.commit(Change(f"new-{game_id}", game_id, steps=(CreateGame(a_game(game_id, **values)),)))


def order(text: str = "buy 1 tank", **values: Any) -> NewEntry:
    return NewEntry(text, [{"event": "MoneyChanged", "by": -5}], power="Germany", player="5", **values)


def message(dedupe: str, channel: int = CHANNEL, slot: str | None = None) -> Message:
    return Message(channel, "log", {"content": f"message {dedupe}"}, dedupe, slot)


async def claimed(store: Store) -> list[Outgoing]:
    """The next messages to send."""
    return (await store.claim(20))[0]
