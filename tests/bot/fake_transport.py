"""Discord for the workers, in memory: what was sent, and refusals by their numbers on demand."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from bot.discord.delivery import NotDelivered
from bot.discord.response import Reply, edited

# Two transports give no thread the same number, as Discord does not.
THREADS = count(900)


@dataclass
class Sent:
    """One message as it stands."""

    place: int
    text: str
    mention: tuple[int, ...] = ()
    embed: str = ""
    buttons: bool = False
    edits: int = 0
    silent: bool = False

    def change(self, values: Mapping[str, Any]) -> None:
        """As Discord does: what is not named stays."""
        self.edits += 1
        if "content" in values:
            self.text = values["content"] or ""
        if "embed" in values:
            self.embed = str(values["embed"].title) if values["embed"] else ""
        if "view" in values:
            self.buttons = values["view"] is not None


@dataclass
class FakeTransport:
    """now: gives new messages their ids, as Discord's tell the time. slow: places whose messages hang."""

    now: float = 1_700_000_000.0
    messages: dict[int, Sent] = field(default_factory=dict)
    directs: list[tuple[int, str]] = field(default_factory=list)
    refusals: dict[str, list[NotDelivered]] = field(default_factory=lambda: defaultdict(list))
    slow: dict[int, asyncio.Event] = field(default_factory=dict)
    opened: list[int] = field(default_factory=list)
    threads: dict[int, str] = field(default_factory=dict)
    lacking: list[str] = field(default_factory=list)
    nonces: dict[str, int] = field(default_factory=dict)

    def refuse(self, what: str, code: int = 0, status: int = 403, times: int = 1, after: float | None = None) -> None:
        """Have the next calls of a kind refused."""
        self.refusals[what] += [NotDelivered(f"refused ({code})", code, status, after)] * times

    async def _maybe(self, what: str, place: int = 0) -> None:
        if place in self.slow:
            await self.slow[place].wait()
        if self.refusals[what]:
            raise self.refusals[what].pop(0)

    async def connected(self) -> None:
        """At once."""

    async def send(
        self, place: int, reply: Reply, mention: Sequence[int] = (), nonce: str = "", silent: bool = False
    ) -> int:
        """See Transport."""
        await self._maybe("send", place)
        nonce = nonce or f"none {len(self.nonces)}"
        if nonce in self.nonces:
            return self.nonces[nonce]
        number = (int((self.now - 1_420_070_400) * 1000) << 22) + len(self.nonces)
        title = str(reply.embed.title) if reply.embed else ""
        self.messages[number] = Sent(place, reply.text, tuple(mention), title, reply.view is not None, silent=silent)
        self.nonces[nonce] = number
        return number

    async def edit(self, place: int, message: int, reply: Reply) -> None:
        """See Transport."""
        await self._maybe("edit", place)
        self.messages[message].change(edited(reply))

    async def strip(self, place: int, message: int) -> None:
        """See Transport."""
        await self._maybe("strip", place)
        self.messages[message].buttons = False

    async def delete(self, place: int, message: int) -> None:
        """See Transport."""
        await self._maybe("delete", place)
        del self.messages[message]

    async def direct(self, user: int, reply: Reply, nonce: str = "") -> int:
        """See Transport."""
        await self._maybe("direct")
        self.directs.append((user, reply.text))
        return len(self.directs)

    async def open_thread(self, place: int) -> None:
        """See Transport."""
        await self._maybe("open")
        self.opened.append(place)

    async def new_thread(self, place: int, title: str) -> int:
        """See Transport."""
        await self._maybe("thread")
        self.threads[number := next(THREADS)] = title
        return number

    async def close_thread(self, place: int) -> None:
        """See Transport."""
        del self.threads[place]

    async def start_thread(self, place: int, message: int, name: str) -> int:
        """See Transport."""
        await self._maybe("thread", place)
        self.threads[message] = name
        return message

    async def missing(self, place: int) -> list[str]:
        """See Transport."""
        await self._maybe("missing")
        return self.lacking
