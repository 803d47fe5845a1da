"""Which game, and which person in it, an interaction is about."""

from __future__ import annotations

import discord

from bot.game import Permission, PlayError
from bot.services import Services
from bot.store import Game
from rules.play.game import Game as EngineGame


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


def must_master(row: Game, interaction: discord.Interaction) -> None:
    """Raises PlayError unless the person is the game's master."""
    if row.master != interaction.user.id:
        raise PlayError(f"Only the game master (<@{row.master}>) can do that.")


async def permission_here(services: Services, interaction: discord.Interaction, row: Game) -> Permission:
    """What the person may do in a game."""
    return await services.games.permission(row.id, interaction.user.id)


def name_of(interaction: discord.Interaction) -> str:
    """The name under which a person is shown."""
    return interaction.user.display_name
