"""What the desks of a league work with."""

from __future__ import annotations

from bot.game.league.archive import Archive
from bot.game.lobby.lobby import Lobby
from bot.store import Store


class Desk:
    """A desk of a league: over the lobby, with its store, its games that are over, and its clock."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby

    @property
    def store(self) -> Store:
        """The moderator's store."""
        return self.lobby.store

    @property
    def archive(self) -> Archive:
        """The games that are over, and what is reckoned of them."""
        return self.lobby.archive

    def now(self) -> float:
        """What time it is (Unix seconds)."""
        return self.lobby.moderator.now()
