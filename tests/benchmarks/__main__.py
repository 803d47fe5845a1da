"""python -m tests.benchmarks [--write] [engine|odds|store|pictures|league|long|bot|fleet|seats|start|suite ...]: how long
the usual things take; a first start and the suite only where they are named.

Ratios are within one run. Nothing here is asserted in tests: times depend on the machine. The table of the last
recorded run stands in docs/benchmarks.md, the rows of all recorded runs in docs/benchmarks.csv.
"""

from __future__ import annotations

import asyncio
import os
import platform
import sys
from collections.abc import Callable
from datetime import date

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is there; so the bot's processes for odds have it

from tests.benchmarks import (
    bot_side,
    engine_side,
    first_start_side,
    fleet_side,
    hosting,
    league_side,
    long_side,
    odds_side,
    picture_side,
    seats_side,
    store_side,
    suite_side,
)
from tests.benchmarks.clock import Row, table
from tests.benchmarks.record import TARGET, cells, keep, recorded

SIDES: dict[str, tuple[str, Callable[[], list[Row]]]] = {
    "engine": ("Engine", engine_side.rows),
    "odds": ("Odds", odds_side.rows),
    "store": ("Store", lambda: asyncio.run(store_side.rows())),
    "pictures": ("Pictures", picture_side.rows),
    "league": ("A league of 10,000 games", lambda: asyncio.run(league_side.rows())),
    "long": ("Long games", lambda: asyncio.run(long_side.rows())),
    "bot": ("Bot through the local channel", lambda: asyncio.run(bot_side.rows())),
    "fleet": ("Several processes", lambda: asyncio.run(fleet_side.rows())),
    "seats": ("Computer players", seats_side.rows),
    "start": ("The first start", first_start_side.rows),
    "suite": ("The suite", suite_side.rows),
}
NAMED_ONLY = ("start", "suite")

HEAD = (
    "# Benchmarks\n\n"
    "Written by `python -m tests.benchmarks --write`. Times depend on the machine and on what else it does (those of the "
    "engine, of pictures, of leagues and of long games are times of the processor); ratios compare two things measured in "
    "the same run. Goals are of the median. Nothing of this is asserted in tests. The rows of all runs that were recorded "
    "are kept in docs/benchmarks.csv.\n"
)


def where() -> str:
    """When and on what a part was measured."""
    load = f"load average {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "load unknown"
    pace = f"a piece of work that took {odds_side.CALIBRATION:.1f} ms when goals were set took {odds_side.pace():.1f}"
    machine = f"{os.cpu_count()} processors, {platform.machine()}, {load}, {pace}"
    return f"Recorded on {date.today()}: Python {platform.python_version()}, {machine}."


def main(arguments: list[str]) -> int:
    """Measure everything (or the sides named), print it, and keep it with --write; what is not measured stays."""
    wanted = [a for a in arguments if a in SIDES] or [name for name in SIDES if name not in NAMED_ONLY]
    parts = recorded()
    for name in wanted:
        title, measure = SIDES[name]
        told = where()
        heading, rows = table(title, measure()).split("\n", 1)
        parts[title] = f"{heading}\n\n{told}\n{rows}"
        print(parts[title], flush=True)
        if "--write" in arguments:
            keep(cells(parts[title]))
    if "--write" in arguments:
        measured = (parts[t] for t, _ in SIDES.values() if t in parts)
        TARGET.write_text("\n".join([HEAD, hosting.note(parts), *measured]), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
