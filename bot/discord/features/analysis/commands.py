"""/adjudicate: who would win from here; /analysis: what decided a game."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from analysis.adjudication import GAMES, MOST
from bot.discord.context import may_master, played_here
from bot.discord.features.analysis.adjudicate import start
from bot.discord.features.analysis.analyse import ask
from bot.game import PlayError
from bot.services import Services


class AnalysisCommands(commands.Cog):
    """What would come of a position, and what decided a game."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(name="adjudicate", description="Who would win: computers play the position out, many times")
    @app_commands.guild_only()
    @app_commands.describe(games="How many games")
    async def adjudicate(
        self, interaction: discord.Interaction, games: app_commands.Range[int, 5, MOST] = GAMES
    ) -> None:
        row, game = await played_here(self.services, interaction)
        plays = await self.services.games.permission(row.id, interaction.user.id)
        if not plays and not may_master(row, interaction):
            raise PlayError("Only those who play, or the game master, can have a position played out.")
        await start(self.services, interaction, row, game, games)

    @app_commands.command(
        name="analysis", description="What decided this game: chances turn by turn, luck and decisions"
    )
    @app_commands.guild_only()
    async def analysis(self, interaction: discord.Interaction) -> None:
        row, _ = await played_here(self.services, interaction)
        await ask(self.services, interaction, row)


async def setup(bot: commands.Bot, services: Services) -> None:
    """Add the commands."""
    await bot.add_cog(AnalysisCommands(services))
