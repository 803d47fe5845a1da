"""Answers to orders that are on their way: what follows them in a channel waits until they are there."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator

# Nobody waits longer for an answer; a battle card may take a second.
LONGEST = 15.0


class Answering:
    """Which games have an order that is being carried out and answered."""

    def __init__(self) -> None:
        self._under_way: dict[str, set[asyncio.Event]] = {}

    @contextlib.contextmanager
    def of(self, game_id: str) -> Iterator[None]:
        """An order is carried out and answered inside."""
        gone, others = asyncio.Event(), self._under_way.setdefault(game_id, set())
        others.add(gone)
        try:
            yield
        finally:
            gone.set()
            others.discard(gone)
            if not others and self._under_way.get(game_id) is others:
                del self._under_way[game_id]

    async def quiet(self, game_id: str) -> None:
        """Wait until those that are under way now are answered."""
        waiting = [asyncio.ensure_future(gone.wait()) for gone in self._under_way.get(game_id, ())]
        if waiting:
            _, late = await asyncio.wait(waiting, timeout=LONGEST)
            for task in late:
                task.cancel()
