"""All tests: examples that hypothesis makes are the same in every run, so that what is red is red for everybody."""

import gc
import os
import sys
from itertools import islice

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is there: workers share the processors already

import pytest
from hypothesis import settings

SLOW = ("tests/e2e/", "tests/composed/", "tests/local_discord/test_page.py", "tests/bot/test_rounds_of_computers.py")

settings.register_profile("the same for all", derandomize=True, deadline=None)
settings.load_profile("the same for all")


def pytest_collection_finish() -> None:
    """What is collected lives as long as the run: no look for garbage goes through it again (a tenth of the time).
    What was read of cases is kept for the next run."""
    if cases := sys.modules.get("tests.case_tables"):
        cases.keep()
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What drives other processes comes first in the share of each worker: none of it is left for the end, when the others
    have nothing to do any more. The rest keeps its order, as neighbours share what was made for one of them."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    slow = [item for item in items if item.nodeid.startswith(SLOW)]
    quick = [item for item in items if not item.nodeid.startswith(SLOW)]
    share = -(-len(items) // workers)
    ordered, rest = list[pytest.Item](), iter(quick)
    for worker in range(workers):
        mine = slow[worker::workers]
        ordered += [*mine, *islice(rest, share - len(mine))]
    items[:] = [*ordered, *rest]
