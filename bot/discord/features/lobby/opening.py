"""Where a new game is played: a thread of its own where that is allowed, else the channel."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import discord

from bot.discord.context import must_be_able
from bot.game import PlayError
from bot.services import Services


@contextlib.asynccontextmanager
async def place_for(
    services: Services, interaction: discord.Interaction, title: str, here: bool = False
) -> AsyncIterator[tuple[dict[str, Any], str]]:
    """The place of a game that is opened inside, as fields of its row, and what to say. Where that fails, the thread goes to
    the archive. Raises PlayError where no game can be played."""
    parent = await _room(services, interaction, here)
    inside_thread = isinstance(interaction.channel, discord.Thread)
    must_be_able(interaction, inside_thread or (not here and _may_open(interaction)))
    thread, told = await _thread(interaction, title, here)
    inside = interaction.channel_id if parent != interaction.channel_id else None
    fields = {
        "guild_id": interaction.guild_id or 0,
        "channel_id": parent,
        "thread_id": thread.id if thread else inside,
        "name": title,
    }
    try:
        yield fields, told
    except BaseException:
        if thread is not None:
            with contextlib.suppress(discord.HTTPException):
                await thread.edit(archived=True)
        raise


async def _room(services: Services, interaction: discord.Interaction, here: bool) -> int:
    """The channel a game belongs to. Raises PlayError if the place is taken."""
    channel = interaction.channel
    inside = isinstance(channel, discord.Thread)
    if (here or inside or not _may_open(interaction)) and interaction.channel_id:
        other = await services.store.game_in(interaction.channel_id)
        if other is not None and other.status != "over":
            hint = "" if inside or here else " I may not open threads here."
            raise PlayError(f"{other.name} is played here. Use another channel.{hint}")
    if inside and isinstance(channel, discord.Thread):
        return channel.parent_id
    return interaction.channel_id or 0


def _may_open(interaction: discord.Interaction) -> bool:
    may = interaction.app_permissions
    return may.create_public_threads and may.send_messages_in_threads


async def _thread(interaction: discord.Interaction, title: str, here: bool) -> tuple[discord.Thread | None, str]:
    """A thread for a new game, where wanted and allowed; and what to say."""
    channel = interaction.channel
    if here or not isinstance(channel, discord.TextChannel) or not _may_open(interaction):
        return None, f"**{title}** is open. Join with the buttons below."
    try:
        thread = await channel.create_thread(name=title, type=discord.ChannelType.public_thread)
    except discord.HTTPException:
        return None, f"**{title}** is open; it is played here, as I could not open a thread."
    return thread, f"**{title}** is open: {thread.mention}"
