"""A reply as a value, and the one place that sends it, whatever state the interaction is in."""

from __future__ import annotations

import asyncio
import contextlib
import io
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import discord
import structlog

from bot.interface.text.limits import ALT, CONTENT, clip, pages
from bot.media.picture import Picture

# Discord gives three seconds; a pause that long is felt, so it is told sooner that we are at work.
PATIENCE = 1.5
# Unknown interaction, message or webhook; invalid webhook token: the token is too old, or the answer is gone.
EXPIRED = {10062, 10008, 10015, 50027}
ALREADY_ANSWERED = 40060
BROKEN = (OSError, TimeoutError, aiohttp.ClientError)
ATTEMPTS = 3
MOST_PARTS = 4


log = structlog.get_logger()


class Unanswered(Exception):
    """The answer could not be sent. What was asked for has been done all the same."""


def file_of(picture: Picture) -> discord.File:
    """A picture as discord.py takes it; a fresh one for each attempt."""
    return discord.File(io.BytesIO(picture.data), picture.name, description=clip(picture.alt, ALT) or None)


@dataclass(slots=True)
class Reply:
    """What is answered. A text longer than one message goes on in further ones, a very long one in a file.

    private: only the asker sees it. view: buttons and menus under the last message.
    """

    text: str = ""
    private: bool = False
    view: discord.ui.View | None = None
    pictures: list[Picture] = field(default_factory=list)
    embed: discord.Embed | None = None

    def parts(self) -> list[str]:
        """The text in pieces that Discord takes."""
        found = pages(self.text, CONTENT) or [""]
        if len(found) <= MOST_PARTS:
            return found
        self.pictures.append(Picture("all.txt", self.text.encode()))
        return [found[0]]


async def answer(interaction: discord.Interaction, reply: Reply) -> int | None:
    """Answer an interaction: first response, follow-up, or (token too old) a message in its channel.

    Gives the id of the message, if the answer is a single one and its receipt came.
    """
    parts, sent = reply.parts(), None
    for number, part in enumerate(parts):
        last = number == len(parts) - 1
        try:
            sent = await _send(interaction, part, reply, last)
        except discord.NotFound as error:
            if error.code not in EXPIRED or reply.private:
                raise
            sent = await _in_channel(interaction, part, reply, last)
    return sent if len(parts) == 1 else None


async def _send(interaction: discord.Interaction, part: str, reply: Reply, last: bool) -> int | None:
    """Send a part; where the connection breaks, again. What was done is done: only the answer is repeated."""
    for attempt in range(ATTEMPTS):
        try:
            return await _send_once(interaction, part, reply, last, again=attempt > 0)
        except BROKEN as error:
            log.warning("answer not sent", why=repr(error), attempt=attempt + 1)
            if attempt + 1 == ATTEMPTS:
                raise Unanswered from error
            await asyncio.sleep(0.5 * 2**attempt)
    return None


async def _send_once(interaction: discord.Interaction, part: str, reply: Reply, last: bool, again: bool) -> int | None:
    values = values_of(part, reply, last)
    if not interaction.response.is_done():
        try:
            return (await interaction.response.send_message(ephemeral=reply.private, **values)).message_id
        except discord.InteractionResponded:
            pass
        except discord.HTTPException as error:
            if error.code != ALREADY_ANSWERED:
                raise
            if again:
                return None  # the first attempt had arrived, only its receipt was lost
    return (await interaction.followup.send(ephemeral=reply.private, wait=True, **values)).id


async def _in_channel(interaction: discord.Interaction, part: str, reply: Reply, last: bool) -> int | None:
    channel = interaction.channel
    if not isinstance(channel, discord.abc.Messageable):
        return None
    return (await channel.send(**values_of(part, reply, last))).id


def values_of(part: str, reply: Reply, last: bool = True) -> dict[str, Any]:
    """One message of a reply as discord.py's sending methods take it."""
    values: dict[str, Any] = {"content": part or None, "allowed_mentions": discord.AllowedMentions.none()}
    if last:
        if reply.view is not None:
            values["view"] = reply.view
        if reply.pictures:
            values["files"] = [file_of(p) for p in reply.pictures]
        if reply.embed is not None:
            values["embed"] = reply.embed
    return {k: v for k, v in values.items() if v is not None}


@contextlib.asynccontextmanager
async def patience(
    interaction: discord.Interaction, private: bool = False, in_place: bool = False
) -> AsyncIterator[None]:
    """If the work inside takes long, Discord is told that we are at it (privately or not).

    in_place: the answer will replace the message whose button was pressed (`update`).
    """
    begun = asyncio.Event()
    waiting = asyncio.create_task(_defer_later(interaction, begun, private, in_place))
    try:
        yield
    finally:
        # Once it is on its way it must arrive before the answer does.
        if not begun.is_set():
            waiting.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await waiting


async def _defer_later(interaction: discord.Interaction, begun: asyncio.Event, private: bool, in_place: bool) -> None:
    await asyncio.sleep(PATIENCE)
    begun.set()
    if not interaction.response.is_done():
        with contextlib.suppress(discord.HTTPException, discord.InteractionResponded, *BROKEN):
            await interaction.response.defer(ephemeral=private, thinking=not in_place)


async def strip(interaction: discord.Interaction) -> None:
    """Take the buttons off the message of which one was pressed; what is said comes after it."""
    try:
        if interaction.response.is_done():
            await interaction.edit_original_response(view=None)
        else:
            await interaction.response.edit_message(view=None)
    except discord.HTTPException as error:
        if error.code not in {*EXPIRED, ALREADY_ANSWERED}:
            raise


async def show(interaction: discord.Interaction, reply: Reply) -> None:
    """In the place of a private message whose button was pressed; else as a new one."""
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await update(interaction, reply)
    else:
        await answer(interaction, reply)


async def update(interaction: discord.Interaction, reply: Reply) -> None:
    """Put a reply in the place of the message whose button was pressed (or after it, if we answered already)."""
    values = values_of(clip(reply.text, CONTENT), reply)
    files = values.pop("files", [])
    values.setdefault("content", None)
    values.setdefault("embed", None)
    values.setdefault("view", None)
    if interaction.response.is_done():
        await interaction.edit_original_response(attachments=files, **values)
        return
    try:
        await interaction.response.edit_message(attachments=files, **values)
    except discord.HTTPException as error:
        if error.code != ALREADY_ANSWERED:
            raise
