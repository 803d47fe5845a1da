"""/odds battle, forces, needed: what battles will probably do."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.components.boards import CHOICES as BOARD_CHOICES
from bot.discord.context import anywhere, played_here
from bot.discord.features.look.defaults import head_here
from bot.discord.features.odds.buttons import CHANCE, battle_reply, forces_reply, needed_reply
from bot.discord.features.orders.autocomplete import alike
from bot.discord.response import answer, patience
from bot.game import PlayError
from bot.services import Services
from rules.battle.sides import BOTH
from rules.odds import AIM_WORDS, ATTACKER_AIMS, DEFENDER_AIMS, Aim, Wishes

Choices = list[app_commands.Choice[str]]
_AIMS = [app_commands.Choice(name=f"{side}: {AIM_WORDS[aim]}"[:100], value=f"{side}:{aim}")
         for side, aims in (("attacker", ATTACKER_AIMS), ("defender", DEFENDER_AIMS)) for aim in aims]  # fmt: skip

_LEAVING = [app_commands.Choice(name=name, value=name) for name in ("attacker", "defender", "both")]


class OddsOf(commands.Cog):
    """The odds of battles. All answers are private."""

    odds = anywhere(app_commands.Group(name="odds", description="What a battle will probably do"))

    def __init__(self, services: Services) -> None:
        self.services = services

    @odds.command(name="battle", description="The odds of a battle that is due here, or would be by now")
    @app_commands.describe(
        battle="Where (otherwise the first)",
        rounds="The attacker breaks off after so many rounds",
        leave="The attacker breaks off when no more than so many units are left to him",
        aim="What is wanted: tells the best order of loss for it",
        attacker_losses="The attacker loses in this order: infantry, artillery, keep one tank",
        defender_losses="The defender loses in this order: battleship (damaged), infantry, tank",
        submarines="Whose submarines submerge or withdraw as soon as they may",
    )
    @app_commands.choices(aim=_AIMS, submarines=_LEAVING)
    async def battle(
        self,
        interaction: discord.Interaction,
        battle: str = "",
        rounds: app_commands.Range[int, 1, 20] | None = None,
        leave: app_commands.Range[int, 0, 500] = 0,
        aim: str = "",
        attacker_losses: str = "",
        defender_losses: str = "",
        submarines: str = "",
    ) -> None:
        wishes, losses = _wishes(rounds, leave, submarines), (attacker_losses, defender_losses)
        async with patience(interaction, private=True):
            row, game = await played_here(self.services, interaction)
            reply = await battle_reply(self.services, row, game, battle, wishes, *_aim(aim), losses)
        await answer(interaction, reply)

    @battle.autocomplete("battle")
    async def _battles(self, interaction: discord.Interaction, typed: str) -> Choices:
        row = await self.services.store.game_in(interaction.channel_id or 0)
        if row is None or row.engine is None:
            return []
        game = (await self.services.games.table(row.id)).game
        places = [told.place for told in await self.services.odds.due(game)]
        return [app_commands.Choice(name=p, value=p) for p in alike(typed, list(dict.fromkeys(places)))[:25]]

    @odds.command(name="forces", description="The odds of any two forces: 3 infantry, 1 tank against 2 infantry")
    @app_commands.describe(
        attacker="The attackers: 3 infantry, 1 tank. Ships beside land units bombard",
        defender="The defenders: 2 infantry, 1 fighter; at sea 2 destroyer, 1 battleship (damaged)",
        rounds="The attacker breaks off after so many rounds",
        leave="The attacker breaks off when no more than so many units are left to him",
        aim="What is wanted: tells the best order of loss for it",
        attacker_losses="The attacker loses in this order: infantry, artillery, keep one tank",
        defender_losses="The defender loses in this order: battleship (damaged), infantry, tank",
        submarines="Whose submarines submerge or withdraw as soon as they may",
        board="On which board, outside a game",
    )
    @app_commands.choices(aim=_AIMS, board=BOARD_CHOICES, submarines=_LEAVING)
    async def forces(
        self,
        interaction: discord.Interaction,
        attacker: str,
        defender: str,
        rounds: app_commands.Range[int, 1, 20] | None = None,
        leave: app_commands.Range[int, 0, 500] = 0,
        aim: str = "",
        board: str = "",
        attacker_losses: str = "",
        defender_losses: str = "",
        submarines: str = "",
    ) -> None:
        wishes, losses = _wishes(rounds, leave, submarines), (attacker_losses, defender_losses)
        async with patience(interaction, private=True):
            head = (await head_here(self.services, interaction, board)).to_json()
            reply = await forces_reply(self.services, head, attacker, defender, wishes, *_aim(aim), losses)
        await answer(interaction, reply)

    @odds.command(name="needed", description="The least force, out of what you have, that takes a place")
    @app_commands.describe(
        have="What you could send: 20 infantry, 6 tank, 3 fighter",
        defender="Who holds the place: 5 infantry, 1 fighter",
        chance="The chance wanted, in per cent (80)",
        board="On which board, outside a game",
    )
    @app_commands.choices(board=BOARD_CHOICES)
    async def needed(
        self,
        interaction: discord.Interaction,
        have: str,
        defender: str,
        chance: app_commands.Range[int, 1, 99] | None = None,
        board: str = "",
    ) -> None:
        async with patience(interaction, private=True):
            head = (await head_here(self.services, interaction, board)).to_json()
            wanted = CHANCE if chance is None else chance / 100
            reply = await needed_reply(self.services, head, have, defender, wanted)
        await answer(interaction, reply)


def _wishes(rounds: int | None, leave: int, submarines: str) -> Wishes:
    leaving = BOTH if submarines == "both" else tuple(side for side in BOTH if side == submarines)
    return Wishes(rounds, leave=leave, leaving=leaving)


def _aim(text: str) -> tuple[Aim | None, str]:
    """An aim and whose it is."""
    side, _, aim = text.partition(":")
    known: dict[str, Aim] = {name: name for name in (*ATTACKER_AIMS, *DEFENDER_AIMS)}
    if not text:
        return None, "attacker"
    if aim not in known or side not in ("attacker", "defender"):
        raise PlayError("Choose an aim of the list.")
    return known[aim], side


async def setup(bot: commands.Bot, services: Services) -> None:
    """Add the commands."""
    await bot.add_cog(OddsOf(services))
