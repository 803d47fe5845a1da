"""Forked bots end as those do that Python starts."""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor

from tests.e2e.warm import CONTEXT, PATIENCE, as_an_interpreter


def test_a_pool_that_nobody_closed_holds_up_no_end() -> None:
    process = CONTEXT.Process(target=as_an_interpreter, args=(_leave_a_pool,))
    process.start()
    process.join(PATIENCE)
    left = process.exitcode
    process.kill()
    assert left == 0


def _leave_a_pool() -> None:
    global _pool
    _pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
    _pool.submit(os.getpid).result()
