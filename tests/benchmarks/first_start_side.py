"""`make play` on a machine that has only Python: from the command to the page that answers. Only measured where it is asked
for: packages are fetched anew."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

from tests.benchmarks.clock import Goal, Row

ROOT = Path(__file__).parents[2]
PATIENCE = 300.0
"""Seconds."""


def rows() -> list[Row]:
    """One row, of three starts."""
    return [Row("make play in a fresh clone, until its page answers", [_start() for _ in range(3)], goal=Goal(30_000))]


def _start() -> float:
    """Milliseconds that a start takes. AssertionError with what it printed where nothing answers."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(("git", "clone", "--quiet", str(ROOT), f"{folder}/clone"), check=True)
        told = Path(folder) / "told.txt"
        clean = {"HOME": folder, "PATH": os.environ["PATH"]}
        begun = time.perf_counter()
        with told.open("wb") as file:
            running = subprocess.Popen(
                ("make", "play"), cwd=f"{folder}/clone", env=clean, stdout=file, stderr=file, start_new_session=True
            )
        try:
            while not _answers(told.read_text(errors="replace")):
                assert time.perf_counter() - begun < PATIENCE and running.poll() is None, told.read_text()
                time.sleep(0.1)
            return (time.perf_counter() - begun) * 1000
        finally:
            os.killpg(running.pid, signal.SIGTERM)
            running.wait()


def _answers(told: str) -> bool:
    address = re.search(r"http://[\d.]+:\d+", told)
    if address is None:
        return False
    try:
        with urllib.request.urlopen(address[0], timeout=5) as page:
            return bool(page.status == 200)
    except OSError:
        return False
