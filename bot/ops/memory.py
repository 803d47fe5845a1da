"""Python's search for circular garbage, kept from holding everybody up.

A long game is some hundred thousand objects, none of them in circles. A search walks through all of them while the event
loop waits: 0.2 to 0.4 s. So there is none while much is read or written (`bulk`), and searches through everything are rare.
What is loaded at the start is set aside for good (`calm`), and nothing later: what is garbage just then would stay with it.
Freeing that much takes as long as a tenth of a second, so a thread does it (`let_go`).
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_under_way = 0


def calm() -> None:
    """At the start: what is loaded stays out of searches, and those of everything become rare."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 5, 400)


@contextmanager
def bulk() -> Iterator[None]:
    """No search while something large is there, until it has been let go of: one would walk through all of it."""
    global _under_way
    _under_way += 1
    gc.disable()
    try:
        yield
    finally:
        _under_way -= 1
        if not _under_way:
            gc.enable()


async def let_go(*lists: list[Any]) -> None:
    """Empty lists of very many things in a thread."""
    await asyncio.to_thread(empty, *lists)


def empty(*lists: list[Any]) -> None:
    """Empty lists a few things at a time, as freeing many in one go holds up all threads."""
    for found in lists:
        while found:
            del found[-50:]
