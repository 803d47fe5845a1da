"""/done /undo /orders /plan /answer /concede /policy."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.game import PlayError, plans
from bot.game.standing_orders import KINDS, MEANING
from bot.interface.components.build import RED, button, view
from bot.interface.components.custom_id import make
from bot.interface.components.orders import end_phase, orders_form, show_plan
from bot.interface.components.submit_order import give
from bot.interface.context import game_here, permission_here, played_here
from bot.interface.response import Reply, answer
from bot.interface.text import words
from bot.services import Services
from bot.store import Game, Policy
from rules.battle.losses import DAMAGED
from rules.legal import as_answer, decision_choices
from rules.model.names import key
from rules.model.parse import known

Choices = list[app_commands.Choice[str]]
_POLICIES = [app_commands.Choice(name=kind, value=kind) for kind in KINDS]
_ANSWERS = sorted({how for hows in KINDS.values() for how in hows} - {"order"})


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

    @app_commands.command(name="undo", description="Take back your last order of this phase, as long as no dice fell")
    @app_commands.guild_only()
    async def undo(self, interaction: discord.Interaction) -> None:
        row = await game_here(self.services, interaction)
        await give(self.services, interaction, row, ["undo"])

    @app_commands.command(name="orders", description="Write many orders at once: all go in or none does")
    @app_commands.guild_only()
    async def orders(self, interaction: discord.Interaction) -> None:
        row, game = await played_here(self.services, interaction)
        await interaction.response.send_modal(orders_form(row, game, plan=False))

    @app_commands.command(name="plan", description="Try orders in private: see what they would do before you give them")
    @app_commands.guild_only()
    @app_commands.describe(text="One or more orders, separated by semicolons; leave it out for a form")
    async def plan(self, interaction: discord.Interaction, text: str = "") -> None:
        row, game = await played_here(self.services, interaction)
        if text:
            await show_plan(self.services, interaction, row, text.replace(";", "\n"))
            return
        kept = await plans.kept_plan(self.services.store, row.id, interaction.user.id)
        await interaction.response.send_modal(orders_form(row, game, True, "\n".join(kept)))

    @app_commands.command(name="answer", description="Answer the question that is put to you")
    @app_commands.guild_only()
    @app_commands.describe(text="Your answer, for example: casualties 2 infantry; retreat to Germany; press on; pass")
    async def answer(self, interaction: discord.Interaction, text: str) -> None:
        row, game = await played_here(self.services, interaction)
        if not game.state.pending:
            raise PlayError(f"There is no question open. {game.to_act} is to move.")
        await give(self.services, interaction, row, [as_answer(game, text)])

    @answer.autocomplete("text")
    async def _answers(self, interaction: discord.Interaction, typed: str) -> Choices:
        row = await self.services.store.game_in(interaction.channel_id or 0)
        if row is None or row.status != "running":
            return []
        game = (await self.services.games.table(row.id)).game
        fits = [t for t in decision_choices(game) if key(typed) in key(t)]
        return [app_commands.Choice(name=t, value=t) for t in fits if len(t) <= 100][:25]

    @app_commands.command(name="concede", description="Give up for one of your powers")
    @app_commands.guild_only()
    @app_commands.describe(power="Which, if you play several")
    async def concede(self, interaction: discord.Interaction, power: str = "") -> None:
        row, game = await played_here(self.services, interaction)
        held = (await permission_here(self.services, interaction, row)).powers
        chosen = game.table.board.power_names.find(power) if power else (held[0] if len(held) == 1 else None)
        if chosen not in held:
            raise PlayError(f"For which power? You play {', '.join(held) or 'none'}.")
        buttons = [button(f"{chosen} gives up", make("concede", row.id, rest=str(chosen)), RED)]
        await answer(interaction, Reply("That cannot be taken back.", private=True, view=view(buttons)))

    # --- standing orders ----------------------------------------------------------------------------------

    @app_commands.command(name="policy", description="Standing orders: answers given for you at once")
    @app_commands.guild_only()
    @app_commands.describe(
        question="Which question",
        answer="What to answer; ask takes the order back",
        losses="For casualties: units in the order in which you lose them, for example: infantry, artillery, armor",
        power="For which power, if you play several",
    )
    @app_commands.choices(question=_POLICIES)
    async def policy(
        self, interaction: discord.Interaction, question: str = "", answer: str = "", losses: str = "", power: str = ""
    ) -> None:
        row = await game_here(self.services, interaction)
        held = (await permission_here(self.services, interaction, row)).powers
        if not held:
            raise PlayError("You hold no seat in this game.")
        if question:
            powers = [p for p in held if not power or key(p) == key(power)]
            await self._set(interaction, row, powers, question, answer, losses)
        await self._show(interaction, row, held)

    @policy.autocomplete("answer")
    async def _policy_answers(self, interaction: discord.Interaction, typed: str) -> Choices:
        hows = KINDS.get(str(getattr(interaction.namespace, "question", "")), tuple(_ANSWERS))
        return [app_commands.Choice(name=h, value=h) for h in hows if h != "order" and typed.lower() in h]

    async def _set(
        self, interaction: discord.Interaction, row: Game, powers: list[str], kind: str, how: str, losses: str
    ) -> None:
        how = "order" if losses and kind == "casualties" else how.strip().lower()
        if kind not in KINDS or how not in KINDS[kind] or not powers:
            known = ", ".join(h for h in KINDS.get(kind, ()) if h != "order")
            raise PlayError(f"For {kind} I understand: {known}{' (or losses: ...)' if kind == 'casualties' else ''}.")
        data: dict[str, object] = {"do": how}
        if how == "order":
            data["order"] = await self._units(row, losses)
        user = interaction.user.id
        await self.services.games.set_policies([Policy(row.id, power, kind, user, data) for power in powers])

    async def _units(self, row: Game, losses: str) -> list[str]:
        names = (await self.services.games.rules_of(row)).unit_names
        found = []
        for part in filter(str.strip, losses.split(",")):
            name, bracket, _ = part.partition("(")
            found.append(known(names, name, "unit", "in this game") + (DAMAGED if bracket else ""))
        return found

    async def _show(self, interaction: discord.Interaction, row: Game, held: tuple[str, ...]) -> None:
        """A person's standing orders, and what others there could be."""
        lines = []
        for power in held:
            given = {p.kind: p.data for p in await self.services.store.policies(row.id, power)}
            told = [f"{kind}: **{_told(data)}**" for kind, data in given.items()]
            lines.append(f"{power}: {', '.join(told) or 'you are asked about everything'}")
        lines += ["", *(f"-# {kind}: {MEANING[kind]} ({words.listed(_hows(kind))})" for kind in KINDS)]
        await answer(interaction, Reply("\n".join(lines), private=True))


def _hows(kind: str) -> list[str]:
    """What can be chosen by name."""
    return [how for how in KINDS[kind] if how != "order"]


def _told(data: dict[str, object]) -> str:
    order = data.get("order")
    return ", ".join(map(str, order)) if isinstance(order, list) else str(data.get("do"))


async def setup(bot: commands.Bot, services: Services) -> None:
    """Add the commands."""
    await bot.add_cog(Turn(services))
