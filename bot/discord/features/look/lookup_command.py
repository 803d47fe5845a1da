"""/lookup: which board and house rules look-ups, odds and answers outside a game are about."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.components.boards import CHOICES as BOARDS
from bot.discord.context import anywhere
from bot.discord.features.look.defaults import Head, choose, head_here
from bot.discord.features.orders.autocomplete import alike
from bot.discord.response import Reply, answer
from bot.game import PlayError
from bot.services import Services
from rules.core.documents import documents
from rules.core.identity import plays_on
from rules.model.board import load
from rules.model.names import listing

OFF = "off"


class Lookup(commands.Cog):
    """The default of look-ups."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @anywhere
    @app_commands.command(name="lookup", description="Which board your look-ups and odds outside a game are about")
    @app_commands.describe(
        board="The board",
        rules="House rules, such as Expansion II",
        server="For everybody here (who manages the server)",
    )
    @app_commands.choices(board=[*BOARDS, app_commands.Choice(name="No board in particular", value=OFF)])
    async def lookup(
        self, interaction: discord.Interaction, board: str = "", rules: str = "", server: bool = False
    ) -> None:
        if server and (interaction.guild_id is None or not interaction.permissions.manage_guild):
            raise PlayError("Only who manages a server can choose for it.")
        if board:
            whose = f"guild {interaction.guild_id}" if server else f"user {interaction.user.id}"
            head = None if board == OFF else Head(board, _documents(rules, board))
            await self.services.store.apply(choose(whose, head))
        now = await head_here(self.services, interaction)
        told = [documents()[name].title for name in now.rules]
        text = f"Look-ups are about **{load(now.board).name}**{f' with {listing(told)}' if told else ''}."
        await answer(interaction, Reply(text if now.chosen else "Look-ups are about every board.", private=True))

    @lookup.autocomplete("rules")
    async def _rules(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        titles = {document.title: name for name, document in documents().items()}
        return [app_commands.Choice(name=title, value=titles[title]) for title in alike(typed, list(titles))[:25]]


def _documents(typed: str, board: str) -> tuple[str, ...]:
    """Documents by id or title, with commas between. Raises PlayError."""
    known = {**{name: name for name in documents()}, **{d.title.lower(): name for name, d in documents().items()}}
    found = []
    for part in (part.strip().lower() for part in typed.split(",") if part.strip()):
        name = known.get(part, "")
        if not name or not plays_on(documents()[name].boards, board):
            fitting = [d.title for d in documents().values() if plays_on(d.boards, board)]
            raise PlayError(f"House rules for {load(board).name}: {listing(fitting) or 'none yet'}.")
        found.append(name)
    return tuple(found)


async def setup(bot: commands.Bot, services: Services) -> None:
    """Add the command."""
    await bot.add_cog(Lookup(services))
