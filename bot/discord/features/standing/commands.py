"""/policy: standing orders."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.context import game_here
from bot.discord.features.standing.buttons import shown
from bot.discord.response import Reply, answer
from bot.game import PlayError, standing
from bot.services import Services
from bot.store import Game
from rules.model.names import key

Choices = list[app_commands.Choice[str]]


class StandingOrders(commands.Cog):
    """Standing orders."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(name="policy", description="Standing orders: answers given for you at once")
    @app_commands.guild_only()
    @app_commands.describe(
        question="Which question, or battle for all that battles ask",
        answer="A word, units in the order of loss, or a sentence: 2 fighter to SZ 110 if odds of at least 60 %",
        place="Only there: a place, land or sea",
        this_turn="Only for the turn that is going on",
        power="For which power, if you play several",
        answered_by="An ally who may answer for you (yourself: nobody)",
    )
    async def policy(
        self,
        interaction: discord.Interaction,
        question: str = "",
        answer: str = "",
        place: str = "",
        this_turn: bool = False,
        power: str = "",
        answered_by: discord.User | None = None,
    ) -> None:
        row = await game_here(self.services, interaction)
        user = interaction.user.id
        held = (await self.services.games.permission(row.id, user)).powers
        powers = [p for p in held if not power or key(p) == key(power)]
        if not powers:
            raise PlayError("You hold no seat in this game." if not held else f"You play {', '.join(held)}.")
        if answered_by is not None:
            other = None if answered_by.id == user else answered_by.id
            await self.services.standing.let_answer(row.id, user, powers, other)
        if question:
            await self._leave(row, user, powers, question, answer, place, this_turn)
        changed = bool(question or answered_by is not None)
        await _say(interaction, await shown(self.services, row, user, changed))

    async def _leave(
        self, row: Game, user: int, powers: list[str], kind: str, text: str, place: str, this_turn: bool
    ) -> None:
        """Keep a standing order for some powers."""
        table = await self.services.games.rules_of(row)
        if this_turn and row.engine is None:
            raise PlayError("No turn is going on yet.")
        turn = (await self.services.games.table(row.id)).game.state.turn if this_turn else None
        made = [standing.made(row.id, p, user, table, kind.strip().lower(), text, place, turn) for p in powers]
        await self.services.standing.keep(made)

    @policy.autocomplete("question")
    async def _questions(self, interaction: discord.Interaction, typed: str) -> Choices:
        row = await self.services.store.game_in(interaction.channel_id or 0)
        if row is None:
            return []
        found = standing.kinds(await self.services.games.rules_of(row))
        fits = [(kind, about) for kind, about in found.items() if typed.lower() in f"{kind} {about}".lower()]
        return [app_commands.Choice(name=f"{kind}: {about}"[:100], value=kind) for kind, about in fits][:25]

    @policy.autocomplete("answer")
    async def _answers(self, interaction: discord.Interaction, typed: str) -> Choices:
        words = standing.vocabulary(str(getattr(interaction.namespace, "question", "")))
        found = [app_commands.Choice(name=w, value=w) for w in words if typed.lower() in w]
        whole = typed.strip() and typed.lower() not in words and len(typed) <= 100
        return [*([app_commands.Choice(name=typed, value=typed)] if whole else []), *found]


async def _say(interaction: discord.Interaction, reply: Reply) -> None:
    await answer(interaction, reply)


async def setup(bot: commands.Bot, services: Services) -> None:
    """Add the command."""
    await bot.add_cog(StandingOrders(services))
