"""Memory over rounds of an order, its undo and what is looked up in between: it stays as it is. One number is a game of so
many rounds."""

from __future__ import annotations

import asyncio
import gc
import os
import tempfile
import traceback
from dataclasses import dataclass, field
from pathlib import Path

from bot.discord.features.orders.commands import OrderCommand
from bot.discord.features.orders.specs import VERBS
from bot.discord.features.panel.panel import compose
from bot.discord.features.record.buttons import log_reply
from bot.ops.memory import calm
from tests.bot.asked import Asked
from tests.bot.desk import ANNA, Desk
from tests.soak.races import quiet

# Rounds before turns end, so that the log is as long at the end of each cycle; cycles before anything is measured.
CYCLE, WARM = 20, 3
ROUNDS = 5000
# Objects and MiB that may be there more at the end: what the interpreter and the libraries keep for themselves.
OBJECTS, MIB = 3000, 20.0


@dataclass
class Grown:
    """Rounds that were played, and what was there after each cycle: objects (those that are never searched too), MiB."""

    rounds: int = 0
    objects: list[int] = field(default_factory=list)
    mib: list[float] = field(default_factory=list)

    @property
    def wrong(self) -> list[str]:
        """What has grown more than it may."""
        more, mib = self.objects[-1] - self.objects[0], self.mib[-1] - self.mib[0]
        told = f"after {self.rounds} rounds there are {more:+,} objects and {mib:+.1f} MiB"
        return [told] if more > OBJECTS or mib > MIB else []


def run(number: int, rounds: int = ROUNDS) -> tuple[int, list[str]]:
    """One game; how many rounds were played, and what has grown."""
    with tempfile.TemporaryDirectory() as folder, quiet():
        try:
            found = asyncio.run(play(Path(folder), ("classic", "global1940")[number % 2], rounds))
            return found.rounds, found.wrong
        except Exception:
            return 0, [traceback.format_exc()[-1500:]]


async def play(folder: Path, board: str, rounds: int) -> Grown:
    """The same on a store of its own."""
    desk, found = await Desk(folder).open(), Grown()
    before = gc.get_threshold()
    try:
        await desk.begin(board=board)
        calm()
        while found.rounds < rounds:
            await _cycle(desk)
            found.rounds += CYCLE
            if found.rounds >= WARM * CYCLE:
                gc.collect()
                found.objects.append(len(gc.get_objects()) + gc.get_freeze_count())
                found.mib.append(_resident())
        return found
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
        await desk.store.close()


def _resident() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


async def _cycle(desk: Desk) -> None:
    """Rounds in one turn; then turns until the log has let go of it."""
    services = desk.services
    buy = OrderCommand(services, next(verb for verb in VERBS if verb.command == "buy"))
    while (await desk.state()).turn.phase != "purchase":
        await desk.ok("done anyway")
    for _ in range(CYCLE):
        await buy.callback(Asked(int(desk.fresh()), ANNA), units_="1 infantry")  # type: ignore[arg-type]
        await desk.give("undo")
        await log_reply(services, await desk.row(), -1)
        await compose(services, await desk.situation())
    powers = list[str]()
    while len(powers) < 4:
        power = (await desk.state()).turn.power
        powers += [power] if power not in powers[-1:] else []
        await desk.ok("done anyway")
