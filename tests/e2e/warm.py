"""Bots that begin without importing everything anew: each is forked from a process that has done so and nothing else.

Four fifths of what a start costs is importing, and the tests start some hundred bots. What is fresh in `python -m bot`
is fresh in these too but for the modules: arguments, environment, event loop, settings, logs, connections.
"""

from __future__ import annotations

import asyncio
import atexit
import multiprocessing
import os
import runpy
import signal
import sys
from collections.abc import Mapping
from multiprocessing import resource_tracker
from pathlib import Path

ROOT = Path(__file__).parents[2]
CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["tests.e2e.warm", "bot.fleet", "local_discord.connect", "psycopg", "aiosqlite"])
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a process that forks has no threads


class Warm:
    """A bot that was forked, with what the tests use of asyncio's processes."""

    def __init__(self, environment: Mapping[str, str], log: Path) -> None:
        self._made = CONTEXT.Process(target=_bot, args=(dict(environment), str(log)))
        self._made.start()
        assert self._made.pid is not None
        self.pid = self._made.pid
        atexit.register(self._kill)

    @property
    def returncode(self) -> int | None:
        """How it ended: None while it runs, the signal's number below zero where one ended it."""
        return self._made.exitcode

    def send_signal(self, how: signal.Signals) -> None:
        """Send a signal, if it still runs."""
        if self.returncode is None:
            os.kill(self.pid, how)

    async def wait(self) -> int:
        """Wait for its end; gives how it ended."""
        while (status := self.returncode) is None:
            await asyncio.sleep(0.01)
        atexit.unregister(self._kill)
        return status

    def _kill(self) -> None:
        self.send_signal(signal.SIGKILL)


Process = Warm | asyncio.subprocess.Process


async def fresh(command: tuple[str, ...], environment: Mapping[str, str], log: Path) -> asyncio.subprocess.Process:
    """A Python process that begins with nothing, as a bot does for whoever hosts it."""
    with log.open("ab") as file:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            *command,
            cwd=ROOT,
            env=environment,
            stdout=file,
            stderr=file,
            stdin=asyncio.subprocess.DEVNULL,
        )


def _bot(environment: dict[str, str], log: str) -> None:
    """In the forked process: what `python -m bot` does."""
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    with open(log, "ab") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    resource_tracker._resource_tracker._fd = None  # what it starts is tracked by a process of its own
    sys.argv = ["bot"]
    runpy.run_module("bot", run_name="__main__", alter_sys=True)
