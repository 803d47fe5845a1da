"""Pictures in another process, so that nothing else has to wait for them."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from render.input.scene import Overview, Picture, Request, Scene, Theatre, View, Whole
from render.map import draw as board_map
from render.map import views
from render.map.atlas import atlas
from render.worker import cache

T = TypeVar("T")
# No picture takes so long; whatever does will not end. Seconds, with the wait for others.
LONGEST = 120.0
_lock = threading.Lock()
_pool: ProcessPoolExecutor | None = None


def start(processes: int = 1) -> None:
    """Start the worker process now instead of at the first picture. Does nothing if it runs."""
    global _pool
    with _lock:
        if _pool is None:
            context = multiprocessing.get_context("spawn")
            _pool = ProcessPoolExecutor(processes, mp_context=context, initializer=end_with_parent)


def end_with_parent() -> None:
    """In a worker: end when the process that started it is gone. A killed one cannot tell its workers, and they
    would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_wait_for, args=(parent,), daemon=True).start()


def _wait_for(parent: Any) -> None:
    parent.join()
    os._exit(0)


def stop() -> None:
    """Stop the worker process; the next picture starts another one."""
    global _pool
    with _lock:
        if _pool is not None:
            _pool.shutdown(wait=False, cancel_futures=True)
            _pool = None


def kill() -> None:
    """End the worker processes at once, whatever they are at; the next picture starts others."""
    processes = dict(getattr(_pool, "_processes", None) or {})
    for process in processes.values():
        process.kill()
    stop()


async def run(work: Callable[..., T], *arguments: Any) -> T:
    """Call a module-level function in the worker. A worker that died is replaced once; one that takes longer than
    LONGEST is killed, and TimeoutError raised."""
    for attempt in (1, 2):
        start()
        assert _pool is not None
        try:
            async with asyncio.timeout(LONGEST):
                return await asyncio.get_running_loop().run_in_executor(_pool, work, *arguments)
        except TimeoutError:
            kill()
            raise
        except BrokenProcessPool:
            stop()
            if attempt == 2:
                raise
    raise AssertionError


async def picture(request: Request) -> Picture:
    """A board picture, drawn in the worker; raises what render.map.draw.picture raises."""
    return await run(board_map.picture, request)


async def warm(board: str, theatres: tuple[str, ...] = ()) -> None:
    """Bake a board's layers ahead of the first picture: the whole board, the overview, some theatres."""
    await run(bake, board, theatres)


def bake(board: str, theatres: tuple[str, ...]) -> None:
    """Bake in this process."""
    plan, nothing = atlas(board), Scene(board, {})
    wanted: tuple[View, ...] = (Whole(), Overview(), *(Theatre(t) for t in theatres))
    for view in wanted:
        cache.base(views.look(plan, view, nothing))
