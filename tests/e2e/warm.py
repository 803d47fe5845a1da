"""Bots that begin without importing everything anew: each is forked from a process that has done so and nothing else. So are
the processes in which they work apart (bot/processes/apart.py), and those of tests without a bot.

Four fifths of what a start costs is importing, and the tests start some hundred bots. What is fresh in `python -m bot`
is fresh in these too but for modules and the rules they read: arguments, environment, event loop, settings, logs, lines.
"""

from __future__ import annotations

import asyncio
import atexit
import multiprocessing
import os
import runpy
import signal
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import process as pools
from multiprocessing import forkserver, resource_tracker
from pathlib import Path
from typing import Any

from bot.processes import apart
from bot.processes.apart import end_with_parent

PATIENCE = 120.0
"""Seconds for a bot to end: an end to hopeless waiting, on a machine that does much else."""
ROOT = Path(__file__).parents[2]
FORKED = "forkserver"
CONTEXT = multiprocessing.get_context(FORKED)
CONTEXT.set_forkserver_preload(
    ["tests.e2e.warm", "bot.fleet", "local_discord.connect", "psycopg", "aiosqlite", "tests.e2e.preloaded"]
)
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a process that forks has no threads


class Warm:
    """A bot that was forked, with what the tests use of asyncio's processes."""

    def __init__(self, module: str, environment: Mapping[str, str], log: Path) -> None:
        self._made = CONTEXT.Process(target=_run, args=(module, dict(environment), str(log), _key()))
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


async def ended(process: Process, log: Path) -> int:
    """Wait for its end; gives how it ended. AssertionError with its log where it does not end: it is killed then."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await process.wait()
    except TimeoutError:
        process.send_signal(signal.SIGKILL)
        raise AssertionError(f"it does not end: {log.read_text('utf-8', 'replace')[-3000:]}") from None


async def made(module: str, environment: Mapping[str, str], log: Path, warm: bool) -> Process:
    """A process that runs a module as `python -m` does: forked, or fresh."""
    return Warm(module, environment, log) if warm else await _fresh(module, environment, log)


async def _fresh(module: str, environment: Mapping[str, str], log: Path) -> asyncio.subprocess.Process:
    """A Python process that begins with nothing, as a bot does for whoever hosts it."""
    with log.open("ab") as file:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            module,
            cwd=ROOT,
            env=environment,
            stdout=file,
            stderr=file,
            stdin=asyncio.subprocess.DEVNULL,
        )


def _key() -> bytes | None:
    """What a process has to know, from Python 3.14 on, to have others forked by the server that it comes from."""
    forkserver.ensure_running()
    return getattr(forkserver._forkserver, "_forkserver_authkey", None)


def _run(module: str, environment: dict[str, str], log: str, key: bytes | None) -> None:
    """In the forked process: what `python -m` does with a module."""
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    with open(log, "ab") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    sys.argv = [module]
    apart.HOW = FORKED
    server: Any = forkserver._forkserver
    server._forkserver_authkey = key
    server.ensure_running = lambda: None  # it runs: we come from it
    as_an_interpreter(lambda: runpy.run_module(module, run_name="__main__", alter_sys=True))


def as_an_interpreter(work: Callable[[], object]) -> None:
    """Do something that has pools of processes, and end as Python does: first the pools, then whatever multiprocessing waits
    for. In a forked process it is the other way round, and a pool that has lost its line to its processes waits for ever."""
    end_with_parent()
    resource_tracker._resource_tracker._fd = None  # what it starts is tracked by a process of its own
    try:
        work()
    finally:
        pools._python_exit()
