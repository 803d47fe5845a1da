"""Following a game: `/follow`, the button under a recap, the noticeboard's menu."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.components.build import Choice, Select, button, menu, view
from bot.discord.components.custom_id import Press, make
from bot.discord.components.router import route
from bot.discord.context import game_here
from bot.discord.response import Reply, answer, show
from bot.game import PlayError
from bot.game.people import followers
from bot.services import Services
from bot.store import Game


class FollowCommands(commands.Cog):
    """Following a game."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(name="follow", description="Follow the game here: its recaps come to you as direct messages")
    @app_commands.guild_only()
    async def follow(self, interaction: discord.Interaction) -> None:
        await _follow(self.services, interaction, await game_here(self.services, interaction))


async def _follow(services: Services, interaction: discord.Interaction, row: Game) -> None:
    await followers.follow(services.store, row, interaction.user.id)
    text = f"You follow **{row.name}**: what each turn brought, and the result, come to you as direct messages."
    buttons = [button("Follow no more", make("unfollow", row.id))]
    await answer(interaction, Reply(text, private=True, view=view(buttons)))


@route("follow")
async def follow_pressed(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Pressed under a recap, or chosen from a noticeboard's menu."""
    row = await services.store.game(press.values[0] if press.values else press.game_id)
    if not _may_see(interaction, row):
        raise PlayError("You can't see the channel of that game, or I can't tell: use `/follow` there.")
    await _follow(services, interaction, row)


def _may_see(interaction: discord.Interaction, row: Game) -> bool:
    """Whether somebody can read the channel in which a game is played."""
    if row.place == interaction.channel_id:
        return True
    if interaction.guild is None or interaction.guild_id != row.guild_id:
        return False
    place = interaction.guild.get_channel_or_thread(row.place) or interaction.guild.get_channel(row.channel_id)
    return (
        place is not None
        and isinstance(interaction.user, discord.Member)
        and place.permissions_for(interaction.user).view_channel
    )


@route("unfollow")
async def unfollow(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Who followed a game does so no more."""
    await followers.leave(services.store, press.game_id, interaction.user.id)
    await show(interaction, Reply("You follow that game no more.", private=True))


def follow_menu(rows: Sequence[Game]) -> Select | None:
    """The games of a noticeboard, to be followed."""
    choices = [Choice(row.name, row.id) for row in rows]
    return menu("Follow a game", make("follow"), choices) if choices else None


async def setup(bot: commands.Bot, services: Services) -> None:
    """Add the command."""
    await bot.add_cog(FollowCommands(services))
