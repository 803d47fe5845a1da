"""/servers: one league for several servers. A server joins by itself, the home agrees."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.components.build import BLUE, Button, button, view
from bot.discord.components.custom_id import NotOurs, Press, make
from bot.discord.components.router import route
from bot.discord.response import Reply, answer, show
from bot.game import PlayError
from bot.game.league import homes
from bot.game.people.typed_text import plain
from bot.services import Services

MOST = 10


class ServerCommands(commands.Cog):
    """Servers of a league."""

    servers = app_commands.Group(name="servers", description="One league for several servers", guild_only=True)

    def __init__(self, services: Services) -> None:
        self.services = services

    @servers.command(
        name="show", description="The servers of this league; those that would join, with a button to agree"
    )
    async def show(self, interaction: discord.Interaction) -> None:
        await answer(interaction, await _reply(self.services, interaction))

    @servers.command(
        name="join", description="Have this server's games belong to the league of another (who manages it)"
    )
    @app_commands.describe(number="The other server's number; `/servers show` tells it there")
    async def join(self, interaction: discord.Interaction, number: str) -> None:
        _must_manage(interaction)
        if not number.strip().isdecimal() or int(number) >= 2**63:
            raise PlayError("A server's number has digits only: `/servers show` tells it, on that server.")
        guild = interaction.guild_id or 0
        name = plain(interaction.guild.name if interaction.guild else "", 60) or f"server {guild}"
        await homes.join(self.services.store, interaction.user.id, guild, name, int(number))
        text = (
            "This server asks to join. Once somebody who manages the other agrees there (`/servers show`), games that "
        )
        text += "begin here belong to that league: its formats, ratings and archive."
        await answer(interaction, Reply(text, private=True))

    @servers.command(name="leave", description="Have a league of this server's own again (who manages it)")
    async def leave(self, interaction: discord.Interaction) -> None:
        _must_manage(interaction)
        await homes.leave(self.services.store, interaction.user.id, interaction.guild_id or 0)
        await answer(
            interaction, Reply("Games that begin here from now on belong to this server's own league.", private=True)
        )


def _must_manage(interaction: discord.Interaction) -> None:
    if not interaction.permissions.manage_guild:
        raise PlayError("Only who manages this server can decide that.")


async def _reply(services: Services, interaction: discord.Interaction) -> Reply:
    store, guild = services.store, interaction.guild_id or 0
    league = await homes.home(store, guild)
    if league != guild:
        text = "This server's games belong to the league of another (`/servers leave` ends that)."
        return Reply(text, private=True)
    asking, members = await homes.asking(store, guild), await homes.servers(store, guild)
    lines = [
        f"This server's number is `{guild}`: on another, `/servers join number:` with it asks to join this league."
    ]
    buttons: list[Button] = []
    for other, name in list(asking.items())[:MOST]:
        inside = other in members
        lines.append(f"- **{name}** {'belongs to this league.' if inside else 'would join.'}")
        label = f"Part from {name}" if inside else f"Agree to {name}"
        rest = f"{other}|{'no' if inside else 'yes'}"
        buttons.append(button(label, make("guest", rest=rest), BLUE if not inside else discord.ButtonStyle.secondary))
    may = interaction.permissions.manage_guild
    return Reply("\n".join(lines), private=True, view=view(buttons) if may else None)


@route("guest")
async def admit(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The home agrees to a guest, or parts from one."""
    _must_manage(interaction)
    other, word = press.parts(2)
    if not other.isdecimal() or word not in ("yes", "no"):
        raise NotOurs
    await homes.admit(services.store, interaction.user.id, interaction.guild_id or 0, int(other), word == "yes")
    await show(interaction, await _reply(services, interaction))


async def setup(bot: commands.Bot, services: Services) -> None:
    """Add the commands."""
    await bot.add_cog(ServerCommands(services))
