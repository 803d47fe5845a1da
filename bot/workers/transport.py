"""What the workers need of Discord. bot/discord/delivery.py is the one there is; tests have another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.discord.response import Reply


class Transport(Protocol):
    """Sending and changing messages. Each raises NotDelivered (bot/discord/delivery.py) when Discord refuses."""

    async def connected(self) -> None:
        """Wait until messages can be sent."""

    async def send(
        self, place: int, reply: Reply, mention: Sequence[int] = (), nonce: str = "", silent: bool = False
    ) -> int:
        """Post in a channel or thread; gives the message's id. mention: the people who are notified. silent: nobody's
        device makes a sound."""

    async def edit(self, place: int, message: int, reply: Reply) -> None:
        """Put another text, embed and buttons into a message; its pictures stay unless there are new ones."""

    async def strip(self, place: int, message: int) -> None:
        """Take a message's buttons away."""

    async def delete(self, place: int, message: int) -> None:
        """Remove a message of ours."""

    async def direct(self, user: int, reply: Reply, nonce: str = "") -> int:
        """Post a direct message; gives its id."""

    async def open_thread(self, place: int) -> None:
        """Bring a thread back from the archive."""

    async def new_thread(self, place: int, title: str) -> int:
        """Open a thread in a channel (of a thread: beside it); gives its id."""

    async def close_thread(self, place: int) -> None:
        """Send a thread of ours to the archive."""

    async def start_thread(self, place: int, message: int, name: str) -> int:
        """Open a thread at a message of ours, which bears one at most: a second time it is the same. Gives its id."""

    async def missing(self, place: int) -> list[str]:
        """What we may not do in a place and would have to, in Discord's words for players; empty: nothing."""
