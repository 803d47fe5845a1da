"""/vacation: leave, from a day to a day, and what there is of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.response import Reply, answer
from bot.discord.text.limits import CONTENT, clip
from bot.discord.text.words import where
from bot.game.clock.days import begin_of, day_of
from bot.game.clock.deadlines import DAY, Quiet
from bot.game.clock.vacations import Leave
from bot.game.league.leave_desk import InGame
from bot.services import Services

Choices = list[app_commands.Choice[str]]
GAMES = 12


class VacationCommands(commands.Cog):
    """Leave."""

    vacation = app_commands.Group(
        name="vacation", description="Be away: the clocks of your games stand meanwhile", guild_only=True
    )

    def __init__(self, services: Services) -> None:
        self.services = services

    @vacation.command(name="take", description="Be away from a day to a day, both of them included")
    @app_commands.describe(
        to="The last day: 2026-12-24, 12-24, tomorrow, in 3 days", from_="The first day; today if left out"
    )
    @app_commands.rename(from_="from")
    async def take(self, interaction: discord.Interaction, to: str, from_: str = "") -> None:
        zone, now = await zone_of(self.services, interaction.user.id), self.services.games.now()
        first, last = day_of(from_, now, zone), day_of(to, now, zone)
        start, end = max(now, begin_of(first, zone)), begin_of(last + timedelta(days=1), zone)
        guild, person = interaction.guild_id or 0, interaction.user.id
        found = await self.services.leave.take(str(interaction.id), guild, person, start, end)
        lines = [f"You are away from <t:{int(start)}:f> to <t:{int(end)}:f>. `/vacation end` ends it sooner."]
        lines += _games(found) or ["No game of yours here has a clock with leave; it holds for those that begin."]
        await answer(interaction, Reply(clip("\n".join(lines), CONTENT), private=True))

    @vacation.command(name="end", description="Be back sooner; or take none, of what you have planned next")
    async def end(self, interaction: discord.Interaction) -> None:
        guild = interaction.guild_id or 0
        left = await self.services.leave.come_back(str(interaction.id), guild, interaction.user.id)
        text = "Welcome back: your clocks go on." if left.end > left.start else "That leave is no more planned."
        await answer(interaction, Reply(text, private=True))

    @vacation.command(name="bank", description="What leave there is: planned, and left in each game")
    @app_commands.describe(player="Whose; yours if left out")
    async def bank(self, interaction: discord.Interaction, player: discord.Member | None = None) -> None:
        who = player or interaction.user
        leaves, games = await self.services.leave.bank(interaction.guild_id or 0, who.id)
        lines = [*_planned(leaves), *_games(games)] or ["No leave is planned, and no game has a clock with leave."]
        await answer(interaction, Reply(clip("\n".join(lines), CONTENT), private=True))

    @take.autocomplete("from_")
    @take.autocomplete("to")
    async def _days(self, interaction: discord.Interaction, typed: str) -> Choices:
        zone = ZoneInfo(await zone_of(self.services, interaction.user.id))
        today = datetime.fromtimestamp(self.services.games.now(), zone).date()
        days = [today + timedelta(days=n) for n in range(60)]
        named = [(f"{day:%a} {day.day} {day:%b}", day.isoformat()) for day in days]
        fits = [(name, value) for name, value in named if typed.lower() in f"{name} {value}".lower()]
        return [app_commands.Choice(name=name, value=value) for name, value in fits[:25]]


async def zone_of(services: Services, person: int) -> str:
    """A person's time zone, as they have set it with their quiet hours."""
    quiet = Quiet.from_json((await services.store.preferences("user", person)).get("quiet"))
    return quiet.zone if quiet else "UTC"


def _planned(leaves: Sequence[Leave]) -> list[str]:
    return [f"Away from <t:{int(one.start)}:f> to <t:{int(one.end)}:f>." for one in leaves]


def _games(found: Sequence[InGame]) -> list[str]:
    lines = []
    for one in found[:GAMES]:
        bank = one.bank
        season = f" (a season has {bank.season / DAY:.3g} days)" if bank.season else ""
        used = f"the clock stands for {one.stands / DAY:.3g} days, and " if one.stands else ""
        text = f"{used}{bank.left / DAY:.3g} of {bank.game / DAY:.3g} days of leave are left{season}"
        lines.append(f"- {where(one.row)}: {text}")
    return [*lines, f"-# And {len(found) - GAMES} more games."] if len(found) > GAMES else lines


async def setup(bot: commands.Bot, services: Services) -> None:
    """Add the commands."""
    await bot.add_cog(VacationCommands(services))
