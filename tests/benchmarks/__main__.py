"""python -m tests.benchmarks [--write] [engine|odds|store|pictures|bot ...]: how long the usual things take.

Ratios are within one run. Nothing here is asserted in tests: times depend on the machine. The table of the last
recorded run stands in docs/benchmarks.md.
"""

from __future__ import annotations

import asyncio
import os
import platform
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

from tests.benchmarks import bot_side, engine_side, odds_side, picture_side, store_side
from tests.benchmarks.clock import Row, table

SIDES: dict[str, tuple[str, Callable[[], list[Row]]]] = {
    "engine": ("Engine", engine_side.rows),
    "odds": ("Odds", odds_side.rows),
    "store": ("Store", lambda: asyncio.run(store_side.rows())),
    "pictures": ("Pictures", picture_side.rows),
    "bot": ("Bot through the local channel", lambda: asyncio.run(bot_side.rows())),
}
TARGET = Path(__file__).parents[2] / "docs" / "benchmarks.md"


def head() -> str:
    """What was measured, when, and on what."""
    return (
        "# Benchmarks\n\n"
        f"Recorded by `python -m tests.benchmarks --write` on {date.today()}: Python {platform.python_version()}, "
        f"{os.cpu_count()} processors, {platform.machine()}. Times depend on the machine and on what else it does; "
        "ratios compare two things measured in the same run. Nothing of this is asserted in tests.\n"
    )


def main(arguments: list[str]) -> int:
    """Measure everything (or the sides named), print it, and keep it with --write."""
    wanted = [a for a in arguments if a in SIDES] or list(SIDES)
    parts = [head()]
    for name in wanted:
        title, measure = SIDES[name]
        parts.append(table(title, measure()))
        print(parts[-1], flush=True)
    if "--write" in arguments:
        TARGET.write_text("\n".join(parts), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
