"""/concede /draw /rated /arbiter: how games end, and whether they count."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.components.build import RED, button, view
from bot.discord.components.custom_id import make
from bot.discord.components.tell import tell_all
from bot.discord.context import game_here, name_of, permission_here, played_here, shown_name
from bot.discord.features.league.buttons import propose_draw
from bot.discord.features.lobby.buttons import rated_now
from bot.discord.response import Reply, answer
from bot.discord.text.words import mentions, span
from bot.game import PlayError
from bot.game.clock.deadlines import length
from bot.game.league import arbiters
from bot.game.people.typed_text import plain
from bot.services import Services
from bot.store import Game
from league.finished import DRAW

WHY = "The reason, which everybody reads"
LONGEST = 300
NOBODY = "nobody: a draw"
_WINNERS = [app_commands.Choice(name=name, value=name) for name in ("Allies", "Axis", NOBODY)]


class ResultCommands(commands.Cog):
    """Ends of games."""

    # As with /edit: arbiters need not manage the server, so Discord is not told to hide it.
    arbiter = app_commands.Group(
        name="arbiter", description="Decide on games, with a reason, on the record", guild_only=True
    )

    def __init__(self, services: Services) -> None:
        self.services = services

    # --- players ------------------------------------------------------------------------------------------------------

    @app_commands.command(name="concede", description="Give up: your side, when all who play it agree; or one power")
    @app_commands.guild_only()
    @app_commands.describe(power="One of your powers alone; your whole side if left out")
    async def concede(self, interaction: discord.Interaction, power: str = "") -> None:
        row, game = await played_here(self.services, interaction)
        if power:
            held = (await permission_here(self.services, interaction, row)).powers
            chosen = game.table.board.power_names.find(power)
            if chosen not in held:
                raise PlayError(f"For which power? You play {', '.join(held) or 'none'}.")
            buttons = [button(f"{chosen} gives up", make("concede", row.id, rest=str(chosen)), RED)]
            await answer(interaction, Reply("That cannot be taken back.", private=True, view=view(buttons)))
            return
        side, others = await self.services.results.team(row, interaction.user.id)
        text = f"The {side} would have lost; that cannot be taken back."
        text += f" {mentions(others)} would have to agree." if others else ""
        buttons = [button(f"The {side} give up", make("giveup", row.id, rest=side), RED)]
        await answer(interaction, Reply(text, private=True, view=view(buttons)))

    @app_commands.command(name="draw", description="Offer a draw: when everybody agrees, the game is over")
    @app_commands.guild_only()
    async def draw(self, interaction: discord.Interaction) -> None:
        row, _ = await played_here(self.services, interaction)
        await propose_draw(self.services, interaction, row)

    @app_commands.command(name="rated", description="Whether you want this game to count, before it starts")
    @app_commands.guild_only()
    @app_commands.describe(on="It counts when everybody who plays agrees")
    async def rated(self, interaction: discord.Interaction, on: bool) -> None:
        row = await game_here(self.services, interaction)
        await self.services.results.wish(row.id, interaction.user.id, on)
        if row.status == "lobby":
            await rated_now(self.services, row, str(interaction.id))
        text = "You agree that this game is rated." if on else "This game is not to be rated, as far as you go."
        await answer(interaction, Reply(text, private=True))

    # --- the arbiter --------------------------------------------------------------------------------------------------

    @arbiter.command(name="adjudicate", description="Say who has won a game that nobody ends")
    @app_commands.describe(winner="The side that has won", why=WHY)
    @app_commands.choices(winner=_WINNERS)
    async def adjudicate(self, interaction: discord.Interaction, winner: str, why: str) -> None:
        row = await self._judged(interaction)
        side, reason = (DRAW if winner == NOBODY else winner), plain(why, LONGEST)
        await self.services.results.adjudicate(row.id, str(interaction.id), interaction.user.id, side, reason)
        who = f"the {winner} have won" if side else "it is a draw"
        await self._said(interaction, row, f"{name_of(interaction)} decides: {who}. “{reason}”")

    @arbiter.command(name="forfeit", description="End a game to which somebody does not come: their side has lost")
    @app_commands.describe(player="Who does not come", why=WHY)
    async def forfeit(self, interaction: discord.Interaction, player: discord.Member, why: str) -> None:
        row, reason = await self._judged(interaction), plain(why, LONGEST)
        await self.services.results.forfeit(row.id, str(interaction.id), interaction.user.id, player.id, reason)
        told = f"{name_of(interaction)} decides: {shown_name(player)} has lost by not coming. “{reason}”"
        await self._said(interaction, row, told)

    @arbiter.command(name="time", description="Give somebody time for what they have to do now")
    @app_commands.describe(player="Who", time="How much: 36h, 2 days", why=WHY)
    async def time(self, interaction: discord.Interaction, player: discord.Member, time: str, why: str) -> None:
        row, reason = await self._judged(interaction), plain(why, LONGEST)
        seconds = _length(time)
        key, by = str(interaction.id), interaction.user.id
        await self.services.results.give_time(row.id, key, by, player.id, seconds, reason)
        told = f"{name_of(interaction)} decides: {shown_name(player)} has {span(seconds)} from now. “{reason}”"
        await self._said(interaction, row, told)

    @arbiter.command(name="rated", description="Say whether a game counts")
    @app_commands.describe(counts="Whether it counts; a game that was not agreed to be rated never does", why=WHY)
    async def counts(self, interaction: discord.Interaction, counts: bool, why: str) -> None:
        row, reason = await self._judged(interaction), plain(why, LONGEST)
        await self.services.results.rule(row.id, str(interaction.id), interaction.user.id, counts, reason)
        told = f"{name_of(interaction)} decides: this game {'counts' if counts else 'does not count'}. “{reason}”"
        await self._said(interaction, row, told)

    @arbiter.command(name="roles", description="Whose people are arbiters here (who manages the server)")
    @app_commands.describe(role="Name a role, or take it off; left out, I tell which there are")
    async def roles(self, interaction: discord.Interaction, role: discord.Role | None = None) -> None:
        guild = interaction.guild_id or 0
        if role is None:
            named = await arbiters.roles(self.services.store, guild)
        elif not interaction.permissions.manage_guild:
            raise PlayError("Only who manages this server names its arbiters.")
        else:
            named = await arbiters.switch(self.services.store, interaction.user.id, guild, role.id)
        told = ", ".join(f"<@&{one}>" for one in named)
        others = f", and people with {told}" if told else "; `/arbiter roles role:` names a role"
        does = "They conduct tournaments and seasons (`/tournament`, `/season`), decide on games (`/arbiter`), keep formats."
        own = "Nobody judges a game of their own."
        await answer(interaction, Reply(f"Arbiters: whoever manages this server{others}. {does} {own}", private=True))

    async def _judged(self, interaction: discord.Interaction) -> Game:
        """The game here, for an arbiter. Raises PlayError."""
        row, user = await game_here(self.services, interaction), interaction.user
        held = [role.id for role in getattr(user, "roles", ())]
        here = interaction.guild_id == row.guild_id and interaction.permissions.manage_guild
        await arbiters.must_be_arbiter(self.services.store, row.guild_id, held, here)
        return row

    async def _said(self, interaction: discord.Interaction, row: Game, text: str) -> None:
        await tell_all(self.services, interaction, row.id, text)


def _length(text: str) -> float:
    """A length of time as people type it. Raises PlayError."""
    try:
        found = length(text)
    except ValueError as error:
        raise PlayError(str(error)) from None
    if not found:
        raise PlayError("How much time? Such as 36h or 2 days.")
    return found


async def setup(bot: commands.Bot, services: Services) -> None:
    """Add the commands."""
    await bot.add_cog(ResultCommands(services))
