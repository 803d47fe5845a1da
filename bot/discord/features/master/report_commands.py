"""/report: something is wrong, or a ruling is disputed; the game master and the operator can look into it."""

from __future__ import annotations

import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.discord.context import game_here, may_master, played_here
from bot.discord.response import Reply, answer, patience
from bot.discord.text.limits import CONTENT, clip, fitting
from bot.game import PlayError
from bot.game.master import reports
from bot.game.people.notices import notices
from bot.game.people.typed_text import plain
from bot.processes.picture import Picture
from bot.services import Services
from bot.store import Report

log = structlog.get_logger()
LONGEST = 1000


class ReportCommands(commands.Cog):
    """Reports."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(
        name="report", description="Report a fault or a disputed ruling, with all it takes to look into it"
    )
    @app_commands.guild_only()
    @app_commands.describe(
        text="What is wrong; without it you see the reports there are",
        order="About which order, by its number in the log; the last if left out",
    )
    async def report(
        self, interaction: discord.Interaction, text: str = "", order: app_commands.Range[int, 1, 100000] | None = None
    ) -> None:
        if not text:
            await answer(interaction, await self._list(interaction))
            return
        row, _ = await played_here(self.services, interaction)
        await reports.may_report(self.services.store, row, interaction.user.id, self.services.games.now())
        number = row.revision if order is None else order
        if not 0 < number <= row.revision:
            raise PlayError(f"The last order is {row.revision}.")
        async with patience(interaction, private=True):
            told = plain(text, LONGEST)
            if not told:
                raise PlayError("Say in a few words what is wrong.")
            filed = await reports.report(self.services.store, row, interaction.user.id, told, number)
            case = await reports.case_of(self.services.store, row, number)
            log.info("report", number=filed, game=row.id, order=number)
            head = f"Report {filed} about **{row.name}**, order {number}, by <@{interaction.user.id}>: {told}"
            head = clip(f"<@{row.master}>: {head}", CONTENT - 200)
            known = await notices(self.services.store, row, head, f"report {filed}", [row.master])
            await self.services.store.queue(*known, game_id=row.id)
        said = f"**Report {filed}** is kept, with the rule set and the last orders; the game master is told. The file is the "
        said += "disputed turn as a case: `python -m rules case` plays it."
        await answer(interaction, Reply(said, True, pictures=[Picture(f"report-{filed}.toml", case.encode())]))

    async def _list(self, interaction: discord.Interaction) -> Reply:
        """The reports of the game: all for its master, their own for others."""
        row = await game_here(self.services, interaction)
        found = await self.services.store.reports(row.id)
        if not may_master(row, interaction):
            found = [r for r in found if r.user_id == interaction.user.id]
        lines = [_line(r) for r in found]
        hint = "`/export what:case order:...` gives the moment of one as a case."
        return Reply(
            "\n".join([*fitting(lines, CONTENT - 200), hint] if lines else ["There are no reports."]), private=True
        )


def _line(report: Report) -> str:
    orders, trial = report.data.get("orders") or [""], report.data.get("on trial") or []
    under = f", on trial: {', '.join(trial)}" if trial else ""
    return (
        f"**{report.id}** <t:{int(report.at)}:f> <@{report.user_id}>, order {report.revision} (rules "
        f"{report.data.get('rules_version')}{under}): {report.text}\n-# {clip(str(orders[-1]), 150)}"
    )


async def setup(bot: commands.Bot, services: Services) -> None:
    """Add the command."""
    await bot.add_cog(ReportCommands(services))
