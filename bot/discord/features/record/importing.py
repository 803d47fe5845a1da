"""Going on with a game from a file: by /import, or by a form in which the file is uploaded."""

from __future__ import annotations

import discord

from bot.discord.components.build import Button, button
from bot.discord.components.custom_id import Press, make
from bot.discord.components.forms import Upload, form
from bot.discord.components.router import route
from bot.discord.context import must_be_able, name_of
from bot.discord.response import Reply, answer, open_form, patience
from bot.discord.text.limits import UPLOAD
from bot.game import PlayError
from bot.game.files import transfer
from bot.services import Services

FILE = "file"


def import_button() -> Button:
    """Asks for a game file."""
    return button("Go on from a file...", make("import"))


def import_form() -> discord.ui.Modal:
    """The form with the file."""
    about = "Made by /export (.json.gz). The game goes on in this channel, and you hold all seats"
    return form("Go on with a game", make("imported"), Upload(FILE, "The game file", about))


@route("import", form=True)
async def ask_for_file(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Open the form."""
    await open_form(interaction, import_form())


@route("imported")
async def imported(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The file was uploaded."""
    if not press.files:
        raise PlayError("There was no file in it.")
    await go_on(services, interaction, press.files[0])


async def go_on(services: Services, interaction: discord.Interaction, file: discord.Attachment) -> None:
    """Go on with the game of a file in this channel. Raises PlayError with what stands against it."""
    if interaction.guild_id is None:
        raise PlayError("Games are played on servers: do that there.")
    here = await services.store.game_in(interaction.channel_id or 0)
    if here is not None and here.status != "over":
        raise PlayError(f"{here.name} is played here. Use another channel or thread.")
    if file.size > UPLOAD:
        raise PlayError("That file is too large.")
    async with patience(interaction):
        channel = interaction.channel
        inside = isinstance(channel, discord.Thread)
        must_be_able(interaction, inside)
        where = {
            "guild_id": interaction.guild_id,
            "channel_id": channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id,
            "thread_id": interaction.channel_id if inside else None,
            "master": interaction.user.id,
        }
        data, by = await file.read(), name_of(interaction)
        row = await transfer.restore(services.lobby, services.read_file, str(interaction.id), where, data, by)
    text = f"**{row.name}** goes on here, with all its log. {name_of(interaction)} holds all seats; `/game replace`."
    await answer(interaction, Reply(text))
