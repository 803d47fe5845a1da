"""The local channel as tests use it: with faults on its line, and with Discord's description as its inspector."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from local_discord.errors import ApiError
from local_discord.files import Upload
from local_discord.gateway import INVALID, RECONNECT
from local_discord.line import Inspector
from local_discord.rates import Rates
from local_discord.seed import Seed
from local_discord.server import LocalChannel
from local_discord.testing.faults import Faults
from local_discord.testing.validate import Validator, Violation, load_validator


class TestChannel(LocalChannel):
    """A channel whose line can fail (`faults`). spec: the file of Discord's description, against which every request and
    response is then checked. violations: every breach of it so far, by the bot or by the channel itself."""

    __test__ = False  # no class of tests, whatever pytest reads in its name

    def __init__(
        self,
        *,
        spec: Path | None = None,
        save_path: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
        rates: Rates | None = None,
        seed: Seed | None = None,
    ) -> None:
        self.faults = Faults()
        self.violations: list[Violation] = []
        validator = load_validator(spec)
        inspector = Description(validator, self.violations) if validator else None
        super().__init__(
            seed=seed, save_path=save_path, clock=clock, rates=rates, line=self.faults, inspector=inspector
        )

    async def wait_ready(self, timeout: float = 30.0) -> None:
        """Wait until a bot has identified itself. TimeoutError if none comes."""
        async with asyncio.timeout(timeout):
            await self.gateway.ready.wait()

    def pass_time(self, seconds: float) -> None:
        """So many seconds go by at once."""
        clock = self.world.clock
        self.world.clock = lambda: clock() + seconds

    def ask_to_reconnect(self) -> None:
        """Send op 7: the bots are to reconnect and resume."""
        for connection in self.gateway.connections:
            connection.put({"op": RECONNECT, "d": None, "s": None, "t": None})

    def invalidate(self) -> None:
        """Forget every session and say so (op 9): the bots have to identify anew."""
        self.gateway.sessions.clear()
        for connection in self.gateway.connections:
            connection.detach()
            connection.put({"op": INVALID, "d": False, "s": None, "t": None})


class Description(Inspector):
    """Refuses what breaks Discord's description, as Discord would, and remembers it."""

    def __init__(self, validator: Validator, violations: list[Violation]) -> None:
        self._validator, self._violations = validator, violations

    def asked(self, method: str, path: str, body: Any, uploads: Sequence[Upload], content_type: str | None) -> None:
        """See Inspector."""
        found = self._validator.check_request(method, path, body, [u.field for u in uploads], content_type)
        self._violations += found
        if found:
            tree = {"_errors": [{"code": "DESCRIPTION", "message": str(v)} for v in found]}
            raise ApiError(400, 50035, "Invalid Form Body", tree)

    def answered(self, method: str, path: str, status: int, body: Any) -> None:
        """See Inspector."""
        self._violations += self._validator.check_response(method, path, status, body)
