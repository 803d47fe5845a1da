"""/play: looking for a game, now or slowly; tickets as they are shown, and their buttons."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.components.build import BLUE, GREY, Button, button, view
from bot.discord.components.custom_id import Press, make
from bot.discord.components.router import route
from bot.discord.context import name_of, shown_name
from bot.discord.features.league.format_commands import choices_of
from bot.discord.features.lobby.opening import place_for
from bot.discord.response import Reply, answer, patience, update
from bot.discord.text.limits import beginning
from bot.discord.text.words import until
from bot.game import PlayError
from bot.game.clock.deadlines import length
from bot.game.league import formats
from bot.game.league.tickets import NOW, SLOWLY, Looking
from bot.services import Services
from bot.store import Game
from league.formats import Format

_PACES = [
    app_commands.Choice(name="now: I have some hours", value=NOW),
    app_commands.Choice(name="slowly: over days or weeks", value=SLOWLY),
]
MOST = 5


class PlayCommands(commands.Cog):
    """Looking for a game."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(name="play", description="Look for a game: you are paired with somebody near your rating")
    @app_commands.guild_only()
    @app_commands.describe(
        format="Board, rules and clock",
        pace="When you want to play",
        or_format="Another one you would play as well",
        look_for="How long you look: 3h, 2 days; by default 3 hours (now) or 7 days (slowly)",
        rated="Whether it counts",
    )
    @app_commands.choices(pace=_PACES)
    async def play(
        self,
        interaction: discord.Interaction,
        format: str,
        pace: str,
        or_format: str = "",
        look_for: str = "",
        rated: bool = True,
    ) -> None:
        seconds = _seconds(look_for)
        wanted = [name for name in (format, or_format) if name]
        channel = interaction.channel
        place = channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id
        guild, person, name = interaction.guild_id or 0, interaction.user.id, name_of(interaction)
        tickets = self.services.tickets
        made = await tickets.look(str(interaction.id), guild, place or 0, person, name, wanted, pace, seconds, rated)
        await answer(interaction, await ticket_reply(self.services, made))

    @play.autocomplete("format")
    @play.autocomplete("or_format")
    async def _format(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await choices_of(self.services, interaction, typed)


def _seconds(text: str) -> float | None:
    try:
        return length(text) if text else None
    except ValueError as error:
        raise PlayError(str(error)) from None


def ticket_text(looking: Looking, known: dict[str, tuple[int, Format]]) -> str:
    """`<@1> looks for a game now: **Classic league**. Rated. Until ...`."""
    one = looking.ticket
    titles = " or ".join(f"**{known[name][1].title}**" for name in one.formats if name in known)
    return f"<@{one.person}> looks for a game {looking.pace}: {titles}.{'' if looking.rated else ' Not rated.'}"


def take_button(looking: Looking, action: str = "tktake") -> Button:
    """The button with which somebody takes a ticket up."""
    return button(f"Play {beginning(looking.name, 40)}", make(action, rest=looking.ticket.id), BLUE)


def take_buttons(tickets: Sequence[Looking]) -> list[Button]:
    """The same of several."""
    return [take_button(one) for one in tickets[:MOST]]


async def ticket_reply(services: Services, looking: Looking) -> Reply:
    """A ticket with its buttons."""
    known = await formats.every(services.store, await formats.home(services.store, looking.guild))
    text = ticket_text(looking, known)
    if looking.ended:
        return Reply(f"{text} **No more: {looking.ended}.**")
    buttons = [take_button(looking, "tkplay"), button("Stop looking", make("tkstop", rest=looking.ticket.id), GREY)]
    return Reply(f"{text} Until {until(looking.ticket.until)}.", view=view(buttons))


@route("tktake")
async def take(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Somebody takes a ticket up from a list of several: the game is opened."""
    _, row = await _taken(services, interaction, press, in_place=False)
    await answer(interaction, Reply(f"**{row.name}** is played in <#{row.place}>."))


@route("tkplay")
async def take_here(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The same under the ticket itself, which says so from then on; what has become of one meanwhile, it says too."""
    if (over := await services.tickets.over(press.rest)) is not None:
        await update(interaction, await ticket_reply(services, over))
        return
    text, row = await _taken(services, interaction, press, in_place=True)
    by = shown_name(interaction.user)
    await update(interaction, Reply(f"{text} **No more: taken up by {by}.** It is played in <#{row.place}>."))


async def _taken(
    services: Services, interaction: discord.Interaction, press: Press, in_place: bool
) -> tuple[str, Game]:
    """A ticket's text, and the game that is opened by it. Raises PlayError."""
    pair = await services.tickets.may_take(press.rest, interaction.user.id, name_of(interaction))
    looking = pair.first.looking
    await _must_be_here(interaction, looking)
    _, made = await services.formats.find(looking.guild, pair.format)
    title = pair.agreed.title(made)
    async with patience(interaction, in_place=in_place), place_for(services, interaction, title) as (place, _):
        row = await services.tickets.game_of(pair, place)
    return ticket_text(looking, {pair.format: (0, made)}), row


async def _must_be_here(interaction: discord.Interaction, looking: Looking) -> None:
    """Raises PlayError where somebody looks on another server of the league, and is not on this one."""
    if looking.guild == interaction.guild_id or interaction.guild is None:
        return
    try:
        await interaction.guild.fetch_member(int(looking.ticket.person))
    except discord.NotFound:
        raise PlayError(f"{looking.name} is not on this server: take it up on one where both of you are.") from None


@route("tkstop")
async def stop(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Who looked for a game looks no more; a ticket of which something has become meanwhile says so."""
    over = await services.tickets.over(press.rest)
    stopped = over or await services.tickets.stop(press.rest, interaction.user.id)
    await update(interaction, await ticket_reply(services, stopped))


async def setup(bot: commands.Bot, services: Services) -> None:
    """Add the commands."""
    await bot.add_cog(PlayCommands(services))
