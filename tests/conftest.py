"""All tests: examples that hypothesis makes are the same in every run, so that what is red is red for everybody."""

import gc
import os
import sys
import tempfile
from collections.abc import Generator
from itertools import islice

from tests.scratch import in_memory

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is there: workers share the processors already
if "TMPDIR" not in os.environ and (memory := in_memory()):
    os.environ["TMPDIR"] = tempfile.tempdir = memory  # for processes that tests start, and for this one

import pytest
from hypothesis import settings

SLOW = ("tests/e2e/", "tests/composed/", "tests/local_discord/test_page.py", "tests/bot/test_rounds_of_computers.py")

WORKERS = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
"""How many processes run the tests, and which of them this is, from 0."""

settings.register_profile("the same for all", derandomize=True, deadline=None)
settings.load_profile("the same for all")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected lives as long as the run: no look for garbage goes through it, then or later (a fifth of the time),
    and others become rare, as in the bot (another fifth). What was read of cases is kept for the next run."""
    gc.disable()
    try:
        return (yield)
    finally:
        if cases := sys.modules.get("tests.case_tables"):
            cases.keep()
        gc.freeze()
        gc.set_threshold(20_000, 5, 400)
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Each worker begins with other folders and files, so that it finds compiled what comes later: others have done it."""
    report = yield
    if isinstance(collector, pytest.Directory):
        first = len(report.result) * WORKER // WORKERS
        report.result = [*report.result[first:], *report.result[:first]]
    return report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What drives other processes comes first in the shares of all workers but as many as there are processors: it mostly
    waits, while those need the processors, and none of it is left for the end. The rest keeps its order, as neighbours share
    what was made for one of them."""
    if WORKERS > 1:
        items.sort(key=lambda item: item.path.parts)  # all workers have the same order, wherever they began to collect
    slow = [item for item in items if item.nodeid.startswith(SLOW)]
    quick = [item for item in items if not item.nodeid.startswith(SLOW)]
    share, waiting = -(-len(items) // WORKERS), max(1, WORKERS - (os.cpu_count() or 1))
    ordered, rest = list[pytest.Item](), iter(quick)
    for worker in range(WORKERS):
        mine = slow[worker::waiting] if worker < waiting else []
        ordered += [*mine, *islice(rest, max(share - len(mine), 0))]
    items[:] = [*ordered, *rest]
