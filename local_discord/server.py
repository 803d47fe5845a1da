"""The local channel: one server on loopback with the REST API, the gateway, the files and the page."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from aiohttp import web

from local_discord import cdn, routes
from local_discord.gateway import Gateway
from local_discord.line import Inspector, Line
from local_discord.page_server import PageServer
from local_discord.rates import Rates
from local_discord.rest import Rest
from local_discord.save import Keeper
from local_discord.seed import Seed
from local_discord.world import World

__all__ = ["LocalChannel", "Seed", "channel_in_thread", "routes"]

DEFAULT_PORT = 8990


class LocalChannel:
    """A running local channel. Use it as `async with LocalChannel() as channel`.

    port 0 takes a free one. `save_path` keeps the world in a file between starts. `rates` are Discord's rate limits, none if
    left out. `clock` counts the seconds that the bot may take to its first answer (three) and has the token for. `line` and
    `inspector` are for tests (testing/channel.py).
    """

    def __init__(
        self,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        seed: Seed | None = None,
        save_path: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
        rates: Rates | None = None,
        line: Line | None = None,
        inspector: Inspector | None = None,
    ) -> None:
        self.host = host
        self._wanted_port = port
        self.world = World(seed, clock)
        line = line or Line()
        self.gateway = Gateway(self.world, line)
        self.rest = Rest(self.world, line, inspector or Inspector(), rates)
        self.page = PageServer(self.world, self.gateway)
        self._keeper = Keeper(self.world, save_path) if save_path else None
        self._runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        """The address of the server, which is also that of the page."""
        return self.world.base_url

    @property
    def token(self) -> str:
        """The token with which the bot logs in."""
        return self.world.token

    async def __aenter__(self) -> LocalChannel:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def start(self) -> None:
        """Bind the port, read the saved world if there is one, and serve. OSError if the port is taken."""
        door = socket.create_server((self.host, self._wanted_port))
        port = door.getsockname()[1]
        self.world.base_url = f"http://{self.host if self.host != '0.0.0.0' else '127.0.0.1'}:{port}"
        if self._keeper:
            self._keeper.start()
        self._runner = web.AppRunner(self._application(), access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        await web.SockSite(self._runner, door).start()

    async def close(self) -> None:
        """Break the connections, stop serving, save."""
        await self.gateway.drop(1001)
        await self.page.close()
        if self._runner:
            await self._runner.cleanup()
        if self._keeper:
            await self._keeper.stop()

    def _application(self) -> web.Application:
        app = web.Application(client_max_size=128 * 1024 * 1024)
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/gateway/", self.gateway.handle)
        cdn.add_to(app, self.world)
        self.rest.add_to(app)
        self.page.add_to(app)
        return app


@contextmanager
def channel_in_thread(
    *, host: str = "127.0.0.1", port: int = 0, seed: Seed | None = None, save_path: Path | None = None
) -> Iterator[LocalChannel]:
    """Run a channel in a thread and event loop of its own, so that a busy bot doesn't make it wait.

    From outside only `url` and `token` may be used.
    """
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="local-channel", daemon=True)
    thread.start()
    try:
        channel = asyncio.run_coroutine_threadsafe(_started(host, port, seed, save_path), loop).result()
        try:
            yield channel
        finally:
            asyncio.run_coroutine_threadsafe(channel.close(), loop).result()
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _started(host: str, port: int, seed: Seed | None, save_path: Path | None) -> LocalChannel:
    channel = LocalChannel(host=host, port=port, seed=seed, save_path=save_path)
    await channel.start()
    return channel
