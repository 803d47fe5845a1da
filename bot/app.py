"""One bot put together over an open store: services, Discord client, workers; run until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from functools import partial

import structlog

from bot.discord.client import Adjutant
from bot.discord.delivery import Delivery
from bot.discord.features.analysis.taking_up import take_up
from bot.game.files.versions import tell_changes
from bot.ops.logging_setup import report
from bot.services import Services
from bot.settings import Settings
from bot.store import Store
from bot.workers.computer_seats import ComputerSeats
from bot.workers.deadline_handler import Timekeeper
from bot.workers.matchmaker import Matchmaker
from bot.workers.outbox_worker import Sender
from bot.workers.watch import Watch
from rules.core.documents import house_rules

log = structlog.get_logger()


class App:
    """One running bot. The client answers people; the workers do what goes on by itself."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.services = Services.over(settings, store)
        self.client = Adjutant(self.services)
        self.sender = Sender(self.services, Delivery(self.client, self.client.connected))
        keeper = Timekeeper(self.services, self.client.connected)
        seats = ComputerSeats(self.services, self.sender.transport)
        pairs = Matchmaker(self.services, self.sender.transport)
        works = {
            "sender": self.sender.run,
            "timers": keeper.run,
            "computers": seats.run,
            "tickets": pairs.run,
            "noticeboards": self.sender.deliveries.noticeboards.run,
        }
        self.workers = [Watch(name, run, store) for name, run in works.items()]

    CHECKS = ("store", "discord", "sender", "timers", "computers", "tickets", "noticeboards")

    async def check(self, name: str) -> str:
        """One of CHECKS, for the health endpoint: a few words. Raises if all is not well."""
        if name == "store":
            await self.services.store.probe()
            return await self.sender.stuck()
        if name == "discord":
            return await self.client.alive()
        return await next(worker for worker in self.workers if worker.name == name).state()

    async def go_on(self) -> None:
        """The share was lost and has been taken again: what others did meanwhile is not known, so games are loaded anew and
        the workers begin as after a start."""
        self.services.games.forget_all()
        for worker in self.workers:
            await worker.again()

    async def run(self, token: str, stop: asyncio.Event) -> None:
        """Until it is told to stop, or the connection fails for good. Raises what the client raised."""
        self.services.media.start()
        self.services.odds.start()
        await asyncio.to_thread(house_rules)  # a second's work, and the first who asks has three
        await tell_changes(self.services.store)
        warn_of_open_roots(self.services.settings)
        for worker in self.workers:
            worker.start()
        beside = [asyncio.create_task(self._beside(*one)) for one in self._once_heard()]
        running = asyncio.create_task(self.client.stay(token))
        waiting = asyncio.create_task(stop.wait())
        await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        for one in beside:
            one.cancel()
        log.info("stopping")
        await self._end(running)
        if not running.cancelled() and (error := running.exception()) is not None:
            raise error

    def _once_heard(self) -> list[tuple[str, Callable[[], Awaitable[object]]]]:
        """What is done once, as soon as Discord hears us: long works that the last stop broke off begin anew, large leagues
        are read."""
        take = partial(take_up, self.services, Delivery(self.client, self.client.connected))
        return [("taking up long works", take), ("reading leagues ahead", self.services.archive.read_ahead)]

    async def _beside(self, what: str, work: Callable[[], Awaitable[object]]) -> None:
        await self.client.connected()
        try:
            await work()
        except Exception as error:
            await report(self.services.store, error, what)

    async def _end(self, running: asyncio.Task[None]) -> None:
        """Let what is under way end, then close. A client that waits to connect again is not waited for."""
        patience = self.services.settings.shutdown_seconds
        try:
            await asyncio.wait_for(self.client.quiet_end(), patience)
        except TimeoutError:
            log.warning("stopped with work left; it goes on at the next start", interactions=self.client.under_way)
        for worker in self.workers:
            await worker.stop()
        await self.sender.finish(min(patience, 5))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.client.close(), 5)
        running.cancel()
        await asyncio.wait({running}, timeout=5)
        self.services.media.close()
        self.services.odds.close()
        self.services.thinking.close()
        self.services.analysis.close()
        self.services.files.close()


def warn_of_open_roots(settings: Settings) -> None:
    """Say at each start on Discord that dice can be foretold, if they can."""
    if settings.dice_key is None and settings.discord_token is not None:
        log.warning(
            "dice roots are stored as they are: whoever reads the database or a backup can foretell dice. "
            "Set ADJUTANT_DICE_KEY."
        )
