"""python -m tests.e2e.doomed_bot: the bot, which kills itself at a point that DOOM names: before or after a write to the
database, or a message to Discord, counted from its start ("write 7 before", "message 3 after")."""

from __future__ import annotations

import itertools
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

from discord.http import HTTPClient
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.__main__ import main
from bot.store.database import FileDatabase


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def doom(text: str) -> None:
    """Have it end at a point: before a write is committed or after that, before a request or after its answer."""
    what, number, when = text.split()
    count = itertools.count(1)
    due: Callable[[], bool] = lambda: next(count) == int(number)  # noqa: E731
    if what == "write":
        _doom_writes(due, when == "before")
    else:
        for sends in (HTTPClient, AsyncWebhookAdapter):
            _doom_messages(sends, due, when == "before")


def _doom_writes(due: Callable[[], bool], before: bool) -> None:
    original = FileDatabase._transaction

    def transaction(self: Any, engine: Any, work: Callable[[Any], Any], written: Any) -> Any:
        mine = written is not None and due()

        def last(connection: Any) -> Any:
            found = work(connection)
            if mine and before:
                _die()
            return found

        found = original(self, engine, last, written)
        if mine:
            _die()
        return found

    FileDatabase._transaction = transaction  # type: ignore[method-assign]


def _doom_messages(sends: Any, due: Callable[[], bool], before: bool) -> None:
    original = sends.request

    async def request(self: Any, route: Any, *args: Any, **values: Any) -> Any:
        mine = route.method != "GET" and due()
        if mine and before:
            _die()
        found = await original(self, route, *args, **values)
        if mine:
            _die()
        return found

    sends.request = request


if __name__ == "__main__":
    if point := os.environ.get("DOOM"):
        doom(point)
    sys.exit(main())
