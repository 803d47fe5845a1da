"""The rules look-up for a channel: the entries of its game, or of everything."""

from __future__ import annotations

import asyncio
import functools
import json

from bot.services import Services
from bot.store import Game
from rules.core.table import Table
from rules.library import Library, everything, for_table


async def library_of(services: Services, row: Game | None) -> Library:
    """The look-up for a game (None: outside of any). The first time it is made in a thread."""
    if row is None:
        return await asyncio.to_thread(everything)
    head = (row.board, tuple(row.rules), json.dumps(row.options, sort_keys=True))
    return await asyncio.to_thread(_library, *head)


@functools.lru_cache(maxsize=32)
def _library(board: str, rules: tuple[str, ...], options: str) -> Library:
    return for_table(Table(board, rules, json.loads(options)))
