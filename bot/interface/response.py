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
# Where an interaction notes that it was deferred, and for whose eyes.
DEFERRED = "deferred privately"
FOLLOWS = "What came of it is told below."


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

    Gives the id of the message, if the answer is a single one and its receipt came. Where the connection breaks it is
    sent again: what was done is done, only the answer is repeated.
    """
    parts, ids, broken, answered = reply.parts(), list[int | None](), 0, interaction.response.is_done()
    while len(ids) < len(parts):
        values = values_of(parts[len(ids)], reply, last=len(ids) == len(parts) - 1)
        try:
            if answered:
                if not ids:
                    await _make_way(interaction, reply.private)
                ids.append((await interaction.followup.send(ephemeral=reply.private, wait=True, **values)).id)
            else:
                ids.append((await interaction.response.send_message(ephemeral=reply.private, **values)).message_id)
                answered = True
        except BROKEN as error:
            broken += 1
            log.warning("answer not sent", why=repr(error), attempt=broken)
            if broken == ATTEMPTS:
                raise Unanswered from error
            await asyncio.sleep(0.25 * 2**broken)
        except discord.HTTPException as error:
            if error.code == ALREADY_ANSWERED and not answered:
                # Unless somebody else was quicker, an attempt of ours had arrived, and only its receipt was lost.
                answered, ids = True, [None] if broken else []
            elif error.code in EXPIRED and not reply.private:
                ids.append(await _in_channel(interaction, values))
            else:
                raise
    return ids[0] if len(ids) == 1 else None


async def _make_way(interaction: discord.Interaction, private: bool) -> None:
    """The first message after a deferral takes its place, and is seen by whom that was seen. Where others are meant, the
    deferral is disposed of before: nobody else reads a refusal, everybody reads an order that was deferred privately."""
    if interaction.extras.get(DEFERRED, private) != private:
        if private:
            with contextlib.suppress(discord.NotFound):
                await interaction.delete_original_response()
        else:
            await interaction.edit_original_response(content=FOLLOWS)
    interaction.extras.pop(DEFERRED, None)


async def _in_channel(interaction: discord.Interaction, values: dict[str, Any]) -> int | None:
    channel = interaction.channel
    return (await channel.send(**values)).id if isinstance(channel, discord.abc.Messageable) else None


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
    """If the work inside takes long, Discord is told that we are at it (privately or not; `answer` may be otherwise).

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
        if not in_place:
            interaction.extras[DEFERRED] = private
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
