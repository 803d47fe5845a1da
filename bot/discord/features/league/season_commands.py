"""/season: tables over dates, which end by themselves with a play-off."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.context import must_open_threads, name_of
from bot.discord.features.league import tables
from bot.discord.features.league.format_commands import WHY, choices_of, must_judge, reason
from bot.discord.response import Reply, answer, patience
from bot.discord.text.words import plural, until
from bot.game import PlayError
from bot.game.league.tournaments.season_kept import HeldSeason, SeasonSetup
from bot.game.people.typed_text import plain
from bot.processes.picture import Picture
from bot.services import Services
from league.tournaments import Season

DAY = 86400.0
LONGEST = 40
Choices = list[app_commands.Choice[str]]


class SeasonCommands(commands.Cog):
    """Seasons."""

    season = app_commands.Group(
        name="season", description="Seasons of this league: a table over dates, then a play-off", guild_only=True
    )

    def __init__(self, services: Services) -> None:
        self.services = services

    @season.command(name="new", description="Begin a season now, which ends by itself (arbiters)")
    @app_commands.describe(
        name="What it is called",
        format="Whose rated games it counts",
        days="After how many days it ends",
        places="How many go to the play-off",
        games="How many rated games that takes",
    )
    async def new(
        self,
        interaction: discord.Interaction,
        name: str,
        format: str,
        days: app_commands.Range[float, 0.001, 500.0],
        places: app_commands.Range[int, 2, 64] = 8,
        games: app_commands.Range[int, 1, 50] = 3,
    ) -> None:
        await must_judge(self.services, interaction)
        must_open_threads(interaction)
        called, start = plain(name, LONGEST).strip(), self.services.games.now()
        if not called:
            raise PlayError("A season has a name.")
        season = Season(start, start + days * DAY, places, games)
        guild, place, by = interaction.guild_id or 0, interaction.channel_id or 0, interaction.user.id
        setup = SeasonSetup(called, format, season, guild, place, by)
        now = await self.services.seasons.create(str(interaction.id), by, setup)
        await answer(interaction, Reply(f"Season {_head(now)}"))

    @season.command(name="end", description="End a season now instead of at its date (arbiters)")
    @app_commands.describe(season="Which", why=WHY)
    async def end(self, interaction: discord.Interaction, season: str, why: str) -> None:
        now = await self.services.seasons.find(interaction.guild_id or 0, season)
        if interaction.guild_id != now.setup.guild:
            raise PlayError("A season is conducted on the server on which it is held.")
        await must_judge(self.services, interaction)
        said = reason(why)
        await self.services.seasons.end(now, str(interaction.id), interaction.user.id, said)
        text = f"{name_of(interaction)} ends the season **{now.setup.name}**. “{said}” Its table is made in a minute."
        await answer(interaction, Reply(text))

    @season.command(name="show", description="The table of a season: as it stands, or as it was at its end")
    @app_commands.describe(season="Which; that which goes on, or was last, if left out")
    async def show(self, interaction: discord.Interaction, season: str = "") -> None:
        async with patience(interaction, private=True):
            now = await self.services.seasons.find(interaction.guild_id or 0, season)
            rows = await self.services.seasons.rows(now)
            reply = await tables.table_reply(self.services, now.setup.name, rows, str(interaction.user.id))
        reply.text = f"{_head(now)}\n{reply.text}".strip()
        await answer(interaction, reply)

    @season.command(name="export", description="The games of a season and its table as a file that anybody can check")
    @app_commands.describe(season="Which; that which goes on, or was last, if left out")
    async def export(self, interaction: discord.Interaction, season: str = "") -> None:
        async with patience(interaction, private=True):
            now = await self.services.seasons.find(interaction.guild_id or 0, season)
            data = await self.services.seasons.export(now)
        text = f"**{now.setup.name}**: its rated games and the table made of them. `tools/check_league.py` reckons it anew."
        await answer(interaction, Reply(text, private=True, pictures=[Picture(f"season-{now.id}.jsonl", data)]))

    @new.autocomplete("format")
    async def _format(self, interaction: discord.Interaction, typed: str) -> Choices:
        return await choices_of(self.services, interaction, typed)

    @end.autocomplete("season")
    async def _open_seasons(self, interaction: discord.Interaction, typed: str) -> Choices:
        every = await self.services.seasons.every(interaction.guild_id or 0)
        return _named([now for now in every if now.open], typed)

    @show.autocomplete("season")
    @export.autocomplete("season")
    async def _seasons(self, interaction: discord.Interaction, typed: str) -> Choices:
        return _named(await self.services.seasons.every(interaction.guild_id or 0), typed)


def _named(every: Sequence[HeldSeason], typed: str) -> Choices:
    fits = [now for now in every if typed.lower() in now.setup.name.lower()]
    return [app_commands.Choice(name=now.setup.name, value=now.id) for now in fits[:25]]


def _head(now: HeldSeason) -> str:
    """`**2026**: over since ..., 120 rated games`, or until when it goes and who may play in the play-off."""
    season = now.setup.season
    if now.table is not None:
        return (
            f"**{now.setup.name}**: over since <t:{int(season.end)}:f>, {plural(len(now.table.games), 'rated game')}."
        )
    text = f"**{now.setup.name}**: rated games by `{now.setup.format}` that end until {until(season.end)}. "
    return text + (
        f"Then the table is kept, and a play-off is offered to the best {season.places} of those who are willing and have "
        f"{plural(season.games, 'rated game')} or more."
    )


async def setup(bot: commands.Bot, services: Services) -> None:
    """Add the commands."""
    await bot.add_cog(SeasonCommands(services))
