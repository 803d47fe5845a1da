"""Faults on purpose: what a bot has to survive, ordered by a test.

REST faults wait for a matching request and act on it once (or as often as told). Gateway faults are
duplicated and delayed events here, and one that lets nobody in (`gateway_down`); broken connections are `Gateway.drop`,
`TestChannel.ask_to_reconnect`, `TestChannel.invalidate`.
"""

from __future__ import annotations

import asyncio
import random
import re
from dataclasses import dataclass, field
from enum import Enum

from aiohttp import web

from local_discord.errors import Json
from local_discord.line import Line, Serve
from local_discord.rest import Answer, http_response


class Kind(Enum):
    """What happens to a request."""

    ANSWER = "answered with an error, not carried out"
    DROP = "connection cut, not carried out"
    DROP_AFTER = "carried out, then the connection cut before the answer"
    LATE = "carried out after a while"
    LATE_ANSWER = "carried out at once, answered after a while"


@dataclass
class Fault:
    """One fault: which requests it meets, what it does, how often."""

    kind: Kind
    method: str = ".*"
    path: str = ""
    times: int = 1
    status: int = 500
    body: Json = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0

    def meets(self, method: str, path: str) -> bool:
        """Whether this fault is for that request (`method` and `path` are regular expressions)."""
        return bool(self.times and re.fullmatch(self.method, method) and re.search(self.path, path))


class Faults(Line):
    """A line with faults: those that are to come, and a record of those that came."""

    def __init__(self) -> None:
        self.waiting: list[Fault] = []
        self.happened: list[tuple[Kind, str, str]] = []
        self.gateway_down = False
        self._copies: dict[str, int] = {}
        self._chaos: tuple[random.Random, float] | None = None

    def rate_limit(
        self, path: str = "", *, method: str = ".*", retry_after: float = 0.05, times: int = 1, everything: bool = False
    ) -> Fault:
        """Answer the next matching requests with 429; `everything` makes it the global limit."""
        body = {"message": "You are being rate limited.", "retry_after": retry_after, "global": everything}
        headers = {"Retry-After": str(max(1, round(retry_after)))}
        headers["X-RateLimit-Scope"] = "global" if everything else "user"
        if everything:
            headers["X-RateLimit-Global"] = "true"
        return self.add(Fault(Kind.ANSWER, method, path, times, 429, body, headers))

    def server_error(self, path: str = "", *, method: str = ".*", status: int = 502, times: int = 1) -> Fault:
        """Answer the next matching requests with a 5xx."""
        body = {"code": 0, "message": f"{status}: upstream error"}
        return self.add(Fault(Kind.ANSWER, method, path, times, status, body))

    def refuse(self, path: str, code: int, status: int, *, method: str = ".*", times: int = 1) -> Fault:
        """Answer the next matching requests with one of Discord's own refusals, by its number."""
        body = {"code": code, "message": f"refused with {code}"}
        return self.add(Fault(Kind.ANSWER, method, path, times, status, body))

    def drop(self, path: str = "", *, method: str = ".*", times: int = 1, after: bool = False) -> Fault:
        """Cut the connection of the next matching requests, before or after they are carried out."""
        return self.add(Fault(Kind.DROP_AFTER if after else Kind.DROP, method, path, times))

    def late(
        self, path: str = "", *, method: str = ".*", seconds: float = 1.0, times: int = 1, answer_only: bool = False
    ) -> Fault:
        """Hold the next matching requests (or only the answers to them) for some seconds."""
        kind = Kind.LATE_ANSWER if answer_only else Kind.LATE
        return self.add(Fault(kind, method, path, times, seconds=seconds))

    def add(self, fault: Fault) -> Fault:
        """Let a fault wait for its requests."""
        self.waiting.append(fault)
        return fault

    def duplicate(self, event: str = "INTERACTION_CREATE", *, times: int = 1) -> None:
        """Send each of the next `times` events of this name twice."""
        self._copies[event] = self._copies.get(event, 0) + times

    def chaos(self, seed: int, rate: float) -> None:
        """From now on meet each request with a random fault with probability `rate` (0 ends it)."""
        self._chaos = (random.Random(seed), rate) if rate else None

    async def around(self, request: web.Request, carry_out: Serve) -> web.StreamResponse:
        """Serve a request with the fault that waits for it, if one does."""
        if request.path.startswith("/gateway"):
            if self.gateway_down:
                raise web.HTTPServiceUnavailable
            return await carry_out(request)
        fault = self.for_request(request.method, request.path)
        return await (carry_out(request) if fault is None else _with(fault, request, carry_out))

    def copies(self, event: str) -> int:
        """Two, if a duplicate was ordered."""
        if not self._copies.get(event):
            return 1
        self._copies[event] -= 1
        return 2

    def for_request(self, method: str, path: str) -> Fault | None:
        """The fault that meets this request, used up by one; None if it goes well."""
        for fault in self.waiting:
            if fault.meets(method, path):
                fault.times -= 1
                self.happened.append((fault.kind, method, path))
                self.waiting = [f for f in self.waiting if f.times]
                return fault
        return self._by_chance(method, path)

    def _by_chance(self, method: str, path: str) -> Fault | None:
        if not self._chaos or self._chaos[0].random() >= self._chaos[1]:
            return None
        chance = self._chaos[0]
        other = Faults()
        made = chance.choice((other.rate_limit, other.server_error, other.drop, other.late))()
        made.seconds = chance.random() / 5
        self.happened.append((made.kind, method, path))
        return made


async def _with(fault: Fault, request: web.Request, carry_out: Serve) -> web.StreamResponse:
    """Serve a request as a fault has it."""
    if fault.kind is Kind.ANSWER:
        await request.read()
        refused = http_response(Answer(fault.status, fault.body), "fault")
        refused.headers.update(fault.headers)
        return refused
    if fault.kind is Kind.DROP:
        return _cut(request)
    if fault.kind is Kind.LATE:
        await asyncio.sleep(fault.seconds)
    response = await carry_out(request)
    if fault.kind is Kind.DROP_AFTER:
        return _cut(request)
    if fault.kind is Kind.LATE_ANSWER:
        await asyncio.sleep(fault.seconds)
    return response


def _cut(request: web.Request) -> web.Response:
    """Break the connection under a request."""
    if request.transport:
        request.transport.abort()
    return web.Response(status=500)
