"""What lies between the bot and the channel, as the server sees it. A product has nothing there; tests put faults on the line
and look at what goes over it (testing/)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from aiohttp import web

from local_discord.files import Upload

Serve = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Line:
    """The line to the bot; this one is without fault."""

    gateway_delay = 0.0
    """Seconds for which each frame of the gateway is under way."""

    async def around(self, request: web.Request, carry_out: Serve) -> web.StreamResponse:
        """Serve a request of the REST API, or one for the gateway: `carry_out` does what it asks for."""
        return await carry_out(request)

    def copies(self, event: str) -> int:
        """How many times an event that happens now is sent."""
        return 1


class Inspector:
    """Sees the requests of the REST API and their responses; this one lets all pass. Paths are without the API's prefix."""

    def asked(self, method: str, path: str, body: Any, uploads: Sequence[Upload], content_type: str | None) -> None:
        """A request was read, and is not yet carried out. ApiError refuses it."""

    def answered(self, method: str, path: str, status: int, body: Any) -> None:
        """A request was carried out; this is its answer."""
