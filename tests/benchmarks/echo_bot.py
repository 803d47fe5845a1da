"""python -m tests.benchmarks.echo_bot: a bare bot to compare with; it answers at once with what it was given.
ADJUTANT_CHANNEL_URL names the channel, as for the bot."""

from __future__ import annotations

import os

import discord
from discord import app_commands

from local_discord.connect import point_discord_at
from local_discord.seed import local_token


class EchoBot(discord.Client):
    """One command, completed while typing."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        """Register the command."""

        @self.tree.command(description="says it again")
        async def echo(act: discord.Interaction, text: str) -> None:
            await act.response.send_message(text, ephemeral=True)

        @echo.autocomplete("text")
        async def complete(act: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
            return [app_commands.Choice(name=f"{current} {n}", value=f"{current} {n}") for n in range(10)]

        await self.tree.sync()


if __name__ == "__main__":
    point_discord_at(os.environ["ADJUTANT_CHANNEL_URL"])
    EchoBot().run(local_token(), log_handler=None)
