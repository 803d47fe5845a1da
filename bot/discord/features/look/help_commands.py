"""/help: the next thing to do here, for this person."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.components.build import view
from bot.discord.context import anywhere
from bot.discord.features.lobby.welcome import first_button
from bot.discord.features.orders.controls import buttons
from bot.discord.features.panel.status import ask_lines, title
from bot.discord.response import Reply, answer
from bot.discord.text import words
from bot.game import open_powers
from bot.game.moderator.situation import acting, meanwhile
from bot.game.moderator.threads import ponder
from bot.services import Services
from bot.store import Game
from rules.legal import complete, legal
from rules.play.game import Game as EngineGame
from rules.play.lines import askers, shown

# Verbs worth a word, by phase.
_COMMANDS = {
    "research": "`/research`",
    "purchase": "`/buy`, `/unbuy`, `/repair`",
    "combat move": "`/move`, `/ship`, `/bomb`, `/plan`",
    "conduct combat": "`/fight`, `/odds battle`",
    "noncombat move": "`/move`, `/ship`, `/load`, `/unload`",
    "mobilize": "`/place`",
}
# What a phase is for, where rules offer orders of other kinds too.
_OWN = {"purchase": "buy", "mobilize": "place"}
_ALWAYS = "-# Always: `/map` `/territory` `/rules` `/odds battle` `/log` `/policy` `/settings me`"


class Help(commands.Cog):
    """Help."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @anywhere
    @app_commands.command(name="help", description="What you can do here now")
    async def help(self, interaction: discord.Interaction) -> None:
        row = await self.services.store.game_in(interaction.channel_id or 0)
        if row is None:
            first = view(first_button()) if interaction.guild_id else None
            await answer(interaction, Reply(await self._outside(interaction), private=True, view=first))
        elif row.engine is None:
            await answer(interaction, Reply(await self._lobby(row, interaction.user.id), private=True))
        else:
            await answer(interaction, await self._playing(row, interaction.user.id))

    async def _outside(self, interaction: discord.Interaction) -> str:
        games = await self.services.store.games(
            interaction.guild_id, ("lobby", "running", "paused"), interaction.user.id
        )
        lines = [f"Your games: {', '.join(f'<#{g.place}>' for g in games[:8])}"] if games else []
        lines.append(
            "I moderate Axis & Allies: I know the rules, roll dice that everybody can check, and draw the map."
        )
        lines.append(
            "`/game new` opens a game, `/game list` shows those there are, `/rules` looks anything up, `/odds forces` "
            "any battle, `/roll` throws dice. Installed for yourself, these three work everywhere; `/lookup` says for which "
            "board."
        )
        return "\n".join(lines)

    async def _lobby(self, row: Game, user_id: int) -> str:
        seats = await self.services.store.seats(row.id)
        left = open_powers(row, seats)
        mine = [s.power for s in seats if s.user_id == user_id]
        lines = [
            f"You play {', '.join(mine)}."
            if mine
            else "Take a seat: press a power in the lobby message, or `/game join`."
        ]
        if left:
            lines.append(f"Still open: {', '.join(left)}.")
        if row.master == user_id:
            lines.append(
                "You are game master: choose rules and options with the lobby's buttons"
                + ("; `/game start` when all seats are taken." if left else "; `/game start` begins.")
            )
        return "\n".join(lines)

    async def _playing(self, row: Game, user_id: int) -> Reply:
        situation = await self.services.games.situation(row.id)
        game, mine = situation.game, situation.permission(user_id).powers
        if row.status != "running":
            text = f"This game is {row.status}." + (" `/game resume` goes on." if row.master == user_id else "")
            return Reply(f"{text}\n{_ALWAYS}", private=True)
        if set(mine) & set(now_acting := await acting(game)):
            now = await ponder(game, lambda copy: _next(copy, mine))
            return Reply(f"{now}\n{_ALWAYS}", private=True, view=await buttons(situation))
        who = f"{', '.join(now_acting)} ({words.mentions(await situation.people())})"
        text = f"It is the move of {who}: {words.phase(game.state.turn.phase)}."
        text += " You are called when it is yours." if mine else " You watch; everything public is open to you."
        return Reply(f"{text}\n{_ALWAYS}", private=True)


def _next(game: EngineGame, mine: Sequence[str]) -> str:
    """What a person whose move it is can do."""
    if asked := ask_lines(game.view, [d for d in shown(game.state) if set(askers(d)) & set(mine)]):
        return "You are asked: " + " · ".join(asked) + "\nPress an answer, or `/answer`."
    if game.state.pending:
        return f"Others are asked something; what does not depend on it goes on: {words.listed(meanwhile(game))}."
    phase = game.state.turn.phase
    lines = [f"**{title(game)}.** {words.next_step(game.view)}"]
    if commands_here := _COMMANDS.get(phase):
        lines.append(f"By command: {commands_here}, `/orders` for many at once, `/undo`, `/done`")
    found = legal(game, game.to_act)
    if found.done is not None:
        lines.append(f"Before Done: {found.done.message}")
    if likely := _examples(game):
        lines.append("For example: " + words.listed(likely))
    return "\n".join(lines)


def _examples(game: EngineGame) -> list[str]:
    """Three orders for the power to move: of the phase's own kind first, of different kinds where there are some."""
    own = _OWN.get(game.state.turn.phase, "")
    plain = [f"{own} {t}" for t in complete(game, game.to_act, own)] if own else []
    found = [t for t in dict.fromkeys((*plain, *complete(game, game.to_act))) if t not in ("done", "undo")]
    kinds = {t.split()[0]: t for t in reversed(found)}
    return [*sorted(kinds.values(), key=found.index), *(t for t in found if t not in kinds.values())][:3]


async def setup(bot: commands.Bot, services: Services) -> None:
    """Add the command."""
    await bot.add_cog(Help(services))
