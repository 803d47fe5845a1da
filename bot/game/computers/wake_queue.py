"""Games in which something has changed, so that a computer may have something to do; lost with the process, as at the
start every game is looked at."""

from __future__ import annotations

import asyncio


class Wakes:
    """A queue without repetition. pressed: somebody wants the computer to go on now."""

    def __init__(self) -> None:
        self._games: dict[str, bool] = {}
        self._some = asyncio.Event()

    def touch(self, game_id: str, pressed: bool = False) -> None:
        """Something has changed in a game."""
        self._games[game_id] = self._games.get(game_id, False) or pressed
        self._some.set()

    async def next(self) -> tuple[str, bool]:
        """The game that has waited longest, and whether Next was pressed in it."""
        while not self._games:
            self._some.clear()
            await self._some.wait()
        game_id = next(iter(self._games))
        return game_id, self._games.pop(game_id)
