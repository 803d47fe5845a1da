"""Several processes on one PostgreSQL database: how long nobody holds a share when a process is killed."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.benchmarks.clock import Goal, Row
from tests.e2e import fleet

PROCESSES, KILLS, SEED = 2, 3, 1


async def rows() -> list[Row]:
    """The longest of some hand-overs, while three games are played."""
    with tempfile.TemporaryDirectory() as folder:
        async with fleet.channel_of_three() as channel:
            longest = await fleet.kills_at_random(channel, Path(folder), PROCESSES, KILLS, SEED)
    goal = Goal(fleet.TAKEN_OVER_WITHIN * 1000)
    what = f"a share taken over after a kill, the longest of {KILLS} ({PROCESSES} processes)"
    return [Row(what, [1000 * longest], goal=goal)]
