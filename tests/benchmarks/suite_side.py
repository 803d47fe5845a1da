"""The whole suite, as `make test` runs it: minutes by the clock. Only measured where it is asked for."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time

from tests.benchmarks.clock import Goal, Row

WORKERS = (os.cpu_count() or 1) + 2
COMMAND = ("-m", "pytest", "-n", str(WORKERS), "--dist", "worksteal")


def rows() -> list[Row]:
    """One row; what fails is told in it."""
    start = time.perf_counter()
    said = subprocess.run((sys.executable, *COMMAND), capture_output=True, text=True, check=False).stdout
    took = (time.perf_counter() - start) * 1000
    counted = re.findall(r"\d[\d,]* (?:passed|failed|skipped|errors?)", said)
    return [Row("make test", [took], goal=Goal(160_000), note=", ".join(counted) or "no outcome")]
