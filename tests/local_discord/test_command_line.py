"""python -m local_discord as a process of its own."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

import aiohttp


async def test_serves_and_saves_at_the_end(tmp_path: Path) -> None:
    file = tmp_path / "channel.json"
    arguments = ("-m", "local_discord", "--port", "0", "--save", str(file), "--players", "Ada", "Bob")
    process = await asyncio.create_subprocess_exec(sys.executable, *arguments, stdout=asyncio.subprocess.PIPE)
    assert process.stdout
    url = (await process.stdout.readline()).decode().split()[-1]
    async with aiohttp.ClientSession() as http, http.get(url) as answer:
        assert "<title>Local channel</title>" in await answer.text()
    process.send_signal(signal.SIGTERM)
    assert await process.wait() == 0
    assert '"Ada"' in file.read_text()
