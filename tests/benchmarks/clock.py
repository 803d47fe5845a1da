"""Measuring: times of repeated runs, and rows of the table."""

from __future__ import annotations

import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Goal:
    """What the median should be at most: ms, or so many `times` what it is compared with. more: said of it beside."""

    most: float
    times: bool = False
    more: str = ""

    def words(self, median: float, ratio: float) -> str:
        """The goal as the table says it, and whether it is missed."""
        missed = (ratio if self.times else median) > self.most
        unit = "times" if self.times else "ms"
        return f"at most {self.most:g} {unit}{self.more}{': missed' if missed else ''}"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table. times: ms of each run. base: ms of what it is compared with (`against`).

    note: what else is worth knowing of the measurement.
    """

    what: str
    times: Sequence[float]
    against: str = ""
    base: float = 0.0
    goal: Goal | None = None
    note: str = ""

    @property
    def median(self) -> float:
        """The median time in ms."""
        return statistics.median(self.times)

    def line(self) -> str:
        """The row in Markdown."""
        ratio = self.median / self.base if self.base else 0.0
        goal = self.goal.words(self.median, ratio) if self.goal else ""
        what = self.what + (f" ({self.note})" if self.note else "")
        figures = f"{self.median:.2f} | {min(self.times):.2f} | {max(self.times):.2f}"
        return f"| {what} | {figures} | {self.against} | {f'{ratio:.2f}' if self.base else ''} | {goal} |"


def table(title: str, rows: Sequence[Row]) -> str:
    """Rows as a Markdown table under a heading."""
    head = ["| what | median ms | best | worst | against | ratio | goal |", f"|{' --- |' * 7}"]
    return "\n".join([f"## {title}", "", *head, *(row.line() for row in rows), ""])


def timed(
    action: Callable[[], object], times: int, clock: Callable[[], float] = time.perf_counter
) -> tuple[float, ...]:
    """Milliseconds of each of some runs."""
    found = []
    for _ in range(times):
        start = clock()
        action()
        found.append((clock() - start) * 1000)
    return tuple(found)


def worked(action: Callable[[], object], times: int) -> tuple[float, ...]:
    """The same in time of the processor, which says more of pure work on a machine that does other things too."""
    return timed(action, times, time.thread_time)


async def once(action: Callable[[], Awaitable[object]]) -> float:
    """Milliseconds of something awaited."""
    start = time.perf_counter()
    await action()
    return (time.perf_counter() - start) * 1000


async def timed_async(action: Callable[[], Awaitable[object]], times: int) -> tuple[float, ...]:
    """Milliseconds of each of some runs of something awaited, one after the other."""
    return tuple([await once(action) for _ in range(times)])


def middle(times: Sequence[float]) -> float:
    """The median."""
    return statistics.median(times)
