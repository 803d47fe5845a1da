"""Show to all: what one has looked up is posted for everybody, as it stands in the message with the button."""

from __future__ import annotations

import asyncio
import contextlib

import aiohttp
import discord

from bot.discord.components.build import Button, button
from bot.discord.components.custom_id import Press, make
from bot.discord.components.router import route
from bot.discord.response import Reply, answer, patience
from bot.discord.text.limits import CONTENT, clip
from bot.game import PlayError
from bot.processes.picture import Picture
from bot.services import Services


def share() -> Button:
    """The button under a private answer. It works whatever the answer is, and long after the position it was made of."""
    return button("Show to all", make("share"))


@route("share")
async def show_to_all(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Post the message whose button was pressed, without its buttons."""
    shown = interaction.message
    if shown is None or not shown.flags.ephemeral:
        raise PlayError("Everybody sees this already.")
    async with patience(interaction):
        found = await asyncio.gather(*map(_picture, shown.attachments))
    pictures, embed = [p for p in found if p], shown.embeds[0] if shown.embeds else None
    text = shown.content
    if not (text or embed or pictures):
        text = " ".join(a.description or "" for a in shown.attachments) or "That picture can no longer be had."
    await answer(interaction, Reply(clip(text, CONTENT), embed=embed, pictures=pictures))


async def _picture(attachment: discord.Attachment) -> Picture | None:
    """A picture of the message; without it if it can't be had any more, as the text can be."""
    with contextlib.suppress(discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError):
        return Picture(attachment.filename, await attachment.read(), attachment.description or "")
    return None
