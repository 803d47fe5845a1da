"""What is stored to be sent when an order changes whose move it is: the panel of the game, anew or edited."""

from __future__ import annotations

from collections.abc import Sequence

from bot.moderator.table import Draft, Table
from bot.store import Game, Message


def announce(row: Game, table: Table, draft: Draft) -> Sequence[Message]:
    """The panel is refreshed after every order; a key by log number makes it once."""
    number = draft.game.log[-1].number
    return (panel(row, number),)


def panel(row: Game, number: int) -> Message:
    """A request to bring a game's panel up to date."""
    return Message(row.place, "panel", {"game": row.id}, f"panel:{row.id}:{number}", f"panel:{row.id}")
