"""/log /history /stats /luck /export /import: the record of a game."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.components.build import view
from bot.discord.components.share import share
from bot.discord.context import played_here
from bot.discord.features.record.buttons import history_reply, log_reply
from bot.discord.features.record.files import game_files
from bot.discord.features.record.importing import go_on, import_form
from bot.discord.features.record.luck import luck_text
from bot.discord.features.record.recap import since_reply
from bot.discord.features.record.stats import stats_reply
from bot.discord.response import Reply, answer, open_form, patience
from bot.discord.text.limits import CONTENT, UPLOAD, clip
from bot.game import PlayError
from bot.game.record.history import whole
from bot.services import Services
from bot.store import Game
from rules.odds import battle_lucks

_WHAT = [
    app_commands.Choice(name=n, value=n)
    for n in ("everything", "orders", "dice", "game file", "case", "position", "forum", "forum game", "table")
]


class RecordCommands(commands.Cog):
    """The record."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(name="log", description="What has happened, turn by turn")
    @app_commands.guild_only()
    @app_commands.describe(turn="Which turn, counted from the first; the last if left out")
    async def log(
        self, interaction: discord.Interaction, turn: app_commands.Range[int, 1, 10000] | None = None
    ) -> None:
        row, _ = await played_here(self.services, interaction)
        await answer(interaction, await log_reply(self.services, row, *((-1, -1) if turn is None else (turn - 1, 0))))

    @app_commands.command(name="since", description="What has happened since you were last here")
    @app_commands.guild_only()
    async def since(self, interaction: discord.Interaction) -> None:
        row, _ = await played_here(self.services, interaction)
        async with patience(interaction, private=True):
            reply = await since_reply(self.services, row, interaction.user.id)
        await answer(interaction, reply)

    @app_commands.command(name="history", description="The map as it was: at the start of any round, after any order")
    @app_commands.guild_only()
    @app_commands.describe(round="The start of which round", order="Or after which order, by its number in the log")
    async def history(
        self,
        interaction: discord.Interaction,
        round: app_commands.Range[int, 1, 100] | None = None,
        order: app_commands.Range[int, 0, 100000] | None = None,
    ) -> None:
        row, _ = await played_here(self.services, interaction)
        seq = order if order is not None else await self._start_of(row, round)
        if seq > row.revision:
            raise PlayError(f"The last order so far is number {row.revision}.")
        async with patience(interaction, private=True):
            reply = await history_reply(self.services, row, seq)
        await answer(interaction, reply)

    async def _start_of(self, row: Game, number: int | None) -> int:
        labels = await self.services.store.labels(row.id)
        if number is None:
            return row.revision
        found = [seq for seq, label in labels if label == f"Round {number}"]
        if not found:
            raise PlayError(f"Round {number} has not begun.")
        return found[-1]

    @app_commands.command(name="stats", description="Income and army value by round")
    @app_commands.guild_only()
    async def stats(self, interaction: discord.Interaction) -> None:
        row, game = await played_here(self.services, interaction)
        async with patience(interaction, private=True):
            reply = await stats_reply(self.services, row, game)
        await answer(interaction, reply)

    @app_commands.command(
        name="luck", description="Luck turn by turn as a picture; by battle, by power, of the game, in money"
    )
    @app_commands.guild_only()
    async def luck(self, interaction: discord.Interaction) -> None:
        row, game = await played_here(self.services, interaction)
        async with patience(interaction, private=True), whole(self.services.store, row, game) as all_of_it:
            battles = await asyncio.to_thread(battle_lucks, game.table, all_of_it.state, all_of_it.log)
            picture = await self.services.media.of_running_luck(all_of_it, battles)
        text = clip(luck_text(game.view, battles), CONTENT)
        await answer(interaction, Reply(text, True, view(share()), [picture] if picture else []))

    @app_commands.command(name="export", description="The game as files: orders, dice log, everything")
    @app_commands.guild_only()
    @app_commands.describe(
        what="Which; everything if left out",
        order="The order a case leads up to, or any order of the turn that is wanted; the last if left out",
    )
    @app_commands.choices(what=_WHAT)
    async def export(
        self,
        interaction: discord.Interaction,
        what: str = "everything",
        order: app_commands.Range[int, 1, 100000] | None = None,
    ) -> None:
        row, _ = await played_here(self.services, interaction)
        if order is not None and order > row.revision:
            raise PlayError(f"The last order is {row.revision}.")
        async with patience(interaction, private=True):
            files = await game_files(self.services, row, what, order)
        if sum(len(f.data) for f in files) > UPLOAD:
            raise PlayError("That is more than Discord takes in one message. Ask for one file: `/export what:orders`.")
        text = "The orders can be read and typed again; the game file is for `/import`."
        if what == "forum":
            text = "The turn as players of TripleA post it, with the map at its end."
        if what == "forum game":
            text = "The whole game as text; `/game take-over` reads it again, here or in another game."
        if what == "table":
            text = "The position after that order as a table (comma-separated values)."
        if what == "position":
            text = "The position at the start of that turn: another game starts from it with `/game position file:`."
        await answer(interaction, Reply(text, private=True, pictures=files))

    @app_commands.command(
        name="import", description="Go on with a game from a file made by /export; you hold all seats"
    )
    @app_commands.guild_only()
    @app_commands.describe(file="The game file (.json.gz); a form asks for it if left out")
    async def import_(self, interaction: discord.Interaction, file: discord.Attachment | None = None) -> None:
        if file is None:
            await open_form(interaction, import_form())
        else:
            await go_on(self.services, interaction, file)


async def setup(bot: commands.Bot, services: Services) -> None:
    """Add the commands."""
    await bot.add_cog(RecordCommands(services))
