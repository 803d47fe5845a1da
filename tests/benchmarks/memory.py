"""python -m tests.benchmarks.memory URL GAME ...: memory of this process with some games of a store loaded, as JSON."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Sequence

import psutil  # type: ignore[import-untyped]

import bot.discord.client  # noqa: F401  (a bot has its client loaded too)
from bot.game import Moderator
from bot.store import Store
from tests.benchmarks.clock import once


def used() -> float:
    """Resident memory of this process in MB."""
    return float(psutil.Process().memory_info().rss) / 2**20


async def measure(url: str, games: Sequence[str]) -> dict[str, object]:
    """Load games by their ids: a list of all that are stored would be measured too."""
    store = await Store.open(url)
    moderator = Moderator(store)
    try:
        before = used()
        times = [await once(lambda game=game: moderator.table(game)) for game in games]  # type: ignore[misc]
        loaded = sum([len((await moderator.table(game)).game.log) - 1 for game in games])
        return {"before": before, "after": used(), "times": times, "loaded": loaded}
    finally:
        await store.close()


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measure(sys.argv[1], sys.argv[2:]))))
