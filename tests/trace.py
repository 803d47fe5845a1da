"""python -m tests.trace: how far an order goes. `/buy` from the event to its answer, then the panel and its map, traced
through bot/: calls, files, moves from file to file, reads of the store and transactions that write. docs/house.md has
the figures; nothing is asserted of them."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

sys.path.insert(0, str(Path(__file__).parent / "bot"))

from asked import Asked
from desk import ANNA, Desk
from fake_transport import FakeTransport

from bot.discord.features.orders.commands import OrderCommand
from bot.discord.features.orders.specs import VERBS
from bot.services import Services
from bot.settings import Settings
from bot.workers.outbox_worker import Sender

BOT = str(Path("bot").resolve()) + "/"
INNER = ("<lambda>", "<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>")
# Looks in a row at an outbox that is empty before it is believed; seconds for the panel and its map.
STILL, DRAWN = 200, 4.0


class Trace:
    """What was called, in order: files of bot/ with functions; how often the store was read and written."""

    def __init__(self) -> None:
        self.on = False
        self.calls: list[tuple[str, str]] = []
        self.store = {"read": 0, "write": 0}

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        code = frame.f_code
        begins = event == "call" and frame.f_lineno == code.co_firstlineno  # a coroutine that goes on begins elsewhere
        if self.on and begins and code.co_filename.startswith(BOT) and code.co_name not in INNER:
            self.calls.append((code.co_filename.removeprefix(BOT), code.co_name))

    @contextmanager
    def running(self) -> Iterator[None]:
        """While it lasts, everything is noted."""
        self.on = True
        yield
        self.on = False

    def count(self, database: Any) -> None:
        """Have reads and writing transactions counted."""

        def counted(kind: str, inner: Callable[..., Any]) -> Callable[..., Any]:
            def ask(*args: Any) -> Any:
                self.store[kind] += self.on
                return inner(*args)

            return ask

        for kind in self.store:
            setattr(database, kind, counted(kind, getattr(database, kind)))

    def told(self) -> str:
        """What was noted, in a line."""
        files = [file for file, _ in self.calls]
        moves = sum(a != b for a, b in pairwise(files))
        stored = f"{self.store['read']} reads, {self.store['write']} writing transactions"
        return f"{len(files)} calls, {len(set(files))} files, {moves} moves, {stored}"


async def settled(desk: Desk, sender: Sender) -> None:
    """Wait until everything is sent and drawn."""
    still = 0
    while still < STILL:
        counts = await desk.store.outbox.counts()
        drawing = any(sheet.drawing for sheet in sender.deliveries.panels._sheets.values())
        still = 0 if counts.get("waiting") or counts.get("sending") or drawing else still + 1
        await asyncio.sleep(0.01)


async def main() -> None:
    """Trace one order."""
    desk = await Desk(Path(tempfile.mkdtemp())).open()
    await desk.begin(board="classic")
    await desk.ok("done")
    services = Services.over(Settings(data_dir=desk.folder, pictures=True), desk.store, desk.moderator)
    sender = Sender(services, FakeTransport(now=desk.now), lambda: desk.now, elapsed=lambda: desk.now)
    services.media.start()
    work = asyncio.create_task(sender.run())
    await settled(desk, sender)
    buy: Any = OrderCommand(services, next(verb for verb in VERBS if verb.command == "buy"))
    trace = Trace()
    trace.count(desk.store._database)
    threading.setprofile(trace)
    sys.setprofile(trace)
    with trace.running():
        await buy.callback(Asked(77, ANNA), units_="2 infantry")
    print(f"from event to answer: {trace.told()}")
    with trace.running():
        await asyncio.sleep(DRAWN)
    print(f"with panel and map:   {trace.told()}")
    sys.setprofile(None)
    work.cancel()
    await desk.store.close()


if __name__ == "__main__":
    asyncio.run(main())
