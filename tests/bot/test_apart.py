"""The worker process: it does what it is told, and does not outlive the process that started it."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from bot.processes.apart import Apart, TooBusy

_PARENT = """
import asyncio, os, time
from bot.processes.apart import Apart

async def child():
    return await Apart(60, 9).run(os.getpid)

if __name__ == "__main__":
    print(asyncio.run(child()), flush=True)
    time.sleep(600)
"""


@pytest.fixture(autouse=True)
def as_a_bot_begins_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes that begin with nothing."""
    monkeypatch.setattr("bot.processes.apart.HOW", "spawn")


@pytest.fixture
def apart() -> Iterator[Apart]:
    """Two processes."""
    made = Apart(30.0, 3, processes=2)
    yield made
    made.close()


async def test_work_is_done_in_another_process(apart: Apart) -> None:
    assert await apart.run(os.getpid) != os.getpid()


async def test_no_more_are_let_in_than_may_wait(apart: Apart) -> None:
    done = await asyncio.gather(*(apart.run(abs, -n) for n in range(5)), return_exceptions=True)
    assert done[:3] == [0, 1, 2] and all(isinstance(refused, TooBusy) for refused in done[3:])


async def test_a_ctrl_c_is_not_for_a_worker(apart: Apart) -> None:
    assert await apart.run(signal.getsignal, signal.SIGINT) == signal.SIG_IGN


def test_a_worker_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(_PARENT, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, env=environment) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
    _ends(child)


async def test_the_end_waits_for_no_work(apart: Apart, tmp_path: Path) -> None:
    """A bot that is stopped ends, whatever its processes are at; nothing starts others."""
    working = [asyncio.ensure_future(apart.run(_at_work, tmp_path / str(number))) for number in range(2)]
    while not (begun := [file for file in tmp_path.iterdir() if file.read_text()])[1:]:
        await asyncio.sleep(0.02)
    apart.close()
    for file in begun:
        await asyncio.to_thread(_ends, int(file.read_text()))
    assert all(isinstance(told, BrokenProcessPool) for told in await asyncio.gather(*working, return_exceptions=True))
    with pytest.raises(BrokenProcessPool):
        await apart.run(os.getpid)


def _at_work(file: Path) -> None:
    file.write_text(str(os.getpid()))
    time.sleep(600)


def _ends(process: int) -> None:
    for _ in range(600):
        if not _runs(process):
            return
        time.sleep(0.1)
    raise AssertionError("the worker still runs")


def _runs(process: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        with open(f"/proc/{process}/stat", encoding="ascii") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def test_work_that_never_ends_is_ended(apart: Apart) -> None:
    apart.limit = 0.2
    with pytest.raises(TimeoutError):
        await apart.run(time.sleep, 600)
    apart.limit = 30.0
    assert await apart.run(abs, -4) == 4


def _hoard(size: int) -> int:
    return len(bytearray(size))


async def test_work_that_takes_too_much_memory_ends() -> None:
    bounded = Apart(60.0, 3, memory=512 * 2**20, once=True)
    with pytest.raises(MemoryError):
        await bounded.run(_hoard, 2**30)
    assert await bounded.run(_hoard, 1000) == 1000
    first = await bounded.run(os.getpid)
    assert first != await bounded.run(os.getpid)
