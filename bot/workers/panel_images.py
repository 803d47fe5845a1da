"""The picture of a panel: redrawn only when it would look different, not at every order, and never waited for."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.discord.features.panel.panel import Panel
from bot.game.moderator.outbox_messages import panel as refresh
from bot.game.moderator.threads import ponder
from bot.processes import map_requests as scenes
from bot.processes.picture import Picture
from bot.services import Services
from bot.store import Game
from render.input.scene import Request
from render.map.cache import request_key
from rules.play import lines
from rules.play.game import Game as EngineGame

Drawing = Callable[[], Awaitable[Picture | None]]

# Discord is slow with large pictures that are edited often, and so are phones.
AT_MOST_EVERY = 4.0
KEPT = 256


@dataclass
class _Sheet:
    """What is known of one game's picture: the one that is shown, one that is drawn and waits."""

    shown: str = ""
    at: float = 0.0
    ready: tuple[str, Picture] | None = None
    drawing: asyncio.Task[None] | None = None


def _map_of(game: EngineGame) -> tuple[Request, str]:
    request = scenes.now(game)
    return request, request_key(request)


class Illustrator:
    """Draws beside the sender; what it remembers may be forgotten at no more cost than a picture too many."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._sheets: dict[str, _Sheet] = {}

    async def next(self, row: Game, panel: Panel, anew: bool = False) -> Picture | None:
        """The picture to send with a panel now; None leaves the one that is there.

        One that is not drawn yet is ordered, and the panel is refreshed when it is there.
        """
        if panel.game is None or not panel.drawn or not self.services.settings.pictures:
            return None
        key, draw = await self._subject(panel.game)
        sheet = self._sheet(row.id)
        if anew:
            sheet.shown, sheet.at = "", 0.0
        if key == sheet.shown:
            return None
        if sheet.ready and sheet.ready[0] == key:
            picture, sheet.ready = sheet.ready[1], None
            sheet.shown, sheet.at = key, time.monotonic()
            return picture
        if sheet.drawing is None:
            sheet.drawing = asyncio.create_task(self._draw(row, sheet, key, draw))
        return None

    async def _subject(self, game: EngineGame) -> tuple[str, Drawing]:
        """What the picture is of, and how it is drawn: the battle that is asked about, else the map."""
        if game.state.pending and (battle := lines.at_stake(game.view, game.state.pending[0])):
            last = game.log[-1]
            return f"{battle.id} {last.number}", lambda: self.services.media.card(game, battle.id, last)
        request, key = await ponder(game, _map_of)
        return key, lambda: self.services.media.board(request)

    def _sheet(self, game_id: str) -> _Sheet:
        sheet = self._sheets.pop(game_id, None) or _Sheet()
        self._sheets[game_id] = sheet
        for old in list(self._sheets)[: max(0, len(self._sheets) - KEPT)]:
            if self._sheets[old].drawing is None:
                del self._sheets[old]
        return sheet

    async def _draw(self, row: Game, sheet: _Sheet, key: str, draw: Drawing) -> None:
        """Draw, then have the panel refreshed. If the game moved on meanwhile, the refresh orders another."""
        await asyncio.sleep(max(0.0, sheet.at + AT_MOST_EVERY - time.monotonic()))
        picture = await draw()
        sheet.drawing = None
        if picture is None:
            sheet.shown = key
            return
        sheet.ready = (key, picture)
        await self.services.store.outbox.put(refresh(row, f"picture {time.time():.4f}"), game_id=row.id)

    async def stop(self) -> None:
        """Drop what is being drawn."""
        tasks = [sheet.drawing for sheet in self._sheets.values() if sheet.drawing]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
