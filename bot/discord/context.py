"""Which game, and which person in it, an interaction is about."""

from __future__ import annotations

from typing import Any, TypeVar

import discord
from discord import app_commands

from bot.discord.delivery import missing_of
from bot.game import Permission, PlayError
from bot.game.people.typed_text import plain
from bot.services import Services
from bot.store import Game
from rules.play.game import Game as EngineGame

C = TypeVar("C", bound="app_commands.Command[Any, ..., Any] | app_commands.ContextMenu | app_commands.Group")


def anywhere(command: C) -> C:
    """A command that a person can install for himself: it works in direct messages and on servers without the bot too."""
    command.allowed_installs = app_commands.AppInstallationType(guild=True, user=True)
    command.allowed_contexts = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
    return command


async def game_here(services: Services, interaction: discord.Interaction) -> Game:
    """The game of the channel or thread. Raises PlayError with a hint where it may be."""
    row = await services.store.game_in(interaction.channel_id or 0)
    if row is None:
        raise PlayError(await _hint(services, interaction))
    return row


async def _hint(services: Services, interaction: discord.Interaction) -> str:
    games = await services.store.games(interaction.guild_id, ("lobby", "running", "paused"), interaction.user.id)
    if games:
        places = ", ".join(f"<#{game.place}> ({game.name})" for game in games[:5])
        return f"There is no game in this channel. Yours: {places}."
    return "There is no game in this channel. `/game new` opens one."


async def played_here(services: Services, interaction: discord.Interaction) -> tuple[Game, EngineGame]:
    """The game of the channel and its position. Raises PlayError if it has not started."""
    row = await game_here(services, interaction)
    if row.engine is None:
        raise PlayError("This game has not started yet: its lobby is above. `/game start` begins it.")
    return row, (await services.games.table(row.id)).game


async def mastered_here(services: Services, interaction: discord.Interaction) -> Game:
    """The game of the channel, for something only its game master may do."""
    row = await game_here(services, interaction)
    must_master(row, interaction)
    return row


def may_master(row: Game, interaction: discord.Interaction) -> bool:
    """Whether a person may use a game master's powers: its master, or who manages the server it is played on (should
    the master be gone). What they do is on the record under their own name."""
    here = interaction.guild_id == row.guild_id
    return row.master == interaction.user.id or (here and interaction.permissions.manage_guild)


def must_master(row: Game, interaction: discord.Interaction) -> None:
    """Raises PlayError unless the person may use the game master's powers."""
    if not may_master(row, interaction):
        raise PlayError(f"Only the game master (<@{row.master}>) can do that, or somebody who manages this server.")


def must_be_able(interaction: discord.Interaction, thread: bool) -> None:
    """Raises PlayError with what is missing unless the bot may play where the interaction came from.

    thread: in a thread, or in one that is yet to be opened there.
    """
    if lacking := missing_of(interaction.app_permissions, thread):
        names = ", ".join(f"**{name}**" for name in lacking)
        raise PlayError(f"To play here I need the permission {names}. Whoever manages this server can give it to me.")


def must_open_threads(interaction: discord.Interaction) -> None:
    """Raises PlayError unless the bot may open threads in this channel, and play in them."""
    if not isinstance(interaction.channel, discord.TextChannel):
        raise PlayError("A tournament is held in a text channel: its games are threads there.")
    must_be_able(interaction, thread=True)
    if not interaction.app_permissions.create_public_threads:
        raise PlayError("To open games here I need the permission **Create Public Threads**.")


async def permission_here(services: Services, interaction: discord.Interaction, row: Game) -> Permission:
    """What the person may do in a game."""
    return await services.games.permission(row.id, interaction.user.id)


def name_of(interaction: discord.Interaction) -> str:
    """The name under which a person is shown."""
    return shown_name(interaction.user)


def shown_name(user: discord.User | discord.Member) -> str:
    """The same of anybody."""
    return plain(user.display_name, 60) or f"player {user.id}"
