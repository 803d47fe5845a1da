"""Pictures for messages, drawn in worker processes. Where one cannot be drawn, the text stands alone."""

from __future__ import annotations

from bot.moderator import Accepted
from bot.present.reply import Picture
from bot.settings import Settings
from bot.store import Game, Store
from rules.game import Game as EngineGame
from rules.odds import Odds


class Pictures:
    """All drawing the bot asks for."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings, self.store = settings, store

    async def of_panel(self, row: Game) -> Picture | None:
        """The theatre that matters now."""
        return None

    async def of_outcome(self, game: EngineGame, outcome: Accepted) -> list[Picture]:
        """The card of a battle that was just fought."""
        return []

    async def of_plan(self, game: EngineGame) -> list[Picture]:
        """The map as a plan would leave it."""
        return []

    async def odds_lines(self, game: EngineGame) -> list[str]:
        """A line of odds for each battle of a position."""
        return []

    async def of_map(self, game: EngineGame, focus: str | None) -> Picture | None:
        """The map: of the whole board, or around a place or power."""
        return None

    async def of_odds(self, odds: Odds, title: str) -> Picture | None:
        """Odds as a chart."""
        return None

    async def of_luck(self, game: EngineGame) -> Picture | None:
        """The luck of everybody so far."""
        return None

    async def of_stats(self, game: EngineGame) -> list[Picture]:
        """Income and army value by round."""
        return []

    async def close(self) -> None:
        """Stop the workers."""
