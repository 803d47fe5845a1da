"""Brings together people who look for a game: as soon as two tickets fit each other, and each minute, as who waits longer
takes opponents further away. What was open too long is put away.

Nothing is kept here: which tickets are open is asked of the store each time, and a pair holds only if both still are. So a
crash, or two of us at once, pair nobody twice.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any

import structlog

from bot.discord.delivery import NotDelivered
from bot.game import PlayError
from bot.game.league import challenges, tickets
from bot.game.league.tickets import Pair
from bot.services import Services
from bot.store import PlaceTaken, StoreError
from bot.workers.transport import Transport

log = structlog.get_logger()
EACH = 60.0
# A pair whose game could not be opened is tried again so many seconds later.
PUT_OFF = 3600.0


class Matchmaker:
    """Pairs the tickets whose servers are ours."""

    def __init__(self, services: Services, transport: Transport) -> None:
        self.services, self.transport = services, transport
        self._put_off: dict[str, float] = {}

    async def run(self) -> None:
        """Work until cancelled."""
        await self.transport.connected()
        seekers = self.services.lobby.seekers
        while True:
            seekers.clear()
            await self.look()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(seekers.wait(), EACH)

    async def look(self) -> int:
        """Put away what is too old and pair what is open; gives how many games were opened."""
        await self._lapse()
        leagues = {one.league for one in await self.services.tickets.open(None)}
        return sum([await self._pair(league) for league in sorted(leagues)])

    async def _lapse(self) -> None:
        store, desks = self.services.store, self.services
        for stored in await store.league.lapsed(self.services.games.now()):
            if store.share.holds(int(stored.data["guild"])):
                with contextlib.suppress(PlayError):  # answered in this moment
                    if stored.kind == tickets.KIND:
                        await desks.tickets.lapse(stored)
                    elif stored.kind == challenges.KIND:
                        await desks.challenges.lapse(stored)

    async def _pair(self, league: int) -> int:
        now, opened = self.services.games.now(), 0
        for pair in await self.services.tickets.pairs(league):
            first = pair.first.looking
            if self.services.store.share.holds(first.guild) and self._put_off.get(pair.key, 0.0) <= now:
                opened += await self._open(pair, now)
        return opened

    async def _open(self, pair: Pair, now: float) -> bool:
        first = pair.first.looking
        try:
            await self.services.lobby.must_have_room(first.guild, int(first.ticket.person))
            place = await self._place(pair)
        except (PlayError, NotDelivered) as error:
            self._later(pair, now, error)
            return False
        try:
            await self.services.tickets.game_of(pair, place)
        except BaseException as error:
            await self._give_back(place["thread_id"])
            if not isinstance(error, PlayError | PlaceTaken):
                raise
            self._later(pair, now, error)
            return False
        return True

    async def _give_back(self, thread: int | None) -> None:
        """Close a thread that no game is played in: what failed may have come after the game was opened there."""
        with contextlib.suppress(NotDelivered, StoreError):
            if thread is not None and await self.services.store.game_in(thread) is None:
                await self.transport.close_thread(thread)

    async def _place(self, pair: Pair) -> Mapping[str, Any]:
        """A thread for their game, in the channel of who has waited longer; the channel itself where I may open none."""
        first = pair.first.looking
        _, made = await self.services.formats.find(first.guild, pair.format)
        title = pair.agreed.title(made)
        try:
            thread: int | None = await self.transport.new_thread(first.place, title)
        except NotDelivered as error:
            if error.passing:
                raise
            other = await self.services.store.game_in(first.place)
            if other is not None and other.status != "over":
                raise
            thread = None
        return {"guild_id": first.guild, "channel_id": first.place, "thread_id": thread, "name": title}

    def _later(self, pair: Pair, now: float, why: Exception) -> None:
        log.warning("a pair is not opened", pair=pair.agreed.id, why=str(why))
        self._put_off = {key: until for key, until in self._put_off.items() if until > now}
        self._put_off[pair.key] = now + PUT_OFF
