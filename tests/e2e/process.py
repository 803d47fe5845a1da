"""The real bot as a process of its own, connected to a local channel; it can be killed and started again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from pathlib import Path

from local_discord.server import LocalChannel
from tests.e2e.warm import Process, ended, made
from tests.ready_stores import ready_file

PATIENCE = 120.0


class Work:
    """A clock that counts the seconds for which a bot has had a processor, over all its starts. By it Discord's three
    seconds find a bot whose event loop is held up, and not a machine that is busy with other things."""

    def __init__(self) -> None:
        self._pid, self._before, self._last = 0, 0.0, 0.0

    def follow(self, pid: int) -> None:
        """Count on with another process."""
        self._before += self._last
        self._pid, self._last = pid, 0.0

    def __call__(self) -> float:
        """Seconds so far; they stand still while there is no process, and where the system does not tell."""
        if self._pid:
            with contextlib.suppress(OSError):
                # What clock_getcpuclockid(3) gives for a process.
                self._last = time.clock_gettime((~self._pid << 3) | 2)
        return self._before + self._last


class BotProcess:
    """`python -m bot` on a data folder. module: what is run instead. warm: forked from a process that has imported it."""

    module = "bot"
    warm = False

    def __init__(self, channel: LocalChannel, folder: Path, database: str = "", **settings: str) -> None:
        self.channel, self.folder, self.settings = channel, folder, settings
        self._file = folder / "adjutant.sqlite3"
        self._own = f"sqlite:///{self._file}"
        self.database = database or self._own
        self.log = folder / "bot.log"
        self.process: Process | None = None
        channel.world.clock = self.work = Work()

    async def start(self, **settings: str) -> None:
        """Start it and wait until it is connected. AssertionError with its log if it ends instead."""
        await self._gone()
        if self.warm and self.database == self._own:
            ready_file(self._file)
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("ADJUTANT_", "DISCORD_"))}
        environment |= {
            "ADJUTANT_CHANNEL_URL": self.channel.url,
            "ADJUTANT_DATA_DIR": str(self.folder),
            "ADJUTANT_HEALTH_PORT": "0",
            "ADJUTANT_LOG_FORMAT": "json",
            "ADJUTANT_PICTURES": "off",
            "ADJUTANT_COSTLY_PER_MINUTE": "0",
            "ADJUTANT_GAMES_PER_PERSON": "0",
            "ADJUTANT_DATABASE_URL": self.database,
            **self.settings,
            **settings,
        }
        self.process = await made(self.module, environment, self.log, self.warm)
        self.work.follow(self.process.pid)
        ready = asyncio.create_task(self.channel.gateway.ready.wait())
        over = asyncio.create_task(self.process.wait())
        await asyncio.wait({ready, over}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        over.cancel()
        assert ready.done() and not self._ended, self.text()

    @property
    def _ended(self) -> bool:
        return self.process is not None and self.process.returncode is not None

    async def _gone(self) -> None:
        """Wait until the channel has noticed that the one before is gone."""
        async with asyncio.timeout(PATIENCE):
            while self.channel.gateway.ready.is_set():
                await asyncio.sleep(0.01)

    async def ended(self) -> None:
        """Wait until it has ended, by itself or not."""
        assert self.process is not None
        await self.process.wait()

    async def kill(self) -> None:
        """kill -9."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """SIGTERM, and wait for the end; gives its status."""
        await self._end(signal.SIGTERM)
        assert self.process is not None and self.process.returncode is not None
        return self.process.returncode

    async def _end(self, how: signal.Signals) -> None:
        if self.process is not None and self.process.returncode is None:
            self.process.send_signal(how)
            await ended(self.process, self.log)

    def text(self) -> str:
        """What it has logged."""
        return self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""

    def errors(self) -> list[str]:
        """Logged lines that tell of errors of ours; a traceback is one, down to its exception. Not among them: workers that
        a kill of the bot left without their first word."""
        found: list[str] = []
        open_ = False
        for line in self.text().splitlines():
            if open_ and not line.startswith("{"):
                found[-1] += f"\n{line}"
                open_ = line.startswith(" ")
            elif '"level": "error"' in line or "Traceback" in line:
                found.append(line)
                open_ = line.startswith("Traceback")
            else:
                open_ = False
        return [error for error in found if not _started_for_nobody(error)]


def _started_for_nobody(error: str) -> bool:
    """Whether Python says of a worker that the bot was killed while starting it, before it was told what to do."""
    return "in spawn_main" in error and error.splitlines()[-1].startswith(("EOFError", "_pickle.UnpicklingError"))
