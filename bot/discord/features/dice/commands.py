"""/dice: the log of all rolls, and how to check it; /roll: dice for the table."""

from __future__ import annotations

import secrets
from importlib import resources

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.components.build import view
from bot.discord.components.share import share
from bot.discord.context import anywhere, game_here, played_here
from bot.discord.features.dice.text import explanation, proof_text, stats_text, throws_of
from bot.discord.features.orders.commands import give
from bot.discord.response import Reply, answer, patience
from bot.discord.text.limits import CONTENT, clip
from bot.discord.text.words import plural
from bot.game import PlayError
from bot.game.league.courses import TOLD
from bot.game.people.typed_text import plain
from bot.game.record.history import whole
from bot.processes.picture import Picture
from bot.services import Services
from rules.dice import fingerprint, prove, text_of
from rules.model.names import several
from rules.model.orders import Throw
from rules.model.orders.table import LONGEST_REASON, MOST_THROWN

VERIFIER = "verify.py"
LAST = 8
"""Rolls that `/dice show` tells."""


class Dice(commands.Cog):
    """Verifiable dice."""

    dice = app_commands.Group(name="dice", description="Check the dice", guild_only=True)

    def __init__(self, services: Services) -> None:
        self.services = services

    @dice.command(name="show", description="The last rolls, and how they can be checked")
    async def show(self, interaction: discord.Interaction) -> None:
        row = await game_here(self.services, interaction)
        store = self.services.store
        text = explanation(await store.commitment(row.id), await store.last_rolls(row.id, LAST))
        if told := sum(int(line.detail.get("dice", 0)) for line in await store.audit(row.id, only=(TOLD,))):
            text += f"\nBeside them {plural(told, 'die was', 'dice were')} told, not rolled (`/game take-over`)."
        await answer(interaction, Reply(clip(text, CONTENT), True, view(share())))

    @dice.command(name="verify", description="Lay one roll open: seed, context, dice")
    @app_commands.describe(roll="Its number or its short id, such as 17 or 17-b6b156")
    async def verify(self, interaction: discord.Interaction, roll: str) -> None:
        row = await game_here(self.services, interaction)
        async with patience(interaction, private=True):
            wanted = roll.strip().lstrip("#")
            found = prove(await self.services.store.dice_log(row.id), wanted)
        if found is None:
            raise PlayError(f"There is no roll “{clip(roll, 60)}” in this game.")
        text = proof_text(found)
        files = [] if len(text) <= CONTENT else [Picture("context.json", found.context.encode())]
        await answer(interaction, Reply(clip(text, CONTENT), True, view(share()), files))

    @dice.command(name="log", description="The whole log as a file, with the program that checks it")
    async def log(self, interaction: discord.Interaction) -> None:
        row = await game_here(self.services, interaction)
        lines = await self.services.store.dice_log(row.id)
        texts = [text_of(line) + "\n" for line in lines]
        checker = (resources.files("rules.dice") / VERIFIER).read_bytes()
        text = (
            f"Check it with Python 3.11 or newer, nothing else: `python {VERIFIER} verify dice.jsonl COMMITMENT`\n"
            f"COMMITMENT is what I posted in the lobby: `{lines[0]['commitment']}`\n"
            f"Two players with the same fingerprint have the same log, to the last letter: `{fingerprint(texts)}`"
        )
        files = [Picture("dice.jsonl", "".join(texts).encode()), Picture(VERIFIER, checker)]
        await answer(interaction, Reply(text, private=True, pictures=files))

    @dice.command(name="stats", description="How the dice have fallen, and for whom")
    async def stats(self, interaction: discord.Interaction) -> None:
        row, game = await played_here(self.services, interaction)
        async with patience(interaction, private=True), whole(self.services.store, row, game) as all_of_it:
            text = stats_text(throws_of(all_of_it.log))
            picture = await self.services.media.of_luck(all_of_it)
        await answer(interaction, Reply(text, True, view(share()), [picture] if picture else []))

    @anywhere
    @app_commands.command(
        name="roll", description="Dice for what your table plays by hand, on the record like all others"
    )
    @app_commands.rename(reason="for")
    @app_commands.describe(dice="How many", reason="What for: war bonds, partisans in France", power="Who rolls")
    async def roll(
        self,
        interaction: discord.Interaction,
        dice: app_commands.Range[int, 1, MOST_THROWN],
        reason: app_commands.Range[str, 1, LONGEST_REASON] = "",
        power: str = "",
    ) -> None:
        if await self.services.store.game_in(interaction.channel_id or 0) is None:
            await answer(interaction, Reply(thrown(dice, reason)))
            return
        if not reason:
            raise PlayError(
                "Say what for: these dice are on the game's record (`/roll dice:2 for:partisans in France`)."
            )
        row, game = await played_here(self.services, interaction)
        who = game.table.board.power_names.find(power) if power else None
        if power and who is None:
            raise PlayError(f"There is no power “{clip(power, 40)}” here: {', '.join(game.table.board.order)}.")
        await give(self.services, interaction, row, [str(Throw(dice, reason))], who)


def thrown(number: int, reason: str = "") -> str:
    """Dice that belong to no game: nobody can check them, and that is said."""
    faces = sorted(secrets.randbelow(6) + 1 for _ in range(number))
    what = f"{several(number, 'die', 'dice')}{f' for “{plain(reason, LONGEST_REASON)}”' if reason else ''}"
    return f"{what}: **{', '.join(map(str, faces))}**\n-# No game's dice: they stand on no record that could be checked"


async def setup(bot: commands.Bot, services: Services) -> None:
    """Add the commands."""
    await bot.add_cog(Dice(services))
