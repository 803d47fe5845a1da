"""python -m tests.benchmarks.watched_bot: the bot, with a clock that notices when its event loop stands still.

Writes the delays, each with the time at which it was seen, to the file that BENCH_STALLS names when it ends.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from pathlib import Path

from bot.fleet import serve
from bot.ops.logging_setup import set_up_logs
from bot.settings import load_settings
from local_discord.connect import point_discord_at
from local_discord.seed import local_token

TICK = 0.005


async def watch(seen: list[tuple[float, float]]) -> None:
    """Note by how many ms each tick came too late."""
    while True:
        start = time.monotonic()
        await asyncio.sleep(TICK)
        now = time.monotonic()
        seen.append((now, (now - start - TICK) * 1000))


async def main() -> None:
    """The bot on the local channel that the settings name, watched."""
    settings = load_settings()
    assert settings.channel_url is not None
    set_up_logs(settings)
    point_discord_at(settings.channel_url)
    seen: list[tuple[float, float]] = []
    watcher = asyncio.create_task(watch(seen))
    try:
        await serve(settings, local_token())
    finally:
        watcher.cancel()
        Path(os.environ["BENCH_STALLS"]).write_text(json.dumps(seen), "utf-8")


if __name__ == "__main__":
    asyncio.run(main())
