"""A run of a plan: from where it stopped, spread over processes, until its size or the time is reached."""

from __future__ import annotations

import datetime
import itertools
import math
import multiprocessing
import resource
import subprocess
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.soak import record
from tests.soak.plans import PLANS, Plan, Result


@dataclass
class Limits:
    """When a run ends: minutes by the clock for each plan (0: no limit), processes, findings that stop it. afresh: so many
    numbers from 0 on ("50"), or so much of the plan's size ("10%", at least one), are played on this version whether or not
    others have; "" goes on where the last run stopped."""

    minutes: float = 0
    jobs: int = 2
    findings: int = 5
    afresh: str = ""

    def anew(self, size: int) -> int:
        """How many of a plan's numbers are played afresh. Raises ValueError for what is no number."""
        if not self.afresh.endswith("%"):
            return min(int(self.afresh), size)
        return max(1, min(math.ceil(size * float(self.afresh[:-1]) / 100), size))


def piece(job: tuple[str, int, int]) -> tuple[int, Result, float]:
    """Numbers `first` to `last` of a plan: the last, what they saw, seconds of one processor."""
    name, first, last = job
    plan, begun, total = named(name), _spent(), Result()
    for number in range(first, last + 1):
        found = plan.one(number)
        total.add(Result(found.done, [f"{name} {number}: {text}" for text in found.wrong], found.longest))
    return last, total, _spent() - begun


def _spent() -> float:
    """Seconds for which this process and those that it started and that have ended had a processor."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _version() -> str:
    """The commit that is played, with a "+" where files (but the record) differ from it; "" outside of a repository."""
    head, changed = _git("rev-parse", "--short=8", "HEAD"), _git("status", "--porcelain", "--", ".", ":!docs")
    return head + "+" * bool(changed)


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=record.DOCS.parent, capture_output=True, text=True).stdout.strip()


def named(name: str) -> Plan:
    """The plan of a name; raises LookupError."""
    for plan in PLANS:
        if plan.name == name:
            return plan
    raise LookupError(f"There is no plan {name}. Plans: {', '.join(p.name for p in PLANS)}.")


def go_on(plan: Plan, limits: Limits, folder: Path = record.DOCS) -> Result:
    """Go on with a plan: play again what failed, number by number, then what has not been played (or some afresh). Its
    rows are kept as they grow."""
    rows, total = record.read(folder), Result()
    if limits.afresh:
        return _run(plan, 0, limits.anew(plan.size), limits, folder)
    for number in record.again(rows, plan.name):
        total.add(_run(plan, number, number + 1, limits, folder))
    if len(total.wrong) < limits.findings and record.reached(rows, plan.name) < plan.size:
        total.add(_run(plan, record.reached(rows, plan.name), plan.size, limits, folder))
    return total


def _run(plan: Plan, first: int, end: int, limits: Limits, folder: Path) -> Result:
    """One row: the numbers from `first` on, up to `end`, to the limits."""
    rows, total = record.read(folder), Result()
    row = record.Row(datetime.date.today().isoformat(), plan.name, first, first - 1, 0, 0.0, 0, version=_version())
    for last, found, seconds in _in_order(plan, first, end, limits):
        total.add(found)
        row.failed += tuple(range(row.last + 1, last + 1)) if found.wrong else ()
        row.last, row.done, row.wrong = last, total.done, len(total.wrong)
        row.longest = round(total.longest, 1)
        row.minutes = round(row.minutes + seconds / 60, 2)
        record.write([*rows, row], PLANS, folder)
        for text in found.wrong:
            print(f"  WRONG {text}", flush=True)
        if len(total.wrong) >= limits.findings:
            break
    told = f"{plan.name}: {row.first} to {row.last} of {plan.size}, {total.done} {plan.counts}, {row.wrong} wrong"
    print(told, flush=True)
    return total


def _in_order(plan: Plan, first: int, end: int, limits: Limits) -> Iterator[tuple[int, Result, float]]:
    """Pieces as they are done, in the order of their numbers, a few ahead of the one that is waited for."""
    ends = time.monotonic() + 60 * limits.minutes if limits.minutes else None
    jobs = _jobs(plan, first, end, ends)
    waiting: deque[Future[tuple[int, Result, float]]] = deque()
    with ProcessPoolExecutor(limits.jobs, multiprocessing.get_context("spawn")) as pool:
        waiting.extend(pool.submit(piece, job) for job in itertools.islice(jobs, 2 * limits.jobs))
        try:
            while waiting:
                yield waiting.popleft().result()
                waiting.extend(pool.submit(piece, job) for job in itertools.islice(jobs, 1))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _jobs(plan: Plan, first: int, end: int, ends: float | None) -> Iterator[tuple[str, int, int]]:
    for start in range(first, end, plan.piece):
        if ends is not None and time.monotonic() > ends:
            return
        yield plan.name, start, min(start + plan.piece, end) - 1
