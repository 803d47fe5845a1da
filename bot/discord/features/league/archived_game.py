"""The archive's answer, and a game of it that is looked at: its line, where it was played, film, charts, record and log."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.discord.components.build import Choice, menu, view
from bot.discord.components.custom_id import Press, make
from bot.discord.components.router import route
from bot.discord.components.share import share
from bot.discord.features.league.result_buttons import past_buttons
from bot.discord.features.league.tables import FOUND, game_line, games_text, sides_line
from bot.discord.response import Reply, answer
from bot.discord.text.limits import CONTENT, clip
from bot.game import PlayError
from bot.game.league import formats
from bot.services import Services
from league.finished import Finished


def found_reply(games: Sequence[Finished]) -> Reply:
    """The games that were found, with a menu to look at one."""
    lines = [Choice(sides_line(game), game.id, game.id) for game in games[:FOUND]]
    look = menu("Look at a game...", make("archived"), lines) if lines else None
    return Reply(clip(games_text(games), CONTENT), private=True, view=view(look, [share()]))


@route("archived")
async def look_at(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """One of them: only what the archive of this server's league shows."""
    league = await formats.home(services.store, interaction.guild_id or 0)
    wanted = press.values[0] if press.values else ""
    game = next((one for one in await services.archive.games(league) if one.id == wanted and one.public), None)
    if game is None:
        raise PlayError("That game is not in the archive, or no longer: `/archive find` looks again.")
    row = await services.store.game(game.id)
    where = f" It was played in <#{row.place}>." if row.guild_id == interaction.guild_id else ""
    text = f"{game_line(game).removeprefix('- ')}{where}"
    await answer(interaction, Reply(text, private=True, view=view(past_buttons(game.id))))
