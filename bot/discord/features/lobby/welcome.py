"""First contact: what a server sees when the bot joins, and the local channel at its first start; a first game in two
presses."""

from __future__ import annotations

import asyncio

import discord
import structlog

from bot.discord.components.build import BLUE, Button, button, view
from bot.discord.components.custom_id import Press, make
from bot.discord.components.router import route
from bot.discord.context import name_of
from bot.discord.delivery import missing_of
from bot.discord.features.lobby.opening import place_for
from bot.discord.features.record.importing import import_button
from bot.discord.response import Reply, answer, patience, values_of
from bot.discord.text import words
from bot.game import PlayError, open_powers
from bot.game.computers.computers import USUAL, Computer
from bot.game.moderator.outbox_messages import panel
from bot.services import Services
from bot.store import Seat, SetPreference
from rules.core.documents import usual
from rules.model.board import BOARDS, load

SCOPE, NAME = "guild", "welcomed"
log = structlog.get_logger()
TEXT = (
    "**I am Adjutant: I moderate Axis & Allies.** I know the rules of the board and of your house rules, refuse what is not "
    "legal and say what would be, roll dice that everybody can check, draw the map and each battle, and play empty seats.\n"
    "- **First game** opens a small board for you: you play the first power, computers the rest. Then press **Start**.\n"
    "- `/game new` opens any other board, with friends; `/game list` shows the games there are.\n"
    "- `/rules` answers questions, `/odds forces` tells the chances of a battle, `/help` what you can do where you are."
)


def first_button() -> Button:
    """Opens a first game."""
    return button("First game", make("first"), BLUE)


def welcome() -> Reply:
    """What is posted to say hello."""
    return Reply(TEXT, view=view([first_button(), import_button()]))


async def greet(services: Services, guild: discord.Guild) -> bool:
    """Say hello on a server, once; whether it was said now."""
    if (await services.store.preferences(SCOPE, str(guild.id))).get(NAME):
        return False
    places = [guild.system_channel, *guild.text_channels]
    place = next((p for p in places if p and not missing_of(p.permissions_for(guild.me), thread=False)), None)
    if place is None:
        return False
    try:
        await place.send(**values_of(welcome().text, welcome()))
    except discord.HTTPException as error:
        log.info("no welcome", guild=guild.id, why=str(error))
        return False
    await services.store.apply(SetPreference(SCOPE, str(guild.id), NAME, True))
    return True


def smallest() -> str:
    """The board with the fewest places: for a first game."""
    return min(BOARDS, key=lambda board: len(load(board).places))


@route("first")
async def first_game(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Open a lobby in which whoever pressed has the first power and computers have the rest."""
    if interaction.guild_id is None:
        raise PlayError("Games are played on servers: press that there.")
    async with patience(interaction):
        board = await asyncio.to_thread(smallest)
        title = f"First game {words.short_id(interaction.id)}"
        async with place_for(services, interaction, title) as (place, told):
            fields = {**place, "board": board, "master": interaction.user.id, "rules": usual(board)}
            row = await services.lobby.create(str(interaction.id), fields)
        power = load(board).order[0]
        seat = Seat(row.id, power, interaction.user.id, "player", name_of(interaction), str(interaction.id))
        await services.lobby.seating.join(seat)
        rest = open_powers(row, await services.store.seats(row.id))
        await services.master.set_computers(interaction.user.id, row.id, dict.fromkeys(rest, Computer(USUAL)))
        await services.store.queue(panel(row, f"first {interaction.id}"), game_id=row.id)
    await answer(interaction, Reply(f"{told} You play **{power}**; press **Start** there."))
