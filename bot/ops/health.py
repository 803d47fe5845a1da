"""The health endpoint: GET /health on loopback, for the container's check and for monitors.

`python -m bot.ops.health` asks it and ends with status 0 if all is well.
"""

from __future__ import annotations

import asyncio
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable
from importlib.metadata import PackageNotFoundError, version

from aiohttp import web

from bot.settings import SettingsError, load_settings


class Unwell(Exception):
    """A check's finding, in words that may be shown: no address, no secret."""


Check = Callable[[], Awaitable[str]]
Figures = Callable[[], Awaitable[bytes]]
PATIENCE = 5.0


class Health:
    """Named checks, asked when someone asks us. A check gives a few words, or raises if all is not well."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, metrics: Figures | None = None) -> None:
        """metrics: gives what GET /metrics answers."""
        self._metrics = metrics
        self._checks: dict[str, Check] = {}
        self._clock, self._started = clock, clock()
        self._runner: web.AppRunner | None = None

    def add(self, name: str, check: Check) -> None:
        """Have a check asked from now on."""
        self._checks[name] = check

    async def state(self) -> tuple[bool, dict[str, object]]:
        """Whether all is well, and what to show of it."""
        results = await asyncio.gather(*(self._ask(check) for check in self._checks.values()))
        well = all(ok for ok, _ in results)
        shown = {name: words for name, (_, words) in zip(self._checks, results, strict=True)}
        uptime = round(self._clock() - self._started)
        return well, {"ok": well, "version": _version(), "uptime_seconds": uptime, "checks": shown}

    async def _ask(self, check: Check) -> tuple[bool, str]:
        try:
            async with asyncio.timeout(PATIENCE):
                return True, await check()
        except TimeoutError:
            return False, "failing: no answer in time"
        except Unwell as error:
            return False, f"failing: {error}"
        except Exception as error:
            # Only the kind: a message might hold an address with a password.
            return False, f"failing: {type(error).__name__}"

    async def start(self, host: str, port: int) -> int:
        """Listen; gives the port (0 asks for a free one). Raises OSError if it is taken."""
        app = web.Application()
        app.router.add_get("/health", self._answer)
        if self._metrics is not None:
            app.router.add_get("/metrics", self._show_metrics)
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, host, port)
        try:
            await site.start()
        except OSError as error:
            raise OSError(
                f"no health endpoint at {host}:{port} ({error.strerror}): see ADJUTANT_HEALTH_PORT"
            ) from error
        return int(self._runner.addresses[0][1])

    async def stop(self) -> None:
        """Stop listening."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _show_metrics(self, _: web.Request) -> web.Response:
        assert self._metrics is not None
        return web.Response(body=await self._metrics(), headers={"Content-Type": "text/plain; version=0.0.4"})

    async def _answer(self, _: web.Request) -> web.Response:
        well, shown = await self.state()
        return web.json_response(shown, status=200 if well else 503)


def _version() -> str:
    try:
        return version("adjutant")
    except PackageNotFoundError:
        return "from a checkout"


def main() -> int:
    """Ask the bot on this machine how it is. Status 0: well, or the endpoint is switched off."""
    try:
        settings = load_settings()
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 1
    if settings.health_port == 0:
        print("the health endpoint is switched off")
        return 0
    host = "127.0.0.1" if settings.health_host in ("0.0.0.0", "::") else settings.health_host
    host = f"[{host}]" if ":" in host else host
    try:
        with urllib.request.urlopen(f"http://{host}:{settings.health_port}/health", timeout=PATIENCE + 1) as answer:
            print(answer.read().decode())
        return 0
    except urllib.error.HTTPError as error:
        print(error.read().decode(), file=sys.stderr)
    except OSError as error:
        print(f"no answer: {error}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
