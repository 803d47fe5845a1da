"""/map /territory /rules /why: looking at the game and into its rules."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.components.boards import CHOICES as BOARD_CHOICES
from bot.discord.context import anywhere, game_here, played_here
from bot.discord.features.look.buttons import compare_reply, map_reply, reason_reply, rule_reply, weighed_reply
from bot.discord.features.look.defaults import head_here
from bot.discord.features.look.rules_library import library_of
from bot.discord.features.look.text import place_text
from bot.discord.features.orders.autocomplete import alike
from bot.discord.response import answer, patience
from bot.game import PlayError
from bot.game.computers.computers import computers
from bot.processes import map_requests as scenes
from bot.services import Services
from render.map.atlas import atlas
from rules.legal.match import match
from rules.model.board import BOARDS, load
from rules.model.parse import known

Choices = list[app_commands.Choice[str]]


class Look(commands.Cog):
    """Looking things up. All answers are private; a button shares them."""

    def __init__(self, services: Services) -> None:
        self.services = services

    # --- the position ---------------------------------------------------------------------------------------

    @app_commands.command(name="map", description="The map of the game here")
    @app_commands.guild_only()
    @app_commands.describe(around="A place, a power or a part of the board; what matters now if left out")
    async def map(self, interaction: discord.Interaction, around: str = "") -> None:
        row, game = await played_here(self.services, interaction)
        async with patience(interaction, private=True):
            reply = await map_reply(self.services, row, game, around)
        await answer(interaction, reply)

    @app_commands.command(name="territory", description="What stands in a territory or sea zone")
    @app_commands.guild_only()
    @app_commands.describe(name="Which")
    async def territory(self, interaction: discord.Interaction, name: str) -> None:
        row, game = await played_here(self.services, interaction)
        found = known(game.table.board.place_names, name, "place", "on this board")
        async with patience(interaction, private=True):
            reply = await map_reply(self.services, row, game, found, place=True)
        reply.text = place_text(game, found)
        await answer(interaction, reply)

    @map.autocomplete("around")
    async def _around(self, interaction: discord.Interaction, typed: str) -> Choices:
        row = await self.services.store.game_in(interaction.channel_id or 0)
        if row is None:
            return []
        board = load(row.board)
        theatres = (await asyncio.to_thread(atlas, board.id)).theatres
        wide = [scenes.OVERVIEW, scenes.WHOLE, *board.order, *theatres]
        found = [*alike(typed, wide), *match(typed, board.place_names, board.places)]
        return _choices(list(dict.fromkeys(found)))

    @territory.autocomplete("name")
    async def _places(self, interaction: discord.Interaction, typed: str) -> Choices:
        row = await self.services.store.game_in(interaction.channel_id or 0)
        return _choices(match(typed, load(row.board).place_names, load(row.board).places)) if row else []

    # --- the rules ------------------------------------------------------------------------------------------

    @anywhere
    @app_commands.command(name="rules", description="Look up a unit, a rule or a term")
    @app_commands.describe(
        about="What: a unit, a rule, any words of it, a question",
        beside="Another unit, to compare the two",
        board="Of which board, outside a game",
    )
    @app_commands.choices(board=BOARD_CHOICES)
    async def rules(self, interaction: discord.Interaction, about: str, beside: str = "", board: str = "") -> None:
        row = None if board else await self.services.store.game_in(interaction.channel_id or 0)
        async with patience(interaction, private=True):
            head = await head_here(self.services, interaction, board)
            found = compare_reply(self.services, row, about, beside, head) if beside else None
            reply = await (found or rule_reply(self.services, row, about, head))
        await answer(interaction, reply)

    @rules.autocomplete("about")
    async def _about(self, interaction: discord.Interaction, typed: str) -> Choices:
        row = await self.services.store.game_in(interaction.channel_id or 0)
        entries = (await library_of(self.services, row)).suggest(typed)
        return [app_commands.Choice(name=_entry_name(e.title, e.board, row is None), value=e.id[:100]) for e in entries]

    @rules.autocomplete("beside")
    async def _beside(self, interaction: discord.Interaction, typed: str) -> Choices:
        row = await self.services.store.game_in(interaction.channel_id or 0)
        entries = (await library_of(self.services, row)).units(typed)
        return [app_commands.Choice(name=_entry_name(e.title, e.board, row is None), value=e.id[:100]) for e in entries]

    @app_commands.command(
        name="why", description="Why your last order was refused, or why a computer did not attack elsewhere"
    )
    @app_commands.describe(power="A power that a computer plays: what it weighed, and by how much that fell short")
    @app_commands.guild_only()
    async def why(self, interaction: discord.Interaction, power: str | None = None) -> None:
        row = await game_here(self.services, interaction)
        if power is not None:
            await answer(interaction, await weighed_reply(self.services, row, power))
            return
        refused = self.services.refusals.last(interaction.user.id, row.id)
        if refused is None:
            raise PlayError("None of your orders has been refused here lately.")
        async with patience(interaction, private=True):
            reply = await reason_reply(self.services, row, refused)
        await answer(interaction, reply)

    @why.autocomplete("power")
    async def _power(self, interaction: discord.Interaction, typed: str) -> Choices:
        row = await self.services.store.game_in(interaction.channel_id or 0)
        return _choices([p for p in computers(row) if typed.lower() in p.lower()] if row else [])


def _entry_name(title: str, board: str, several: bool) -> str:
    name = f"{title} ({load(board).name})" if several and board in BOARDS else title
    return name[:100]


def _choices(texts: list[str]) -> Choices:
    return [app_commands.Choice(name=t, value=t) for t in texts[:25]]


async def setup(bot: commands.Bot, services: Services) -> None:
    """Add the commands."""
    await bot.add_cog(Look(services))
