"""Long thoughts about a position in threads of their own, so that the event loop goes on meanwhile.

One thread judges orders, one answers what else is asked (completions, menus, maps): more of them would only take the
interpreter away from the loop. What is asked there gets a copy of the position, as trying an order changes it for a moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from bot.game.session import copy_of
from rules.play.game import Game

T = TypeVar("T")
P = ParamSpec("P")
_JUDGE, _OTHERS = ThreadPoolExecutor(1, "orders"), ThreadPoolExecutor(1, "questions")


async def judged(work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """Work on copies that nobody else has: orders tried, a game set up."""
    return await asyncio.get_running_loop().run_in_executor(_JUDGE, lambda: work(*given, **named))


async def ponder(game: Game, work: Callable[[Game], T]) -> T:
    """What a question about a position gives. What was worked out on the way is known to the position from then on."""
    copy = copy_of(game)
    copy.memo.update(game.memo)
    found = await asyncio.get_running_loop().run_in_executor(_OTHERS, work, copy)
    game.memo.update(copy.memo)
    return found
