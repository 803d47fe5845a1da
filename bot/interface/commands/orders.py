"""The order commands: one for each verb of bot/interface/order_specs.py."""

from __future__ import annotations

import inspect
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.game import PlayError
from bot.game.aside import ponder
from bot.interface.autocomplete import offered
from bot.interface.components.submit_order import give
from bot.interface.context import game_here
from bot.interface.order_specs import VERBS, Slot, Verb
from bot.services import Services

LONGEST = 1000
Choices = list[app_commands.Choice[str]]


class OrderCommand(app_commands.Command[Any, Any, Any]):
    """A slash command made from a verb."""

    def __init__(self, services: Services, verb: Verb) -> None:
        async def callback(interaction: discord.Interaction, **values: str) -> None:
            row = await game_here(services, interaction)
            given = {slot.name: str(values.get(_inner(slot)) or "").strip() for slot in verb.slots}
            if any(len(value) > LONGEST for value in given.values()):
                raise PlayError("That is too long for an order. `/orders` takes many, one a line.")
            await give(services, interaction, row, [verb.order(given)])

        # discord.py reads the options off the signature.
        parameters = [inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
        parameters[0] = parameters[0].replace(annotation=discord.Interaction)
        callback.__signature__ = inspect.Signature([*parameters, *map(_parameter, verb.slots)])  # type: ignore[attr-defined]
        app_commands.describe(**{_inner(slot): slot.about for slot in verb.slots})(callback)
        app_commands.rename(**{_inner(slot): slot.name for slot in verb.slots})(callback)
        completions = {_inner(slot): _completion(services, verb, slot) for slot in verb.slots if slot.kind}
        app_commands.autocomplete(**completions)(callback)
        super().__init__(name=verb.command, description=verb.about, callback=callback)
        self.guild_only = True


def _inner(slot: Slot) -> str:
    """The option's name in Python, where `from` is none."""
    return f"{slot.name}_"


def _parameter(slot: Slot) -> inspect.Parameter:
    default = inspect.Parameter.empty if slot.required else ""
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(_inner(slot), kind, default=default, annotation=str)


def _completion(services: Services, verb: Verb, slot: Slot) -> Any:
    async def complete(interaction: discord.Interaction, typed: str) -> Choices:
        row = await services.store.game_in(interaction.channel_id or 0)
        if row is None or row.status != "running":
            return []
        powers = (await services.games.permission(row.id, interaction.user.id)).powers
        game = (await services.games.table(row.id)).game
        if game.to_act not in powers:
            return []
        values = {name: str(value) for name, value in interaction.namespace}
        lines = await ponder(game, lambda copy: offered(copy, copy.to_act, verb, slot, values, typed))
        return [app_commands.Choice(name=shown, value=text) for shown, text in lines]

    return complete


async def setup(bot: commands.Bot, services: Services) -> None:
    """Add the order commands."""
    for verb in VERBS:
        bot.tree.add_command(OrderCommand(services, verb))
