"""The sender at work, for tests of what it sends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from desk import BORIS, Desk
from fake_transport import FakeTransport, Sent

from bot.game.moderator.outbox_messages import panel, say
from bot.store import Message, Post
from bot.workers.outbox_worker import Sender
from bot.workers.watch import Watch


class Bench:
    """A game that has begun, a sender that runs, and what it sends."""

    def __init__(self, desk: Desk, sender: Sender, transport: FakeTransport, watch: Watch) -> None:
        self.desk, self.sender, self.transport, self.watch = desk, sender, transport, watch
        self.skew = 0.0
        sender._elapsed = lambda: desk.now - self.skew
        sender._begun, sender._ahead = sender._elapsed(), 0.0

    async def until(self, holds: Callable[[], bool | Awaitable[bool]]) -> None:
        """Wait for something."""
        async with asyncio.timeout(20):
            while True:
                found = holds()
                if found if isinstance(found, bool) else await found:
                    return
                await asyncio.sleep(0.01)

    async def quiet(self) -> None:
        """Wait until nothing is to be sent."""

        async def nothing() -> bool:
            counts = await self.desk.store.outbox.counts()
            return not counts.get("waiting") and not counts.get("sending")

        await self.until(nothing)

    async def refresh(self, key: str, steady: bool = False) -> None:
        """Ask for the panel and wait for it."""
        await self.desk.store.queue(panel(await self.desk.row(), key, steady), game_id=self.desk.game_id)
        await self.quiet()

    async def say(self, key: str, place: int | None = None) -> None:
        """Say something in a channel."""
        row = await self.desk.row()
        message = say(row, key, key) if place is None else Message(place, "say", {"content": key}, key)
        await self.desk.store.queue(message, game_id=row.id)

    async def post(self) -> Post | None:
        """Where the panel stands."""
        return (await self.desk.store.posts(self.desk.game_id)).get("panel")

    async def shown(self) -> Sent:
        """The panel."""
        found = await self.post()
        assert found is not None
        return self.transport.messages[found.message_id]

    async def states(self) -> dict[str, int]:
        """Messages by state."""
        return await self.desk.store.outbox.counts()

    async def set_clock(self, seconds: float) -> None:
        """The clock is set forward or back; no time passes."""
        self.skew += seconds
        await self.go(seconds)

    async def go(self, seconds: float) -> None:
        """Let time pass."""
        self.desk.now += seconds
        self.transport.now = self.desk.now
        self.desk.store.outbox.queued.set()


@asynccontextmanager
async def at_work(desk: Desk) -> AsyncIterator[Bench]:
    """The sender at work on a game of Classic. Its clock is the desk's: backing off takes no time but by `go`."""
    await desk.begin({"Germany": BORIS})
    await desk.ok("done")
    transport = FakeTransport()
    sender = Sender(desk.services, transport, lambda: desk.now)
    watch = Watch("sender", sender.run, desk.store, first_pause=0.05)
    watch.start()
    made = Bench(desk, sender, transport, watch)
    await made.until(lambda: bool(transport.messages))
    await made.quiet()
    yield made
    await watch.stop()
    await sender.finish(1)
