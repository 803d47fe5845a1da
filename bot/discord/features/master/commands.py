"""/edit: the game master changes the position, on the record."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.components.tell import tell_all
from bot.discord.context import mastered_here
from bot.discord.features.master.audit import act_line
from bot.discord.features.orders.autocomplete import alike
from bot.discord.features.orders.commands import by_outbox, note_told, outcome_reply
from bot.discord.response import Reply, answer, patience
from bot.discord.text import words
from bot.game import PlayError
from bot.game.master import master
from bot.game.people.typed_text import plain
from bot.game.standing import seals
from bot.services import Services
from rules.cases import edits
from rules.dice import prove
from rules.model.board import load

Choices = list[app_commands.Choice[str]]
_WHY = "Why: it stands in the log"
_ROLL = "The roll it follows from, by number: see /roll"
_WHERE = "Where; two neighbours for what is laid on their border: Germany | Poland"


class Edit(commands.Cog):
    """Edit mode."""

    # No default permissions: a game master need not manage the server, and Discord would hide the commands from them. Whoever
    # is not master is refused; a server may restrict them under Integrations.
    edit = app_commands.Group(
        name="edit", description="Change the position, on the record (game master)", guild_only=True
    )

    def __init__(self, services: Services) -> None:
        self.services = services

    async def _thrown(self, game_id: str, roll: str) -> str:
        """The dice that an edit follows from, for its reason."""
        found = prove(await self.services.store.dice_log(game_id), roll.strip().lstrip("#"))
        if found is None or found.voided:
            raise PlayError(
                f"There is no roll “{plain(roll, 40)}” that stands in this game; `/dice show` lists the last ones."
            )
        return f" (roll {found.id}: {' '.join(map(str, found.dice))})"

    async def _do(self, interaction: discord.Interaction, what: edits.Change, why: str, roll: str = "") -> None:
        row = await mastered_here(self.services, interaction)
        if not plain(why, 200):
            raise PlayError("Give a reason: all players see it in the log.")
        async with patience(interaction):
            told = plain(why, 200) + (await self._thrown(row.id, roll) if roll else "")
            done = await self.services.master.edit(interaction.user.id, row.id, str(interaction.id), what, told)
            now = await self.services.games.situation(row.id)
            reply = await outcome_reply(self.services, now, done)
        sent = await answer(interaction, reply, by_outbox(self.services, interaction, row))
        await note_told(self.services, now, done, reply, interaction.channel_id, sent)

    @edit.command(name="add", description="Put units on the board")
    @app_commands.describe(
        power="Whose",
        units="For example: 2 infantry, 1 transport (cargo: 1 armor)",
        place=_WHERE,
        why=_WHY,
        roll=_ROLL,
    )
    async def add(
        self, interaction: discord.Interaction, power: str, units: str, place: str, why: str, roll: str = ""
    ) -> None:
        await self._do(interaction, edits.add_units(power, units, place), why, roll)

    @edit.command(name="remove", description="Take units off the board")
    @app_commands.describe(power="Whose", units="For example: 2 infantry", place=_WHERE, why=_WHY, roll=_ROLL)
    async def remove(
        self, interaction: discord.Interaction, power: str, units: str, place: str, why: str, roll: str = ""
    ) -> None:
        await self._do(interaction, edits.remove_units(power, units, place), why, roll)

    @edit.command(name="owner", description="Give a territory to a power")
    @app_commands.describe(place="Which territory", power="To whom, or nobody", why=_WHY, roll=_ROLL)
    async def owner(self, interaction: discord.Interaction, place: str, power: str, why: str, roll: str = "") -> None:
        await self._do(interaction, edits.set_owner(place, power), why, roll)

    @edit.command(name="money", description="Set what a power has")
    @app_commands.describe(power="Whose (or a treasury's name)", ipc="How much", why=_WHY, roll=_ROLL)
    async def money(
        self,
        interaction: discord.Interaction,
        power: str,
        ipc: app_commands.Range[int, 0, 9999],
        why: str,
        roll: str = "",
    ) -> None:
        await self._do(interaction, edits.set_money(power, ipc), why, roll)

    @edit.command(name="damage", description="Set the damage of a unit or facility")
    @app_commands.describe(
        power="Whose",
        unit="Which, for example: battleship, air base",
        place="Where",
        hits="Hits it has taken",
        why=_WHY,
        roll=_ROLL,
    )
    async def damage(
        self,
        interaction: discord.Interaction,
        power: str,
        unit: str,
        place: str,
        hits: app_commands.Range[int, 0, 40],
        why: str,
        roll: str = "",
    ) -> None:
        await self._do(interaction, edits.set_damage(power, unit, place, hits), why, roll)

    @edit.command(name="undo", description="Take back the last edit, if nothing was ordered since")
    @app_commands.describe(why=_WHY)
    async def undo(self, interaction: discord.Interaction, why: str) -> None:
        row, told = await mastered_here(self.services, interaction), plain(why, 200)
        if not told:
            raise PlayError("Give a reason: all players see it in the log.")
        async with patience(interaction):
            done = await self.services.master.undo_edit(interaction.user.id, row.id, str(interaction.id), told)
        await tell_all(self.services, interaction, row.id, words.accepted(done))

    @edit.command(name="record", description="What game masters have done here")
    async def record(self, interaction: discord.Interaction) -> None:
        row = await self.services.store.game_in(interaction.channel_id or 0)
        lines = [
            f"<t:{int(line.at)}:f> {act_line(line)}"
            for line in (await self.services.store.audit(row.id, limit=25, without=seals.ACTS) if row else [])
        ]
        powers = "The game master may " + "; ".join(master.POWERS) + ". All of it is listed here."
        await answer(interaction, Reply("\n".join([powers, *(lines or ["Nothing so far."])]), private=True))

    @add.autocomplete("place")
    @remove.autocomplete("place")
    @owner.autocomplete("place")
    @damage.autocomplete("place")
    async def _places(self, interaction: discord.Interaction, typed: str) -> Choices:
        row = await self.services.store.game_in(interaction.channel_id or 0)
        return _choices(alike(typed, list(load(row.board).places))) if row else []

    @add.autocomplete("power")
    @remove.autocomplete("power")
    @owner.autocomplete("power")
    @money.autocomplete("power")
    @damage.autocomplete("power")
    async def _powers(self, interaction: discord.Interaction, typed: str) -> Choices:
        row = await self.services.store.game_in(interaction.channel_id or 0)
        return _choices(alike(typed, list(load(row.board).powers))) if row else []


def _choices(texts: list[str]) -> Choices:
    return [app_commands.Choice(name=t, value=t) for t in texts[:25]]


async def setup(bot: commands.Bot, services: Services) -> None:
    """Add the commands."""
    await bot.add_cog(Edit(services))
