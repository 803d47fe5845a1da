"""Computer players think in a process of their own, and not for ever."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import structlog

from bot.processes import computer_jobs as jobs
from bot.processes.apart import Apart, TooBusy
from rules.play.game import Game
from seats import LEVELS, Thought

log = structlog.get_logger()
LIMIT = 20.0  # seconds for one thought
WAITING = 200


class ThinkingDesk:
    """Thoughts of computer players, one after the other."""

    def __init__(self, limit: float = LIMIT) -> None:
        self.apart = Apart(limit, WAITING)

    def close(self) -> None:
        """End the process."""
        self.apart.close()

    async def think(self, game: Game, level: str, seed: int, memory: Mapping[str, Any]) -> Thought | None:
        """What a player of a level does next; where that takes too long what the next weaker one would do; None if
        there is nothing to be had now."""
        weaker = [name for name in reversed(LEVELS) if list(LEVELS).index(name) <= list(LEVELS).index(level)]
        for name in weaker:
            try:
                return await self.apart.run(jobs.think, game.head(), game.snapshot(), game.log[-1], name, seed, memory)
            except (TimeoutError, BrokenProcessPool, TooBusy) as error:
                log.warning("a computer player thought too long", level=name, why=repr(error))
            except Exception as error:  # a player that breaks is our fault; the game must go on
                log.error("a computer player failed", level=name, why=repr(error))
        return None

    async def reply(self, game: Game) -> str | None:
        """A computer's answer to the first open question; None where there is none to be had in time."""
        try:
            return await self.apart.run(jobs.reply, game.head(), game.snapshot(), game.log[-1])
        except Exception as error:
            log.warning("a computer player gave no answer", why=repr(error))
            return None
