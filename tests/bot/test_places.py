"""Places that went while the bot was down: their games are paused before any clock goes on, and their masters told."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from asked import refusal
from desk import Desk
from test_timekeeper import DAILY, deadline

from bot.discord.places import look_for_places

GONE, NO_ACCESS, DOWN = 10003, 50001, 0


class Seen:
    """A client that knows a server or not, and what Discord says of a channel."""

    def __init__(self, known: bool, code: int | None, unavailable: bool = False) -> None:
        self.guild = SimpleNamespace(unavailable=unavailable) if known else None
        self.code = code

    def get_guild(self, number: int) -> Any:
        """The server, if it is known."""
        return self.guild

    def get_channel(self, number: int) -> Any:
        """Channels that are there are known; threads that sleep are not."""
        return None

    async def fetch_channel(self, number: int) -> Any:
        """What Discord says."""
        if self.code is not None:
            raise refusal(self.code, 503 if self.code == DOWN else 404)


@pytest.mark.parametrize(
    ("seen", "why"),
    [
        (Seen(True, GONE), "was deleted while I was away"),
        (Seen(False, NO_ACCESS), "I was taken off its server while I was away"),
        (Seen(True, None), ""),
        (Seen(True, NO_ACCESS), ""),
        (Seen(True, DOWN), ""),
        (Seen(False, DOWN), ""),
        (Seen(True, GONE, unavailable=True), ""),
    ],
)
async def test_what_is_gone_is_paused_and_told(desk: Desk, seen: Seen, why: str) -> None:
    await desk.begin(settings=DAILY)
    assert (await deadline(desk)).fire_at is not None
    await look_for_places(seen, desk.services)  # type: ignore[arg-type]
    told = [m.payload["content"] for m in await desk.store.outbox.listed() if m.kind == "direct"]
    assert (await desk.row()).status == ("paused" if why else "running")
    assert ((await deadline(desk)).fire_at is None) == bool(why)
    assert [why in text for text in told] == ([True] if why else [])
