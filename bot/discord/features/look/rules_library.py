"""The rules look-up for a channel: the entries of its game, or of everything."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict

from bot.discord.features.look.defaults import Head, of_game
from bot.services import Services
from bot.store import Game
from rules.core.table import Table
from rules.library import Library, everything, for_table

Kept = tuple[str, tuple[str, ...], str]
MOST = 32
_made: OrderedDict[Kept | None, Library] = OrderedDict()


async def library_of(services: Services, row: Game | None) -> Library:
    """The look-up for a game (None: outside of any). Only the first time it is made, in a thread."""
    return await library_for(of_game(row) if row else None)


async def library_for(wanted: Head | None) -> Library:
    """The same for some rules (None: everything)."""
    head = (wanted.board, wanted.rules, json.dumps(dict(wanted.options), sort_keys=True)) if wanted else None
    if head not in _made:
        _made[head] = await asyncio.to_thread(_library, head)
        while len(_made) > MOST:
            _made.popitem(last=False)
    _made.move_to_end(head)
    return _made[head]


def _library(head: Kept | None) -> Library:
    if head is None:
        return everything()
    board, rules, options = head
    return for_table(Table(board, rules, json.loads(options)))
