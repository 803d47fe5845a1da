"""The worker process: it does what it is told, and does not outlive the process that started it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from render.worker import jobs as worker
from render.worker.cache import Lru

_PARENT = """
import asyncio, os, time
from render.worker import jobs as worker

if __name__ == "__main__":
    print(asyncio.run(worker.run(os.getpid)), flush=True)
    time.sleep(600)
"""


async def test_work_is_done_in_another_process() -> None:
    try:
        assert await worker.run(os.getpid) != os.getpid()
    finally:
        worker.stop()


def test_a_worker_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(_PARENT, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, env=environment) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
    for _ in range(600):
        if not _runs(child):
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


def test_what_is_kept_is_bounded_by_what_it_weighs() -> None:
    kept: Lru[str, str] = Lru(10, len)
    made = list[str]()

    def make(text: str) -> str:
        made.append(text)
        return text

    for text in ("aaaa", "bbbb", "aaaa", "cccc", "aaaa", "bbbb", "d" * 20, "d" * 20):
        assert kept.get(text, lambda text=text: make(text)) == text  # type: ignore[misc]
    assert made == ["aaaa", "bbbb", "cccc", "bbbb", "d" * 20]


async def test_a_picture_that_never_ends_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await worker.run(abs, -3) == 3
    monkeypatch.setattr(worker, "LONGEST", 0.2)
    with pytest.raises(TimeoutError):
        await worker.run(time.sleep, 600)
    monkeypatch.undo()
    assert await worker.run(abs, -4) == 4
