"""The worker process: it does what it is told, and does not outlive the process that started it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from render.worker import jobs as worker

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
