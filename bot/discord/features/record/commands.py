"""/log /history /stats /luck /export /import: the record of a game."""

from __future__ import annotations

import asyncio
import re

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.components.build import view
from bot.discord.components.share import share
from bot.discord.context import played_here
from bot.discord.features.record.buttons import history_reply, log_reply
from bot.discord.features.record.importing import go_on, import_form
from bot.discord.features.record.luck import luck_text
from bot.discord.features.record.recap import since_reply
from bot.discord.features.record.stats import stats_text
from bot.discord.response import Reply, answer, open_form, patience
from bot.discord.text.limits import CONTENT, UPLOAD, clip
from bot.game import PlayError
from bot.game.files import transfer
from bot.game.lobby import positions
from bot.game.master.reports import case_of
from bot.game.moderator.threads import ponder
from bot.game.record.history import entries_of, position_after, read_log, round_positions, turn_with, turns, whole
from bot.processes import map_requests as scenes
from bot.processes.picture import Picture
from bot.services import Services
from bot.store import Game
from rules.cases.table import csv_of
from rules.dice import text_of
from rules.odds import battle_lucks
from triplea import game_summary, turn_summary

_WHAT = [
    app_commands.Choice(name=n, value=n)
    for n in ("everything", "orders", "dice", "game file", "case", "position", "forum", "forum game", "table")
]


# Reported moments that come with an export.
CASES = 5


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
            async with whole(self.services.store, row, game) as all_of_it:
                pictures = await self.services.media.of_stats(all_of_it)
            text = "" if pictures else stats_text([*await round_positions(self.services.store, row), ("now", game)])
        await answer(interaction, Reply(clip(text, CONTENT), True, view(share()), pictures))

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
            files = await self._files(row, what, order)
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

    async def _files(self, row: Game, what: str, order: int | None) -> list[Picture]:
        name = re.sub(r"[^a-z0-9]+", "-", row.name.lower()).strip("-") or "game"
        files = []
        if what in ("everything", "orders"):
            files.append(Picture(f"{name}-orders.txt", (await transfer.orders_text(self.services.store, row)).encode()))
        if what in ("everything", "dice"):
            lines = await self.services.store.dice_log(row.id)
            files.append(Picture(f"{name}-dice.jsonl", "".join(text_of(line) + "\n" for line in lines).encode()))
        if what in ("everything", "game file"):
            files.append(Picture(f"{name}.json.gz", await transfer.dump(self.services.store, row)))
        if what in ("everything", "case") and row.revision:
            files += await self._cases(row, name, order)
        return files + await self._turn_files(row, name, what, order or row.revision)

    async def _turn_files(self, row: Game, name: str, what: str, order: int) -> list[Picture]:
        """The position at the start of an order's turn, that after the order as a table, the turn as forums know it."""
        store = self.services.store
        if what == "position":
            return [Picture(f"{name}-position.toml", (await positions.of_game(store, row, order)).encode())]
        if what == "table":
            now = await position_after(store, row, order)
            return [Picture(f"{name}.csv", (await asyncio.to_thread(csv_of, now)).encode())]
        if what == "forum game" and row.revision:
            rules = await self.services.games.rules_of(row)
            async with read_log(store, row) as log:
                text = await asyncio.to_thread(game_summary, rules, log[1:])
            return [Picture(f"{name}-forum.txt", text.encode())]
        if what == "forum" and row.revision:
            span = turn_with(await turns(store, row), order)
            entries, now = (
                await entries_of(store, row, span.first, span.last),
                await position_after(store, row, span.last),
            )
            text = await asyncio.to_thread(turn_summary, now.table, entries)
            seen = await self.services.media.board(await ponder(now, lambda copy: scenes.around(copy, span.power)))
            return [
                Picture(f"{name}-round-{span.round}-{span.power}.txt".lower(), text.encode()),
                *([seen] if seen else []),
            ]
        return []

    async def _cases(self, row: Game, name: str, order: int | None) -> list[Picture]:
        """One moment as a case that `python -m rules case` plays; by default the last, and those that were reported."""
        store = self.services.store
        wanted = [order] if order else [row.revision, *(r.revision for r in await store.reports(row.id, CASES))]
        made = [(n, await case_of(store, row, n)) for n in dict.fromkeys(wanted)]
        return [Picture(f"{name}-case-{number}.toml", text.encode()) for number, text in made]

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
