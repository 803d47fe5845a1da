"""python -m tests.soak_crash [KILLS]: kill the bot at random moments while games go on, and count what is lost.

Not part of `make test`; `make soak` runs it. Ends with status 1 if an acknowledged order is missing.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from bot.local_discord.driver import Driver
from bot.local_discord.server import LocalChannel
from tests.e2e.crash import play_through_kills
from tests.e2e.process import BotProcess

KILLS, A_GAME = 60, 10


async def _one(seed: int, kills: int) -> tuple[int, int, int]:
    with tempfile.TemporaryDirectory() as folder:
        async with LocalChannel(answer_seconds=30) as channel:
            bot = BotProcess(channel, Path(folder))
            await bot.start()
            try:
                account = await play_through_kills(Driver(channel), bot, Path(folder), kills, seed)
            finally:
                await bot.kill()
            if errors := bot.errors():
                raise AssertionError(errors[0])
    return account.kills, len(account.acknowledged), account.unanswered


async def _all(kills: int) -> None:
    total = [0, 0, 0]
    for seed in range(1, -(-kills // A_GAME) + 1):
        found = await _one(seed, min(A_GAME, kills - total[0]))
        total = [a + b for a, b in zip(total, found, strict=True)]
        print(
            f"game {seed}: {total[0]} kills, {total[1]} orders acknowledged, {total[2]} unanswered, 0 lost", flush=True
        )


if __name__ == "__main__":
    asyncio.run(_all(int(sys.argv[1]) if len(sys.argv) > 1 else KILLS))
