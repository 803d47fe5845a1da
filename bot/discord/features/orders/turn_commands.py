"""/done /undo /orders /plan /answer."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.context import permission_here, played_here
from bot.discord.features.orders.buttons import end_phase, give_form, orders_form, show_plan
from bot.discord.features.orders.commands import give
from bot.discord.features.record import going_back
from bot.discord.response import answer, open_form, patience
from bot.game import PlayError
from bot.game.consent.going_back import back_to
from bot.game.moderator.situation import answering
from bot.game.moderator.threads import ponder
from bot.game.people import plans
from bot.game.record.narration import titled
from bot.services import Services
from rules.legal import answer_to, decision_choices
from rules.model.names import key
from rules.model.state import Decision
from rules.play import lines
from rules.play.game import Game, standing

Choices = list[app_commands.Choice[str]]


class Turn(commands.Cog):
    """The course of a turn."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(name="done", description="End the phase")
    @app_commands.guild_only()
    @app_commands.describe(sure="Do not ask about what is left unused")
    async def done(self, interaction: discord.Interaction, sure: bool = False) -> None:
        row, _ = await played_here(self.services, interaction)
        await end_phase(self.services, interaction, row, sure=sure)

    @app_commands.command(name="undo", description="Take back orders of yours in this phase, as long as no dice fell")
    @app_commands.guild_only()
    @app_commands.describe(order="Back to before which of them; the last one if left out")
    async def undo(
        self, interaction: discord.Interaction, order: app_commands.Range[int, 1, 100000] | None = None
    ) -> None:
        row, game = await played_here(self.services, interaction)
        if order is None:
            await give(self.services, interaction, row, ["undo"])
            return
        may = await permission_here(self.services, interaction, row)
        back = await back_to(self.services.store, row, game, order, may.powers)
        if not back.own:
            raise PlayError(f"Not all of that is yours alone to take back. `/back order:{order}` asks the others.")
        await give(self.services, interaction, row, ["undo"] * len(back.entries), expected=row.revision)

    @app_commands.command(
        name="back", description="Back to an earlier order or turn, if all agree or the master says so"
    )
    @app_commands.guild_only()
    @app_commands.describe(order="Back to before which order: its number in the log", why="Why: all players see it")
    async def back(
        self, interaction: discord.Interaction, order: app_commands.Range[int, 1, 100000], why: str = ""
    ) -> None:
        row, _ = await played_here(self.services, interaction)
        async with patience(interaction, private=True):
            reply = await going_back.ask(self.services, interaction, row, order, why)
        await answer(interaction, reply)

    @undo.autocomplete("order")
    @back.autocomplete("order")
    async def _standing(self, interaction: discord.Interaction, typed: int | str) -> list[app_commands.Choice[int]]:
        row = await self.services.store.game_in(interaction.channel_id or 0)
        if row is None or row.engine is None:
            return []
        game = (await self.services.games.table(row.id)).game
        found = [e for e in reversed(standing(game.log.since(1).here)) if str(e.number).startswith(str(typed or ""))]
        return [
            app_commands.Choice(name=f"{e.number}: {titled(e, game.table)}"[:100], value=e.number) for e in found[:25]
        ]

    @app_commands.command(name="orders", description="Write many orders at once: all go in or none does")
    @app_commands.guild_only()
    @app_commands.describe(text="One or more orders, separated by semicolons; leave it out for a form")
    async def orders(self, interaction: discord.Interaction, text: str = "") -> None:
        row, game = await played_here(self.services, interaction)
        if text:
            await give_form(self.services, interaction, row, text.replace(";", "\n"))
            return
        await open_form(interaction, orders_form(row, game, plan=False))

    @app_commands.command(name="plan", description="Try orders in private: see what they would do before you give them")
    @app_commands.guild_only()
    @app_commands.describe(text="One or more orders, separated by semicolons; leave it out for a form")
    async def plan(self, interaction: discord.Interaction, text: str = "") -> None:
        row, game = await played_here(self.services, interaction)
        if text:
            await show_plan(self.services, interaction, row, text)
            return
        kept = await plans.kept_plan(self.services.store, row.id, interaction.user.id)
        await open_form(interaction, orders_form(row, game, True, "\n".join(kept)))

    @app_commands.command(name="answer", description="Answer the question that is put to you")
    @app_commands.guild_only()
    @app_commands.describe(text="Your answer, for example: casualties 2 infantry; retreat to Germany; press on; pass")
    async def answer(self, interaction: discord.Interaction, text: str) -> None:
        row, game = await played_here(self.services, interaction)
        if not game.state.pending:
            raise PlayError(f"There is no question open. {game.to_act} is to move.")
        may = await permission_here(self.services, interaction, row)
        mine = [d for d in lines.shown(game.state) if answering(d, (*may.powers, *may.answers))]
        asked, typed = await ponder(game, lambda copy: answer_to(copy, mine or game.state.pending[:1], text))
        await give(
            self.services,
            interaction,
            row,
            [typed if typed.startswith("in ") else lines.addressed(game.state, asked, typed)],
        )

    @answer.autocomplete("text")
    async def _answers(self, interaction: discord.Interaction, typed: str) -> Choices:
        row = await self.services.store.game_in(interaction.channel_id or 0)
        if row is None or row.status != "running":
            return []
        game = (await self.services.games.table(row.id)).game
        may = await self.services.games.permission(row.id, interaction.user.id)
        mine = [d for d in lines.shown(game.state) if answering(d, (*may.powers, *may.answers))]
        found = await ponder(game, lambda copy: _answers_to(copy, mine))
        fits = [t for t in found if key(typed) in key(t)]
        return [app_commands.Choice(name=t, value=t) for t in fits if len(t) <= 100][:25]


def _answers_to(game: Game, asked: Sequence[Decision]) -> list[str]:
    return [lines.addressed(game.state, d, t) for d in asked for t in decision_choices(game.facing(d))]


async def setup(bot: commands.Bot, services: Services) -> None:
    """Add the commands."""
    await bot.add_cog(Turn(services))
