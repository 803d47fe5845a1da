"""Where a game is played: a new one in a thread of its own if that is allowed, else the channel; or where it is moved to."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import discord

from bot.discord.components.tell import tell_all
from bot.discord.context import may_master, must_be_able
from bot.discord.features.lobby.listings import meant
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


async def move_here(services: Services, interaction: discord.Interaction, game: str) -> None:
    """Have a game played where the interaction came from. game: its id, name or a part of it. Raises PlayError."""
    every = await services.store.games(interaction.guild_id)
    row = meant([g for g in every if may_master(g, interaction)], game)
    if row is None:
        raise PlayError("You are master of no such game on this server, or of several: choose one of the list.")
    channel = interaction.channel
    must_be_able(interaction, isinstance(channel, discord.Thread))
    parent = channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id
    other = await services.store.game_in(interaction.channel_id or 0)
    if other is not None and other.status != "over" and other.id != row.id:
        raise PlayError(f"{other.name} is played here. Use another channel.")
    inside = interaction.channel_id if isinstance(channel, discord.Thread) else None
    row = await services.lobby.move_to(interaction.user.id, row.id, inside, parent)
    await tell_all(services, interaction, row.id, f"**{row.name}** is played here from now on.")
