"""Programs reckon with one thread each; the engine touches no environment."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from rules.__main__ import THREADS

BARE = {name: value for name, value in os.environ.items() if name not in THREADS}
ODDS = "from rules.__main__ import main; main(['odds', '3 infantry', '2 infantry'])"


def said(code: str) -> list[str]:
    """The last line that a program prints, word by word."""
    done = subprocess.run([sys.executable, "-c", code], env=BARE, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[-1].split()


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="threads are counted in /proc")
def test_odds_in_the_terminal_take_one_thread() -> None:
    assert said(f"{ODDS}\nimport os; print(len(os.listdir('/proc/self/task')))") == ["1"]


def test_the_engine_alone_touches_no_environment() -> None:
    code = "from rules.odds import typed_odds; typed_odds('3 infantry', '2 infantry'); import os; "
    assert said(f"{code}print(sum(name in os.environ for name in {THREADS!r}))") == ["0"]
