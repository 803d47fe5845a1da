"""Sending by ourselves, not as an answer: Discord as the background workers see it (their Transport)."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

import aiohttp
import discord

from bot.discord.response import Reply, edited, values_of

# Discord's numbers for why something was refused.
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_USER = 10003, 10008, 10013
HAS_THREAD = 160004
NO_ACCESS, NO_DIRECT, NO_PERMISSION, ARCHIVED, TOO_MANY_EDITS = 50001, 50007, 50013, 50083, 30046
# What a game's panel takes, with the names players see in Discord's settings.
NEEDED = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "embed_links": "Embed Links",
    "attach_files": "Attach Files",
}


class NotDelivered(Exception):
    """Discord did not take it. code: Discord's number (0: none). status: HTTP's (0: no answer came).

    after: in how many seconds it may be tried again, if Discord said.
    """

    def __init__(self, why: str, code: int = 0, status: int = 0, after: float | None = None) -> None:
        super().__init__(why)
        self.code, self.status, self.after = code, status, after

    @property
    def passing(self) -> bool:
        """Whether it is Discord's or the line's trouble, and will go away."""
        return self.status in (0, 429) or self.status >= 500


class Delivery:
    """Sending through a discord.py services."""

    def __init__(self, services: discord.Client, connected: Any) -> None:
        self._client, self.connected = services, connected

    async def _channel(self, place: int) -> Any:
        return self._client.get_channel(place) or await self._client.fetch_channel(place)

    async def send(
        self, place: int, reply: Reply, mention: Sequence[int] = (), nonce: str = "", silent: bool = False
    ) -> int:
        """See Transport."""
        with _refusals():
            values = values_of(reply.text, reply)
            users = [discord.Object(user) for user in mention]
            values["allowed_mentions"] = discord.AllowedMentions(users=users, everyone=False, roles=False)
            channel = await self._channel(place)
            more = {**({"nonce": nonce} if nonce else {}), **({"silent": True} if silent else {})}
            return int((await channel.send(**values, **more)).id)

    async def edit(self, place: int, message: int, reply: Reply) -> None:
        """See Transport."""
        with _refusals():
            channel = await self._channel(place)
            await channel.get_partial_message(message).edit(**edited(reply))

    async def strip(self, place: int, message: int) -> None:
        """See Transport."""
        with _refusals():
            await (await self._channel(place)).get_partial_message(message).edit(view=None)

    async def delete(self, place: int, message: int) -> None:
        """See Transport."""
        with _refusals():
            await (await self._channel(place)).get_partial_message(message).delete()

    async def direct(self, user: int, reply: Reply, nonce: str = "") -> int:
        """See Transport."""
        with _refusals():
            person = self._client.get_user(user) or await self._client.fetch_user(user)
            return int((await person.send(**values_of(reply.text, reply), nonce=nonce)).id)

    async def open_thread(self, place: int) -> None:
        """See Transport."""
        with _refusals():
            channel = await self._channel(place)
            if isinstance(channel, discord.Thread):
                await channel.edit(archived=False)

    async def new_thread(self, place: int, title: str) -> int:
        """See Transport."""
        with _refusals():
            channel = await self._channel(place)
            if isinstance(channel, discord.Thread):
                channel = await self._channel(channel.parent_id)
            return int((await channel.create_thread(name=title, type=discord.ChannelType.public_thread)).id)

    async def close_thread(self, place: int) -> None:
        """See Transport."""
        with _refusals():
            await (await self._channel(place)).edit(archived=True)

    async def start_thread(self, place: int, message: int, name: str) -> int:
        """See Transport."""
        with _refusals():
            channel = await self._channel(place)
            try:
                return int((await channel.get_partial_message(message).create_thread(name=name[:100])).id)
            except discord.HTTPException as error:
                if error.code != HAS_THREAD:
                    raise
                return message  # a message's thread has its id

    async def missing(self, place: int) -> list[str]:
        """See Transport."""
        with _refusals():
            return missing_in(await self._channel(place))


def missing_in(channel: Any) -> list[str]:
    """The permissions we lack in a channel or thread, as Discord's settings call them."""
    if getattr(channel, "guild", None) is None or channel.guild.me is None:
        return []
    return missing_of(channel.permissions_for(channel.guild.me), isinstance(channel, discord.Thread))


def missing_of(may: discord.Permissions, thread: bool) -> list[str]:
    """What is missing in permissions, to play in a thread or in a channel."""
    passed_over = "send_messages" if thread else "send_messages_in_threads"
    return [name for key, name in NEEDED.items() if key != passed_over and not getattr(may, key)]


@contextlib.contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except discord.HTTPException as error:
        raise NotDelivered(str(error), error.code, error.status, _retry_after(error)) from error
    except discord.RateLimited as error:
        raise NotDelivered(str(error), 0, 429, error.retry_after) from error
    except (OSError, TimeoutError, aiohttp.ClientError) as error:
        raise NotDelivered(repr(error)) from error


def _retry_after(error: discord.HTTPException) -> float | None:
    try:
        return float(error.response.headers["Retry-After"])
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
